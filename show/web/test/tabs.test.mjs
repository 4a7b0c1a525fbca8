// One browser with many tabs: however many of them watch, only one event stream is open at the server.
import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Course } from "./course.mjs";
import { counting } from "./counting.mjs";
import { hexabomb as usual, pageTest } from "./lab.mjs";
import { ownLoopback } from "./program.mjs";
import { until, untilState, untilTurn } from "./view.mjs";

const hexabomb = ["--map", "tiny", "--seed", "4", "--turns", "25", "--bot", "builtin:idle"]; // ann plays in each turn
const tabs = 12;

/**
 * Removes from pages what some browsers do not have.
 * @param {string[]} names
 */
const without = (names) => `for (const name of ${JSON.stringify(names)}) delete globalThis[name];`;

for (const [browser, missing] of /** @type {[string, string[]][]} */ ([
  ["with shared workers", []],
  ["without shared workers", ["SharedWorker"]],
])) {
  pageTest(`twelve tabs and a projector ${browser} load and follow with one stream`, async (lab) => {
    const course = await Course.begin(lab, ...hexabomb);
    const server = await counting(course.page);
    try {
      const visitor = await lab.visitor();
      await visitor.context.addInitScript(without(missing));
      const pages = [];
      for (let i = 0; i < tabs; i++) pages.push(await visitor.open(server.page));
      pages.push(await visitor.open(`${server.page}?projector`));
      for (const page of pages) await page.locator(".match").waitFor();
      for (const turn of [2, 5]) {
        await course.reach(turn);
        for (const page of pages) await untilTurn(page, turn);
      }
      await until(
        () => server.streams,
        (n) => n === 1,
        "one stream",
      );
      // Without shared workers, several pages may lead until they hear of each other.
      if (missing.length === 0) assert.ok(server.most <= 2, `${server.most} streams were open at a time`);
      await course.finish();
      for (const page of pages) await untilState(page, /wins|No winner/);
      await until(
        () => server.streams,
        (n) => n === 0,
        "no stream once all is over",
      );
    } finally {
      await server.close();
    }
  });
}

pageTest("tabs without a channel have a stream each, and those that are hidden let go of it", async (lab) => {
  const course = await Course.begin(lab, ...hexabomb);
  const server = await counting(course.page);
  try {
    const visitor = await lab.visitor();
    await visitor.context.addInitScript(without(["SharedWorker", "BroadcastChannel"]));
    const pages = [await visitor.open(server.page), await visitor.open(server.page)];
    await course.reach(2);
    for (const page of pages) await untilTurn(page, 2);
    await until(
      () => server.streams,
      (n) => n === 2,
      "a stream each",
    );
    await show(pages[0], false);
    await until(
      () => server.streams,
      (n) => n === 1,
      "the hidden tab lets go",
    );
    await course.reach(4);
    if (pages[1]) await untilTurn(pages[1], 4);
    await show(pages[0], true);
    if (pages[0]) await untilTurn(pages[0], 4);
    assert.equal(server.streams, 2);
  } finally {
    await server.close();
  }
});

/**
 * Hides or shows a page, as a browser does with tabs.
 * @param {import("playwright-core").Page | undefined} page
 * @param {boolean} shown
 */
async function show(page, shown) {
  await page?.evaluate((visible) => {
    Object.defineProperty(document, "hidden", { value: !visible, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, shown);
}

pageTest("when the tab that has the stream is killed, the others go on", async (lab) => {
  const course = await Course.begin(lab, ...hexabomb);
  const server = await counting(course.page);
  try {
    const visitor = await lab.visitor();
    await visitor.context.addInitScript(without(["SharedWorker"]));
    const first = await visitor.open(server.page);
    await course.reach(2);
    await untilTurn(first, 2); // it leads, because there is no other page
    const others = [await visitor.open(server.page), await visitor.open(server.page)];
    for (const page of others) await untilTurn(page, 2);
    await until(
      () => server.streams,
      (n) => n === 1,
      "one stream",
    );
    const session = await visitor.context.newCDPSession(first);
    void session.send("Page.crash").catch(() => {}); // it sends no more messages
    await first.waitForEvent("crash");
    await course.reach(7);
    for (const page of others) await untilTurn(page, 7);
  } finally {
    await server.close();
  }
});

pageTest("a finished match of a replay holds no stream, and the list of a folder is still followed", async (lab) => {
  lab.record("a.blast", ...usual);
  const server = await counting(await lab.watch("."));
  try {
    const page = await (await lab.visitor()).open(server.page);
    await page.locator(".match").waitFor();
    await until(
      () => server.asked.filter((path) => path === "/api/matches").length,
      (n) => n > 1,
      "the list to be asked for again",
    );
    assert.deepEqual(
      server.asked.filter((path) => path.includes("live")),
      [],
    );
    rmSync(join(lab.folder, "a.blast"));
  } finally {
    await server.close();
  }
});

/**
 * The arguments of a series that goes on for a minute, of a bot that takes its time.
 * @param {import("./lab.mjs").Lab} lab
 */
function slowSeries(lab) {
  mkdirSync(join(lab.folder, "slow"), { recursive: true });
  writeFileSync(join(lab.folder, "slow", "bot.toml"), 'protocol = "stdio"\ncommand = "sh bot.sh"\n');
  const answers = `while read -r line; do case $line in *'"turn"'*) sleep 0.3; echo '{"command":0}' ;; esac; done`;
  writeFileSync(join(lab.folder, "slow", "bot.sh"), `${answers}\n`);
  return ["bomberman", "--turns", "60", "--games", "4", "--jobs", "1", "--bot", "slow", "--bot", "builtin:idle"];
}

for (const mode of ["page", "projector", "page of a series", "projector of a series"]) {
  pageTest(`a server that was killed and started again is found by a ${mode}`, async (lab) => {
    const series = mode.includes("series");
    const game = series ? slowSeries(lab) : [...usual, "--bot", "human:ann"];
    const start = (/** @type {string} */ listen) =>
      lab.start("play", ...game, "--listen", listen, "--no-browser", "--replay", "none");
    const before = start(`${ownLoopback()}:0`); // an address that no other process uses, so that the port stays free
    const at = String((await before.says(/watch at http:\/\/([^/]+)\//))[1]);
    const visitor = await lab.visitor();
    visitor.expected = /Failed to load resource|ERR_/;
    const page = await visitor.open(`http://${at}/${mode.startsWith("projector") ? "#projector" : ""}`);
    await page.locator(".match").waitFor();
    const old = await matchOf(page, at);
    before.signal("SIGKILL");
    await before.ended;
    lab.programs.splice(lab.programs.indexOf(before), 1);
    await page.getByText("Connection lost").waitFor({ state: "attached" });
    const after = start(at);
    await after.says(/watch at/);
    const fresh = await until(
      () => matchOf(page, at),
      (id) => id !== undefined && id !== old,
      "the new match",
    );
    if (series) {
      const table = await (await fetch(`http://${at}/api/series`)).json();
      assert.equal(table.planned, 4, JSON.stringify(table));
    }
    if (mode.startsWith("page")) await page.getByRole("button", { name: "Watch the newest" }).click();
    await until(
      () => page.url(),
      (url) => url.includes(`match=${fresh}`),
      "the new match on the page",
    );
    await untilState(page, /^Live/);
  });
}

/**
 * The id of the match that a server is playing.
 * @param {import("playwright-core").Page} page
 * @param {string} at
 * @returns {Promise<string | undefined>}
 */
async function matchOf(page, at) {
  const response = await page.request.get(`http://${at}/api/matches`);
  return (await response.json()).matches[0]?.id;
}
