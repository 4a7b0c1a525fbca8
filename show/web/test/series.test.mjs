// A series of matches on the page: the number of the match, the table, and the same look of each entrant everywhere.
import assert from "node:assert/strict";
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bomberman, hexabomb, pageTest } from "./lab.mjs";
import { must } from "./program.mjs";
import { api, button, slider, until, untilAddress, untilTurn } from "./view.mjs";

/** @typedef {import("playwright-core").Page} Page */

const series = [
  "--games",
  "7",
  "--jobs",
  "1",
  "--map",
  "tiny",
  "--seed",
  "4",
  "--turns",
  "20",
  "--delay",
  "10ms",
  "--bot",
  "builtin:hunter",
  "--bot",
  "builtin:greedy",
  "--bot",
  "builtin:random",
  "--bot",
  "builtin:idle",
];

/**
 * The rows of the table, by letter of the entrant.
 * @param {import("playwright-core").Locator} table
 * @returns {Promise<Record<string, any>>}
 */
function readTable(table) {
  return table.locator("tbody tr").evaluateAll((rows) =>
    Object.fromEntries(
      rows.map((row) => [
        row.querySelector(".badge")?.textContent,
        {
          rank: row.querySelector(".rank")?.textContent,
          name: row.querySelector(".name")?.textContent,
          wins: Number(row.querySelector(".wins strong")?.textContent),
          rest: row.querySelector(".wins .rest")?.textContent,
          mean: Number(row.querySelector(".mean strong")?.textContent?.replace(",", "")),
          last: [...row.querySelectorAll(".last i")].map((mark) => mark.className),
          range: Number.parseFloat(
            row.querySelector(".range") instanceof HTMLElement
              ? (row
                  .querySelector(".range")
                  ?.getAttribute("style")
                  ?.match(/width: ([\d.]+)/)?.[1] ?? "0")
              : "0",
          ),
          colour: getComputedStyle(row.querySelector(".badge") ?? row).backgroundColor,
        },
      ]),
    ),
  );
}

pageTest(
  "the table of a series tells what the server counts, with intervals on one scale and results by shape",
  async (lab) => {
    const address = await lab.play(...series);
    const { matches } = await until(
      async () => (await fetch(`${address}api/matches`)).json(),
      (listing) => listing.matches.length > 0,
      "the first match",
    );
    const page = await lab.open(`${address}#match=${matches[0].id}`);
    const told = await until(
      () => api(page, "/api/series"),
      (answer) => answer?.complete === true,
      "the end of the series",
    );
    await page.getByRole("tab", { name: "Series" }).click();
    const panel = page.getByRole("tabpanel", { name: "Series" });
    await until(
      () => panel.locator(".series-title").textContent(),
      (text) => /7 matches/.test(text ?? ""),
      "all matches",
    );
    const played = told.entrants.reduce((/** @type {number} */ sum, /** @type {any} */ { wins }) => sum + wins, 0);
    const table = await until(
      () => readTable(panel),
      (rows) => Object.values(rows).reduce((sum, { wins }) => sum + wins, 0) === played,
      "the last match in the table",
    );
    assert.equal(told.entrants.length, 4);
    for (const entrant of told.entrants) {
      const row = table[String.fromCharCode(64 + entrant.entrant)];
      assert.deepEqual(
        [row.rank, row.name, row.wins, row.rest],
        [String(entrant.rank), entrant.name, entrant.wins, `${entrant.draws}–${entrant.losses}`],
      );
      assert.ok(Math.abs(row.mean - entrant.mean) <= 0.06, `${row.mean} for ${entrant.mean}`);
      assert.deepEqual(row.last, entrant.last);
    }
    const widths = told.entrants.map(
      (/** @type {any} */ { entrant, high, low }) => table[String.fromCharCode(64 + entrant)].range / (high - low),
    );
    for (const width of widths)
      assert.ok(Math.abs(width - widths[0]) < 0.05 * widths[0] + 0.01, `bars of one scale: ${widths}`);
    const shapes = await panel
      .locator(".last")
      .evaluateAll((lists) =>
        lists.flatMap((list) =>
          [...list.children].map(
            (mark) =>
              `${mark.className} ${getComputedStyle(mark).borderRadius} ${getComputedStyle(mark).clipPath.slice(0, 4)} ${mark.clientHeight}`,
          ),
        ),
      );
    const kinds = new Set(shapes.map((shape) => shape.split(" ")[0]));
    assert.ok(kinds.size >= 2);
    assert.equal(
      new Set(shapes.map((shape) => shape.replace(/^\S+ /, ""))).size,
      kinds.size,
      "results differ by shape",
    );
  },
);

