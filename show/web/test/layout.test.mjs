// The board comes first: it uses the window, and nothing that must be read covers it.
import assert from "node:assert/strict";
import { pageTest } from "./lab.mjs";
import { must } from "./program.mjs";
import { api, firstFrames, until, untilTurn } from "./view.mjs";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("./lab.mjs").Lab} Lab */

const bots = ["hunter", "greedy", "random"];

/**
 * Records a match of 12 players whose names differ only at their ends.
 * @param {Lab} lab
 */
function recordTwelve(lab) {
  must(lab.folder, "map", "generate", "hexabomb", "--players", "12", "--cells", "250", "--out", "twelve.json");
  const players = Array.from({ length: 12 }, (_, i) => ["--bot", `players-of-team-${i}=builtin:${bots[i % 3]}`]);
  lab.record("m.blast", "--map", "twelve.json", "--seed", "3", "--turns", "40", ...players.flat());
}

/** @param {Page} page */
async function boxes(page) {
  return page.evaluate(() => {
    const box = (/** @type {string} */ selector) => {
      const element = document.querySelector(selector);
      if (!element?.checkVisibility()) return undefined;
      const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
      return { left, top, right, bottom, width, height };
    };
    return { board: box(".stage canvas"), told: box(".telling .moment-text"), caption: box(".stage > .caption") };
  });
}

for (const [size, viewport, least] of /** @type {const} */ ([
  ["1440×900", { width: 1440, height: 900 }, { width: 900, height: 730 }],
  ["1280×720", { width: 1280, height: 720 }, { width: 800, height: 550 }],
  ["a phone", { width: 390, height: 844 }, { width: 370, height: 360 }],
])) {
  pageTest(`12 players at ${size}: the board uses the window, names can be told apart`, async (lab) => {
    recordTwelve(lab);
    const page = await lab.open((await lab.watch("m.blast")) + "#match=m&turn=20", { viewport });
    await untilTurn(page, 20);
    const { board, caption } = await boxes(page);
    assert.ok(board && board.width >= least.width && board.height >= least.height, JSON.stringify(board));
    assert.ok(caption && caption.top >= board.bottom, `the caption begins at ${caption?.top}`);
    const tools = await page.locator(".tools .chip").evaluateAll((chips) =>
      chips.map((chip) => {
        const { left, right, bottom } = chip.getBoundingClientRect();
        return { left, right, bottom };
      }),
    );
    assert.ok(tools.every(({ bottom }) => bottom <= board.top));
    if (viewport.width >= 1200)
      assert.equal(
        await page.locator(".tools").evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth),
        false,
        "all tools are seen",
      );
    const endings = await page.locator(".standings .name").evaluateAll((names) =>
      names.map((name) => {
        const ending = name.querySelector(".ending");
        const cell = name.closest("th")?.getBoundingClientRect();
        const box = ending?.getBoundingClientRect();
        return box && cell && box.right <= cell.right + 1 ? ending?.textContent : undefined;
      }),
    );
    assert.equal(new Set(endings).size, 12, endings.join(" "));
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  });
}

for (const address of ["#match=m&turn=20", "?projector#match=m&turn=39&play"]) {
  pageTest(`the sentence of a moment covers no row of the board (${address})`, async (lab) => {
    recordTwelve(lab);
    const page = await lab.open((await lab.watch("m.blast")) + address, { viewport: { width: 1280, height: 720 } });
    if (!address.startsWith("?")) {
      await untilTurn(page, 20);
      await page.keyboard.press("h");
    }
    await page.locator(".moment-text:not(:empty)").waitFor();
    const { board, told } = await boxes(page);
    assert.ok(board && told && told.top >= board.bottom - 1, JSON.stringify({ board, told }));
    assert.ok(told.bottom <= 720);
  });
}

pageTest("sudden death: the chart shows who lives, and equal scores have equal ranks", async (lab) => {
  const players = ["hunter", "expert", "greedy", "random"].flatMap((name) => ["--bot", `builtin:${name}`]);
  lab.record("s.blast", "--map", "maze4", "--seed", "3", "--turns", "60", "--special", "builtin:ghost", ...players);
  const page = await lab.open((await lab.watch("s.blast")) + "#match=s&turn=30");
  await untilTurn(page, 30);
  await page.getByRole("button", { name: "Alive", pressed: true }).waitFor();
  const { header } = await api(page, "/api/matches/s");
  const frame = (await firstFrames(page, "s"))[30];
  const told = await until(
    () => page.locator('.plot[data-chart="living"]').getAttribute("aria-label"),
    (text) => /^Alive at turn 30:/.test(text ?? ""),
    "the chart in words",
  );
  for (const [player, { living }] of frame.players.entries())
    assert.ok(told?.includes(`${header.players[player].name} ${living} alive`), told ?? "");
  const shown = await page
    .locator(".standings:not(.series) tbody tr")
    .evaluateAll((rows) =>
      rows.map((row) => [row.querySelector(".rank")?.textContent, row.querySelectorAll("td.number")[0]?.textContent]),
    );
  const ranked = shown.filter(([rank]) => rank !== "–");
  assert.equal(ranked.length, 4);
  assert.ok(new Set(ranked.map(([, score]) => score)).size < 4, "some scores are equal");
  for (const [rank, score] of ranked) {
    const better = ranked.filter(([, other]) => Number(other) > Number(score)).length;
    assert.equal(rank, String(better + 1), `score ${score}`);
  }
});

pageTest("a live series opens live and tells no moments of its matches while others follow", async (lab) => {
  const players = bots.flatMap((name) => ["--bot", `builtin:${name}`]);
  const address = await lab.play(
    ...["--games", "400", "--jobs", "1", "--map", "tiny", "--seed", "4", "--turns", "30", "--delay", "70ms"],
    ...players,
  );
  const visitor = await lab.visitor();
  const page = await visitor.context.newPage();
  await page.addInitScript(() => {
    const look = () => {
      if (document.querySelector(".moment")?.checkVisibility()) Reflect.set(window, "told", true);
      if (document.querySelector(".transport .live[aria-pressed=true]")) Reflect.set(window, "live", true);
      requestAnimationFrame(look);
    };
    look();
  });
  await page.goto(address);
  await page.locator(".match").waitFor();
  const first = (await api(page, "/api/series")).played;
  await until(
    async () => (await api(page, "/api/series")).played,
    (played) => played >= first + 4,
    "four more matches",
  );
  assert.equal(await page.evaluate(() => Reflect.get(window, "live")), true);
  assert.equal(await page.evaluate(() => Reflect.get(window, "told")), undefined);
});
