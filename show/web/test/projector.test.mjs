// The page on a large screen without a user.
import assert from "node:assert/strict";
import { hexabomb, pageTest } from "./lab.mjs";
import { must } from "./program.mjs";
import { api, until, untilAddress, untilTurn } from "./view.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** The arguments of a match that is over soon and has few events. */
const brief = [
  "--map",
  "tiny",
  "--turns",
  "6",
  "--bot",
  "builtin:hunter",
  "--bot",
  "builtin:greedy",
  "--bot",
  "builtin:random",
];

/** @param {Page} page */
async function assertNoControls(page) {
  const seen = await page
    .locator(".transport, .tools, .zoom, .actions, .tabs, .scrub, select, dialog")
    .filter({ visible: true })
    .count();
  assert.equal(seen, 0);
}

/** @param {Page} page */
async function assertFits(page) {
  const outside = await page.evaluate(() =>
    [...document.querySelectorAll(".standings tbody tr, .plot, .stage canvas, .top h1, .top .turn-of")]
      .filter((element) => element.checkVisibility())
      .filter((element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        return left < 0 || top < 0 || right > innerWidth + 1 || bottom > innerHeight + 1;
      })
      .map((element) => element.outerHTML.slice(0, 80)),
  );
  assert.deepEqual(outside, []);
}

/**
 * Records from now on the sequence of what is shown: "match 1", "standings 1", "match 2", …
 * @param {Page} page
 */
async function noteCourse(page) {
  await page.evaluate(() => {
    /** @type {string[]} */
    const course = [];
    Reflect.set(window, "course", course);
    let match = 0;
    /** @type {Element | null} */
    let last = null;
    const look = () => {
      const element = document.querySelector(".match");
      if (element && element !== last) match++;
      last = element;
      const now = `${element?.querySelector(".final")?.checkVisibility() ? "standings" : "match"} ${match}`;
      if (now !== course.at(-1)) course.push(now);
      requestAnimationFrame(look);
    };
    look();
  });
  return () => page.evaluate(() => /** @type {string[]} */ (Reflect.get(window, "course")));
}

pageTest("a projector follows a series from match to match, with standings between", async (lab) => {
  const address = await lab.play(
    "--games",
    "1000",
    "--jobs",
    "1",
    "--map",
    "tiny",
    "--seed",
    "4",
    "--turns",
    "12",
    "--delay",
    "60ms",
    "--bot",
    "builtin:hunter",
    "--bot",
    "builtin:greedy",
    "--bot",
    "builtin:random",
  );
  const page = await lab.open(`${address}?projector`, { viewport: { width: 1920, height: 1080 } });
  const course = await noteCourse(page);
  await untilTurn(page, (turn) => turn > 2);
  await assertNoControls(page);
  await assertFits(page);
  assert.equal(await page.locator(".standings tbody tr").count(), 3);
  await page.locator(".turn-of", { hasText: /^Turn \d+ of 12$/ }).waitFor();
  assert.doesNotMatch((await page.locator(".top").textContent()) ?? "", /seed/); // an audience does not need the number
  const final = () =>
    page.evaluate(() => {
      const element = document.querySelector(".final:not([hidden])");
      return (
        element && {
          headline: element.querySelector("h2")?.textContent ?? "",
          players: element.querySelectorAll("li").length,
        }
      );
    });
  const shown = await until(final, (standings) => standings !== null, "the standings");
  await assertNoControls(page);
  assert.equal(shown?.players, 3);
  assert.match(shown?.headline ?? "", /wins|No winner/);
  await until(
    course,
    (seen) => /match (\d+),standings \1,match/.test(seen.join()),
    "a match, its standings and the next match",
  );
});

/**
 * Records which matches the page shows, in order.
 * @param {Page} page
 */
async function noteMatches(page) {
  await page.evaluate(() => {
    /** @type {string[]} */
    const shown = [];
    Reflect.set(window, "shown", shown);
    const look = () => {
      const id = new URLSearchParams(location.hash.slice(1)).get("match");
      if (id !== null && shown.at(-1) !== id) shown.push(id);
      requestAnimationFrame(look);
    };
    look();
  });
  return () => page.evaluate(() => /** @type {string[]} */ (Reflect.get(window, "shown")));
}

