// A match as one HTML file that includes the rules: it can be checked and played on from disk, without any request.
import assert from "node:assert/strict";
import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { check, dialog } from "./check.mjs";
import { bomberman, hexabomb, pageTest } from "./lab.mjs";
import { playOn } from "./playon.mjs";
import { must, run, tamper } from "./program.mjs";
import { button, goTo, until, untilState, untilTurn } from "./view.mjs";

/** @typedef {import("./lab.mjs").Lab} Lab */
/** @typedef {import("playwright-core").Page} Page */

const most = 3 << 20; // bytes of a file

/**
 * Exports a replay with the rules and opens the file from disk, for a visitor without a network.
 * @param {Lab} lab
 * @param {string} replay
 * @param {number} turn
 */
async function open(lab, replay, turn) {
  must(lab.folder, "replay", "export", replay, "-o", "m.html", "--lab");
  const file = join(lab.folder, "m.html");
  const { size } = statSync(file);
  assert.ok(size <= most, `${size} bytes`);
  const visitor = await lab.visitor();
  await visitor.context.setOffline(true);
  const address = pathToFileURL(file).href;
  const page = await visitor.open(`${address}#turn=${turn}`);
  await page.locator(".match").waitFor();
  await untilTurn(page, turn);
  /** Asserts that nothing but the file itself was requested. */
  const alone = () =>
    assert.deepEqual(
      visitor.requests.filter((url) => !/^(data|blob):/.test(url)),
      [address],
    );
  return { page, alone };
}

for (const [game, args, turns] of /** @type {const} */ ([
  ["hexabomb", hexabomb, 60],
  ["hexabomb of 2018", ["--rules", "2018", ...hexabomb], 60],
  ["2016-Bomberman", bomberman, 119],
])) {
  pageTest(`${game}: a file from the disk is checked`, async (lab) => {
    lab.record("m.blast", ...args);
    const { page, alone } = await open(lab, "m.blast", 20);
    assert.equal(page.workers().length, 0); // the rules are not loaded before they are needed
    assert.equal(await check(page), `${turns} turns, all as recorded`);
    assert.equal(page.workers().length, 1);
    alone();
  });
}

pageTest("a file whose replay was changed names the turn, and goes there", async (lab) => {
  lab.record("a.blast", ...hexabomb);
  tamper(lab.folder, "a.blast", "b.blast", 17);
  const { page, alone } = await open(lab, "b.blast", 3);
  assert.match(await check(page), /^Turn 17 is not as recorded: hash: the replay has /);
  await dialog(page).getByRole("button", { name: "Go to turn 17" }).click();
  await untilTurn(page, 17);
  alone();
});

/**
 * Chooses an item of the menu.
 * @param {Page} page
 * @param {string} name
 */
async function choose(page, name) {
  await button(page, "Menu").click();
  await page.getByRole("menuitem", { name: new RegExp(`^${name}`) }).click();
}

/** @param {Page} page */
const heading = (page) => page.getByRole("heading", { level: 1 }).textContent();
/** @param {Page} page */
const compared = (page) => page.getByText("Thin and dashed: the match that this one was played on from.");
/** @param {Page} page */
const chart = (page) => page.locator(".charts .plot").getAttribute("aria-label");