pageTest("which match of how many is told at the top, and colour and letter stay with the bot", async (lab) => {
  const page = await lab.open(await lab.play(...series, "--delay", "40ms"));
  await page.locator(".match-of", { hasText: /^Match \d of 7$/ }).waitFor();
  assert.match(await page.title(), /^match \d of 7 – /);
  await until(
    () => api(page, "/api/series"),
    (answer) => answer?.complete === true,
    "the end of the series",
  );
  const { matches } = await api(page, "/api/matches");
  /** @type {Record<string, string>} */
  const looks = {};
  const orders = new Set();
  for (const match of matches) {
    await page.evaluate((id) => (location.hash = `#match=${id}&turn=5`), match.id);
    await page.locator(".match-of", { hasText: `Match ${match.number} of 7` }).waitFor();
    await untilTurn(page, 5);
    orders.add(match.players.join());
    const rows = await page
      .locator(".standings:not(.series) tbody tr")
      .evaluateAll((list) =>
        list.map((row) => [
          row.querySelector(".name")?.textContent ?? "",
          `${row.querySelector(".badge")?.textContent} ${getComputedStyle(row.querySelector(".badge") ?? row).backgroundColor}`,
        ]),
      );
    for (const [name = "", look = ""] of rows)
      assert.equal((looks[name] ??= look), look, `${name} in match ${match.number}`);
  }
  assert.ok(orders.size > 1, "ids rotate");
});

pageTest("a bot that never came is told at the end, with what its program said last", async (lab) => {
  writeFileSync(join(lab.folder, "quits.mjs"), 'console.error("no map here"); process.exit(3);');
  lab.record(
    "m.blast",
    "--map",
    "tiny",
    "--seed",
    "4",
    "--turns",
    "9",
    "--bot",
    "builtin:greedy",
    "--bot",
    "node quits.mjs",
  );
  const page = await lab.open((await lab.watch("m.blast")) + "#match=m&turn=9", {
    viewport: { width: 1024, height: 768 },
  });
  await page
    .locator(".losses li", {
      hasText: /quits failed in turn 1: crashed: ended before it logged in: exit code 3; it last printed: no map here/,
    })
    .waitFor();
});

pageTest("a match of a live series that begins while the reader moves the slider does not replace it", async (lab) => {
  lab.record("a.blast", ...hexabomb);
  lab.record("b.blast", ...bomberman);
  const visitor = await lab.visitor();
  const page = await visitor.context.newPage();
  await page.route("**/api/series", (route) =>
    route.fulfill({
      json: { title: "", planned: 0, played: 1, match: 1, live: true, complete: true, entrants: [] },
    }),
  );
  let asked = 0;
  await page.route("**/api/matches", async (route) => {
    const response = await route.fetch();
    const listing = await response.json();
    const of = (/** @type {string} */ id) => listing.matches.find((/** @type {any} */ match) => match.id === id);
    const matches = asked++ === 0 ? [of("a")] : [of("a"), { ...of("b"), live: true }];
    await route.fulfill({ response, json: { ...listing, matches, total: matches.length } });
  });
  /** @type {import("playwright-core").Route[]} */
  const held = [];
  await page.route("**/api/matches/b", (route) => void held.push(route));
  await page.goto(await lab.watch("."));
  await page.getByRole("heading", { name: /hexabomb/ }).waitFor();
  await until(
    () => held.length,
    (requests) => requests === 1,
    "the request for the next match of the series",
  );
  const box = await slider(page).boundingBox();
  await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2);
  await page.mouse.down();
  const answered = page.waitForResponse("**/api/matches/b");
  await held[0]?.continue();
  await (await answered).finished();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await page.mouse.up();
  assert.match((await page.getByRole("heading", { level: 1 }).textContent()) ?? "", /hexabomb/);
  await untilAddress(page, /#match=a&turn=\d+$/);
});