pageTest("watch --projector plays the replays of a folder one after the other, for ever", async (lab) => {
  for (const [file, seed] of [
    ["a", 4],
    ["b", 5],
  ])
    lab.record(`${file}.blast`, ...brief, "--seed", `${seed}`);
  const page = await lab.open(await lab.watch(".", "--projector"), {
    viewport: { width: 1920, height: 1080 },
    colorScheme: "dark",
  });
  const matches = await noteMatches(page);
  await page.keyboard.press("9");
  await assertNoControls(page);
  await page.getByRole("region", { name: "Final standings" }).waitFor();
  await assertNoControls(page);
  assert.doesNotMatch(await page.locator("body").innerText(), /waiting/i);
  const seen = await until(matches, (list) => list.length >= 3, "both matches and the first one again");
  assert.deepEqual(seen.slice(0, 3), [seen[0], seen[0] === "a" ? "b" : "a", seen[0]]);
});

pageTest("Shift P, Escape and a double click: the projector comes back to the turn that was shown", async (lab) => {
  lab.record("h.blast", ...hexabomb, "--turns", "500"); // its end is far away
  const page = await lab.open((await lab.watch("h.blast")) + "#match=h&turn=34");
  await untilTurn(page, 34);
  await page.keyboard.press("Shift+P");
  await page.getByRole("slider", { name: "Turn" }).waitFor({ state: "hidden" });
  await untilTurn(page, (turn) => turn > 36 && turn < 400); // it goes on playing from there
  await page.keyboard.press("Escape");
  await page.getByRole("slider", { name: "Turn" }).waitFor();
  await untilTurn(page, 34);
  await page.getByRole("button", { name: "Play (space)" }).waitFor(); // it was paused before
  await page.getByRole("spinbutton", { name: "Go to turn" }).fill("490");
  await page.keyboard.press("Enter");
  await untilTurn(page, 490);
  await page.getByRole("button", { name: /^Projector mode/ }).click();
  await page.locator(".moment").waitFor();
  await page.keyboard.press("Escape"); // this ends the moments, not the mode
  await page.getByRole("region", { name: "Final standings" }).waitFor();
  await page.mouse.dblclick(400, 400);
  await untilTurn(page, 490);
  assert.equal(await page.getByRole("region", { name: "Final standings" }).isVisible(), false);
});

pageTest(
  "who leaves the projector while the next match is being opened stays at the turn that was shown",
  async (lab) => {
    for (const [file, seed] of [
      ["a", 4],
      ["b", 5],
    ])
      lab.record(`${file}.blast`, ...brief, "--seed", `${seed}`);
    const page = await lab.open((await lab.watch(".")) + "#match=a&turn=3");
    await untilTurn(page, 3);
    await page.keyboard.press("9");
    /** @type {import("playwright-core").Route[]} */
    const held = [];
    await page.route("**/api/matches/b", (route) => void held.push(route));
    await page.keyboard.press("Shift+P");
    await until(
      () => held.length,
      (requests) => requests === 1,
      "the request for the next match",
    );
    await page.keyboard.press("Escape");
    await untilTurn(page, 3);
    const answered = page.waitForResponse("**/api/matches/b");
    await held[0]?.continue();
    await (await answered).finished();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await untilAddress(page, /#match=a&turn=3$/);
    await untilTurn(page, 3);
  },
);

pageTest("after the last match of a series its final result stays, and nothing waits", async (lab) => {
  const address = await lab.play("--games", "2", "--jobs", "1", ...brief, "--seed", "4", "--delay", "60ms");
  const page = await lab.open(`${address}?projector`, { viewport: { width: 1280, height: 720 } });
  await page.evaluate(() => {
    const look = () => {
      if (/waiting/i.test(document.body.innerText)) Reflect.set(window, "waited", document.body.innerText);
      requestAnimationFrame(look);
    };
    look();
  });
  const board = page.getByRole("region", { name: "Series" });
  await board.getByRole("heading", { name: /^Final result: / }).waitFor();
  const series = await api(page, "/api/series");
  const first = series.entrants.filter((/** @type {any} */ { rank }) => rank === 1);
  assert.equal(series.complete, true);
  for (const { name } of first) assert.ok((await board.getByRole("heading").textContent())?.includes(name));
  assert.equal(await board.locator("tbody tr").count(), series.entrants.length);
  await assertNoControls(page);
  assert.equal(await page.evaluate(() => Reflect.get(window, "waited")), undefined);
  await page.keyboard.press("Escape");
  await board.waitFor({ state: "hidden" });
  await page.getByRole("slider", { name: "Turn" }).waitFor();
});

/**
 * The parts of a large table that are cut: rows outside the screen, incomplete letters and numbers, and overlapping
 * texts.
 * @param {Page} page
 * @param {string} rows
 * @param {string} whole
 */
function cutIn(page, rows, whole) {
  return page.evaluate(
    ({ rows, whole }) => {
      const wrong = [];
      for (const element of document.querySelectorAll(`${rows}, ${rows.split(" ")[0]} h2`)) {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        if (left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5)
          wrong.push(`outside: ${element.textContent?.slice(0, 40)} ${[left, top, right, bottom].map(Math.round)}`);
      }
      for (const element of document.querySelectorAll(whole))
        if (element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).display !== "inline")
          wrong.push(`cut: ${element.className} ${element.textContent}`);
      for (const row of document.querySelectorAll(rows)) {
        const parts = [...row.children].map((child) => child.getBoundingClientRect());
        for (const [i, part] of parts.entries())
          if (i > 0 && part.left < (parts[i - 1]?.right ?? 0) - 0.5)
            wrong.push(`over each other: ${row.textContent?.slice(0, 40)}`);
      }
      return wrong;
    },
    { rows, whole },
  );
}