for (const [game, args, turn, nothing] of /** @type {const} */ ([
  ["hexabomb", hexabomb, 25, "Enter"],
  ["hexabomb of 2018", ["--rules", "2018", ...hexabomb], 3, "Enter"],
  ["2016-Bomberman", bomberman, 12, "Space"],
])) {
  pageTest(`${game}: a file from the disk is played on by hand, and back again`, async (lab) => {
    lab.record("m.blast", ...args);
    const { page, alone } = await open(lab, "m.blast", turn);
    const recorded = await heading(page);
    const before = await chart(page);
    const on = await playOn(page);
    const selects = on.locator("select");
    assert.equal(await on.getByRole("heading").textContent(), `Play on from turn ${turn}`);
    assert.equal(await selects.nth(0).inputValue(), "human");
    for (const select of (await selects.all()).slice(1)) assert.equal(await select.inputValue(), "stand-in");
    await on.getByRole("button", { name: "Play on" }).click();
    const asked = page.locator(".seat");
    for (let now = turn; now < turn + 4; now++) {
      await until(
        () => asked.getAttribute("data-turn"),
        (asks) => asks === String(now),
        `turn ${now} to be asked for`,
      );
      await untilTurn(page, now);
      await page.keyboard.press(nothing);
    }
    await until(
      () => asked.getAttribute("data-turn"),
      (asks) => asks === String(turn + 4),
      "the next turn to be asked for",
    );
    assert.match((await heading(page)) ?? "", new RegExp(`^from turn ${turn} of `));
    await untilState(page, /^Live$/);
    assert.equal(await page.locator(".match-of").textContent(), ""); // it is not in a series
    await compared(page).waitFor();
    await button(page, "Menu").click();
    for (const name of ["Check the replay", "Download the replay", "Play on from here"]) {
      const item = page.getByRole("menuitem", { name: new RegExp(`^${name}`) });
      assert.equal(await item.getAttribute("aria-disabled"), "true");
      assert.match((await item.textContent()) ?? "", /goes on/);
    }
    await page.getByRole("menuitem", { name: "Back to the match it came from" }).click();
    await untilTurn(page, turn);
    assert.equal(await heading(page), recorded);
    assert.equal(await chart(page), before);
    assert.equal(await compared(page).isVisible(), false);
    assert.equal(await asked.isVisible(), false);
    assert.match(await check(page), /^\d+ turns, all as recorded$/);
    alone();
  });
}

pageTest("giving up by hand plays a match to its end, and the check knows it", async (lab) => {
  lab.record("m.blast", ...hexabomb);
  const { page, alone } = await open(lab, "m.blast", 50);
  await (await playOn(page)).getByRole("button", { name: "Play on" }).click();
  await page.locator(".seat[data-turn='50']").waitFor();
  await page.keyboard.press("e");
  await page.keyboard.press("Enter");
  await page.locator(".seat[data-turn='51']").waitFor();
  await button(page, "Give up").click();
  await button(page, "Really give up\\?").click();
  await untilState(page, /wins|No winner/);
  await page.keyboard.press("Escape");
  assert.equal(await check(page), "60 turns, all as recorded");
  alone();
});

pageTest(
  "bots play a file from the disk on to its end, whose replay is checked, saved and played on again",
  async (lab) => {
    lab.record("m.blast", ...hexabomb, "--bot", "builtin:hunter", "--bot", "builtin:hunter");
    const { page, alone } = await open(lab, "m.blast", 20);
    const on = await playOn(page);
    await on.locator("select").nth(0).selectOption("builtin:idle");
    await on.locator("select").nth(1).selectOption("stand-in");
    await on.getByRole("button", { name: "Play on" }).click();
    await until(
      () => heading(page),
      (text) => /^from turn 20 of /.test(text ?? ""),
      "the new match",
    );
    await compared(page).waitFor();
    await page.keyboard.press("End");
    await untilTurn(page, 60);
    await untilState(page, /wins|No winner/);
    await page.keyboard.press("Escape");
    assert.equal(await check(page), "60 turns, all as recorded");
    await page.keyboard.press("Escape");
    const { name, content } = await lab.download(page, () => choose(page, "Download the replay"));
    assert.match(name, /^from-turn-20-of-.*\.blast$/);
    writeFileSync(join(lab.folder, "on.blast"), content);
    assert.match(run(lab.folder, "replay", "verify", "on.blast").stdout, /60 turns, all as recorded/);

    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowLeft"); // it does not go on playing
    await goTo(page, 5);
    const again = await playOn(page);
    for (const select of await again.locator("select").all()) await select.selectOption("stand-in");
    await again.getByRole("button", { name: "Play on" }).click();
    await until(
      () => heading(page),
      (text) => /^from turn 5 of from turn 20 of /.test(text ?? ""),
      "the match after that",
    );
    await choose(page, "Back to the match it came from");
    await until(
      () => heading(page),
      (text) => /^from turn 20 of /.test(text ?? ""),
      "the new match again",
    );
    await choose(page, "Back to the match it came from");
    await until(
      () => heading(page),
      (text) => !/^from turn/.test(text ?? ""),
      "the recorded match",
    );
    await untilTurn(page, 20);
    alone();
  },
);