pageTest("a single match has no table of a series", async (lab) => {
  lab.record("h.blast", "--map", "tiny", "--seed", "4", "--turns", "12");
  const page = await lab.open((await lab.watch("h.blast")) + "#match=h&turn=3");
  await untilTurn(page, 3);
  await page.getByRole("tab", { name: "Lessons" }).waitFor();
  assert.equal(await page.getByRole("tab", { name: "Series" }).isVisible(), false);
  assert.equal(await page.locator(".match-of").textContent(), "");
});

for (const [width, height] of /** @type {const} */ ([
  [1280, 720],
  [1440, 900],
  [1024, 768],
])) {
  pageTest(
    `12 players, one of which crashes, at ${width} by ${height}: every row is seen whole, and the last words are told`,
    async (lab) => {
      for (const file of ["crashbot.mjs", "netorcai.mjs"])
        copyFileSync(fileURLToPath(new URL(file, import.meta.url)), join(lab.folder, file));
      writeFileSync(join(lab.folder, "package.json"), '{"type":"module"}');
      must(
        lab.folder,
        "map",
        "generate",
        "hexabomb",
        "--players",
        "12",
        "--cells",
        "250",
        "--characters",
        "2",
        "--out",
        "m.json",
      );
      const bots = Array.from({ length: 11 }, (_, i) => [
        "--bot",
        `builtin:${["hunter", "greedy", "random"][i % 3]}`,
      ]).flat();
      lab.record(
        "m.blast",
        "--map",
        "m.json",
        "--seed",
        "4",
        "--turns",
        "20",
        "--no-timeout",
        ...bots,
        "--bot",
        "node crashbot.mjs",
      ); // no limit, because a late turn would move the crash
      const page = await lab.open((await lab.watch("m.blast")) + "#match=m&turn=15", { viewport: { width, height } });
      await untilTurn(page, 15);
      await button(page, "Pause").or(button(page, "Play")).first().waitFor();
      for (const mode of ["page", "projector"]) {
        if (mode === "projector") await page.keyboard.press("Shift+P");
        await page
          .locator(".losses li", { hasText: "crashbot failed in turn 7: crashed: Error: no way out of here" })
          .waitFor();
        await until(
          () => cutRows(page, 12),
          (cut) => cut.length === 0,
          `12 whole rows (${mode})`,
        );
      }
    },
  );
}

/**
 * The parts of the standings that are cut or covered.
 * @param {Page} page
 * @param {number} players
 */
function cutRows(page, players) {
  return page.evaluate((players) => {
    const wrong = [];
    const panel = document.querySelector(".standings:not(.series)")?.getBoundingClientRect();
    const rows = [...document.querySelectorAll(".standings:not(.series) tbody tr")];
    if (!panel || rows.length !== players) return [`${rows.length} rows`];
    for (const row of rows) {
      const box = row.getBoundingClientRect();
      if (box.bottom > Math.min(panel.bottom, innerHeight) + 0.5 || box.top < panel.top)
        wrong.push(`cut: ${row.textContent}`);
      const note = row.querySelector(".note");
      const score = row.querySelector(".number");
      if (
        note &&
        score &&
        note.textContent !== "" &&
        note.getBoundingClientRect().right > score.getBoundingClientRect().left
      )
        wrong.push(`covered: ${row.textContent}`);
      const badge = row.querySelector(".badge");
      if (badge && badge.scrollWidth > badge.clientWidth) wrong.push(`letter: ${row.textContent}`);
      if (score && score.scrollWidth > score.clientWidth) wrong.push(`score: ${row.textContent}`);
    }
    return wrong;
  }, players);
}

for (const [players, map] of /** @type {const} */ ([
  [2, "duel"],
  [4, "tiny"],
  [6, "tiny"],
])) {
  pageTest(`the standings of ${players} players are whole at 1280 by 720`, async (lab) => {
    lab.record(
      "m.blast",
      "--map",
      map,
      "--seed",
      "4",
      "--turns",
      "12",
      ...Array.from({ length: players }, (_, i) => ["--bot", `builtin:${["hunter", "greedy"][i % 2]}`]).flat(),
    );
    const page = await lab.open((await lab.watch("m.blast")) + "#match=m&turn=9", {
      viewport: { width: 1280, height: 720 },
    });
    await untilTurn(page, 9);
    await until(
      () => cutRows(page, players),
      (cut) => cut.length === 0,
      `${players} whole rows`,
    );
    await page.locator(".log .line").first().waitFor();
  });
}