const sizes = /** @type {const} */ ([
  [1024, 768],
  [1280, 720],
  [1920, 1080],
]);

/**
 * Asserts that nothing is cut on screens of all sizes.
 * @param {Page} page
 * @param {() => Promise<string[]>} ask what is cut
 */
async function assertWhole(page, ask) {
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    await until(
      () => page.evaluate(() => `${innerWidth} by ${innerHeight}`),
      (size) => size === `${width} by ${height}`,
      "the size of the screen",
    );
    assert.deepEqual(await ask(), [], `${width} by ${height}`);
  }
}

for (const rows of [12, 24]) {
  pageTest(`the table of ${rows} entrants between two matches is whole on screens of all sizes`, async (lab) => {
    lab.record("a.blast", ...brief, "--seed", "4");
    const visitor = await lab.visitor();
    const page = await visitor.context.newPage();
    const entrants = Array.from({ length: rows }, (_, i) => ({
      entrant: i + 1,
      name: i % 3 === 1 ? `a team that has a really long name ${i}` : `bot${i}`,
      bot: "",
      matches: 1234,
      wins: 1000 - 30 * i,
      draws: 34,
      losses: 200 + 30 * i,
      mean: 12_345.6 - 400 * i,
      low: 12_000 - 400 * i,
      high: 12_700 - 400 * i,
      last: ["win", "draw", "loss", "win", "loss"],
      crashes: i % 4 === 0 ? 12 : 0,
      late: i % 2 ? 345 : 0,
      rank: i + 1,
    }));
    // More matches will follow, so the table stays.
    await page.route("**/api/series", (route) =>
      route.fulfill({
        json: {
          title: "a series of twelve",
          planned: 2000,
          played: 1234,
          match: 0,
          live: true,
          complete: false,
          entrants,
        },
      }),
    );
    await page.goto(`${await lab.watch(".")}?projector#match=a&turn=5`);
    const board = page.getByRole("region", { name: "Series" });
    await board.waitFor();
    assert.equal(await board.locator("tbody tr").count(), rows);
    assert.equal(await board.locator("table").count(), rows > 12 ? 2 : 1);
    await assertWhole(page, async () => {
      const wrong = await cutIn(
        page,
        ".series-board tbody tr",
        ".series-board .badge, .series-board .number, .series-board .mean strong, .series-board .rank",
      );
      const { letters, least } = await board
        .locator(".name")
        .first()
        .evaluate((element) => ({
          letters: parseFloat(getComputedStyle(element).fontSize),
          least: Math.min(innerHeight, 0.5625 * innerWidth) / 46,
        }));
      return letters >= least ? wrong : [...wrong, `letters of ${letters} pixels`];
    });
  });
}

pageTest("the final standings of 12 players are whole on screens of all sizes", async (lab) => {
  must(
    lab.folder,
    "map",
    "generate",
    "hexabomb",
    "--players",
    "12",
    "--cells",
    "120",
    "--characters",
    "1",
    "--out",
    "m.json",
  );
  lab.record(
    "m.blast",
    "--map",
    "m.json",
    "--seed",
    "4",
    "--turns",
    "8",
    ...Array.from({ length: 12 }, (_, i) => ["--bot", `builtin:${["hunter", "greedy", "random"][i % 3]}`]).flat(),
  );
  const page = await lab.open(`${await lab.watch("m.blast")}?projector#match=m&turn=7&play`); // the last match
  await page.getByRole("region", { name: "Final standings" }).waitFor();
  await assertWhole(page, async () => {
    assert.equal(await page.locator(".final li").count(), 12);
    return cutIn(page, ".final li", ".final .badge, .final .score, .final .rank");
  });
});
