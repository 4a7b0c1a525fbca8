// The page on a large screen that nobody touches.
import assert from "node:assert/strict";
import { hexabomb, pageTest } from "./lab.mjs";
import { until, untilTurn } from "./view.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** @param {Page} page */
async function assertNoControls(page) {
  const seen = await page.locator(".transport, .tools, .zoom, .actions, .tabs, .scrub, select, dialog").filter({ visible: true }).count();
  assert.equal(seen, 0);
}

/** @param {Page} page */
async function assertFits(page) {
  const outside = await page.evaluate(() => [...document.querySelectorAll(".standings tbody tr, .plot, .stage canvas, .top h1, .top .turn-of")]
    .filter((element) => element.checkVisibility())
    .filter((element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      return left < 0 || top < 0 || right > innerWidth + 1 || bottom > innerHeight + 1;
    }).map((element) => element.outerHTML.slice(0, 80)));
  assert.deepEqual(outside, []);
}

/**
 * Notes, from now on, what is shown after what: "match 1", "standings 1", "match 2", …
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
  const address = await lab.play("--games", "100", "--jobs", "1", "--map", "tiny", "--seed", "4", "--turns", "40", "--delay", "60ms",
    "--bot", "builtin:hunter", "--bot", "builtin:greedy", "--bot", "builtin:random");
  const page = await lab.open(`${address}?projector`, { viewport: { width: 1920, height: 1080 } });
  const course = await noteCourse(page);
  await untilTurn(page, (turn) => turn > 2);
  await assertNoControls(page);
  await assertFits(page);
  assert.equal(await page.locator(".standings tbody tr").count(), 3);
  await page.locator(".turn-of", { hasText: /^Turn \d+ of 40$/ }).waitFor();
  const final = () => page.evaluate(() => {
    const element = document.querySelector(".final:not([hidden])");
    return element && { headline: element.querySelector("h2")?.textContent ?? "", players: element.querySelectorAll("li").length };
  });
  const shown = await until(final, (standings) => standings !== null, "the standings");
  await assertNoControls(page);
  assert.equal(shown?.players, 3);
  assert.match(shown?.headline ?? "", /wins|No winner/);
  await until(course, (seen) => /match (\d+),standings \1,match/.test(seen.join()), "a match, its standings and the next match");
});

pageTest("watch --projector opens like this, Escape and a double click end it", async (lab) => {
  lab.record("h.blast", ...hexabomb);
  const page = await lab.open(await lab.watch("h.blast", "--projector"), { viewport: { width: 1920, height: 1080 }, colorScheme: "dark" });
  await page.getByRole("region", { name: "Final standings" }).waitFor();
  await assertNoControls(page);
  await page.keyboard.press("Escape");
  await page.getByRole("slider", { name: "Turn" }).waitFor();
  await page.getByRole("button", { name: /^Projector mode/ }).click();
  await page.getByRole("slider", { name: "Turn" }).waitFor({ state: "hidden" });
  await page.mouse.dblclick(400, 400);
  await page.getByRole("slider", { name: "Turn" }).waitFor();
});
