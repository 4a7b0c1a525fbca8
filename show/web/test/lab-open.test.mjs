// What can be opened in the laboratory: folders of bots of both games, and links.
import assert from "node:assert/strict";
import { join } from "node:path";
import { alone } from "./browser.mjs";
import { pageTest } from "./lab.mjs";
import { changeLine, ended, enter, serve, setUp, untilOver, untilStatus } from "./lab-desk.mjs";
import { must } from "./program.mjs";
import { button, goTo, untilTurn } from "./view.mjs";

alone(); // because a test uses the clipboard

/** @typedef {import("playwright-core").Page} Page */

/** @param {Page} page */
const game = (page) => page.getByLabel("Game", { exact: true }).inputValue();

/**
 * Opens a folder as the reader's bot.
 * @param {Page} page
 * @param {string} folder
 */
async function openFolder(page, folder) {
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), button(page, "Open folder…").click()]);
  await chooser.setFiles(folder);
}

pageTest("the folder of a bot of the other game switches the page's game, and back", async (lab) => {
  must(lab.folder, "bot", "new", "bomber", "--game", "bomberman", "--lang", "javascript", "--protocol", "stdio");
  must(lab.folder, "bot", "new", "hexa", "--lang", "javascript");
  const page = await enter(lab, await serve(lab), { reducedMotion: "reduce" });
  await changeLine(page, "GAIN = 8", "const BOMB = { range: 3, delay: 3 }, GAIN = 5; // kept");
  await openFolder(page, join(lab.folder, "bomber"));
  await untilStatus(page, /^Opened\. /);
  assert.equal(await game(page), "bomberman");
  await page.locator(".cm-line", { hasText: "A starter bot for 2016-Bomberman" }).waitFor();
  await setUp(page, { seed: 7, turns: 20 });
  await untilOver(page, () => page.keyboard.press("Control+Enter"));
  assert.doesNotMatch(await untilStatus(page, ended), /left|refused/);

  await openFolder(page, join(lab.folder, "hexa"));
  await untilStatus(page, /^Opened\. /);
  assert.equal(await game(page), "hexabomb");
  await page.locator(".cm-line", { hasText: "A starter bot for hexabomb" }).waitFor();
  await button(page, "Versions").click(); // the bot that was open before is now a version
  await page.locator("dialog[open]").getByRole("listitem").nth(0).waitFor();
});

pageTest("the folder of a bot that is started in each round is refused with the way to one that runs", async (lab) => {
  must(lab.folder, "bot", "new", "rounds", "--game", "bomberman", "--lang", "javascript");
  const page = await enter(lab, await serve(lab), { reducedMotion: "reduce" });
  await changeLine(page, "GAIN = 8", "const BOMB = { range: 3, delay: 3 }, GAIN = 5; // kept");
  await openFolder(page, join(lab.folder, "rounds"));
  const text = await untilStatus(page, /^This cannot be opened: the bot is started anew in each round/);
  assert.equal(await game(page), "hexabomb");
  await page.locator(".cm-line", { hasText: "// kept" }).waitFor();

  const [, command = ""] = /blastyard (bot new .*) makes one that it can run\.$/.exec(text) ?? [];
  must(lab.folder, ...command.split(" "));
  await openFolder(page, join(lab.folder, "mybot"));
  await untilStatus(page, /^Opened\. /);
  assert.equal(await game(page), "bomberman");
});

pageTest("the folder of a bot in a language that the page does not run is refused, and the bot stays", async (lab) => {
  must(lab.folder, "bot", "new", "gopher", "--lang", "go");
  must(lab.folder, "bot", "new", "snake", "--lang", "python");
  const page = await enter(lab, await serve(lab), { reducedMotion: "reduce" });
  await changeLine(page, "GAIN = 8", "const BOMB = { range: 3, delay: 3 }, GAIN = 5; // kept");
  await openFolder(page, join(lab.folder, "gopher"));
  await untilStatus(
    page,
    /^This cannot be opened: there is no bot\.js in this folder; the page runs bots in JavaScript and, where it is served, in Python\.$/,
  );
  await openFolder(page, join(lab.folder, "snake"));
  await untilStatus(
    page,
    /^This cannot be opened: this bot is in Python, and this page has none: blastyard lab --python DIR /,
  );
  await page.locator(".cm-line", { hasText: "// kept" }).waitFor();
});

pageTest("a link carries the turn that is shown: there the first match stays", async (lab) => {
  const page = await enter(lab, await serve(lab), { reducedMotion: "reduce" });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await setUp(page, { map: "tiny", seed: 7, turns: 30 });
  await untilOver(page, () => button(page, "Run").click());
  await goTo(page, 21);
  await button(page, "Copy link").click();
  await untilStatus(page, /^Copied/);
  const other = await enter(lab, await page.evaluate(() => navigator.clipboard.readText()));
  await untilStatus(other, /^Run plays the match of the link and shows turn 21\.$/);
  await untilOver(other, () => button(other, "Run").click());
  await untilTurn(other, 21);
  await other.getByRole("button", { name: "Play (space)" }).waitFor(); // it does not play
});

pageTest("a link carries the game, all opponents, the seat and the turns", async (lab) => {
  const address = await serve(lab);
  const page = await enter(lab, address);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const copy = async () => {
    await button(page, "Copy link").click();
    await untilStatus(page, /^Copied/);
    return page.evaluate(() => navigator.clipboard.readText());
  };
  /** @param {Page} page */
  const fields = async (page) => ({
    game: await game(page),
    own: await page.getByLabel("Your seat").inputValue(),
    seed: await page.getByLabel("Seed", { exact: true }).inputValue(),
    turns: await page.getByRole("spinbutton", { name: "Turns" }).inputValue(),
    opponents: await page
      .getByRole("group", { name: "Opponents" })
      .locator("select")
      .evaluateAll((all) => all.map((one) => /** @type {HTMLSelectElement} */ (one).value)),
  });
  await setUp(page, { map: "arena4", opponent: "builtin:hunter", seed: 12, turns: 37 });
  await button(page, "One more opponent").click();
  await page.getByLabel("Opponent 2").selectOption("builtin:expert");
  await page.getByLabel("Your seat").selectOption("human");
  const first = await copy();
  await page.getByLabel("Game", { exact: true }).selectOption("bomberman");
  await page.locator(".cm-line", { hasText: "A starter bot for 2016-Bomberman" }).waitFor();
  await setUp(page, { seed: 5, turns: 30 });
  for (let i = 0; i < 2; i++) await button(page, "One more opponent").click();
  await page.getByLabel("Opponent 3").selectOption("human");
  const second = await copy();
  for (const [link, expected] of /** @type {const} */ ([
    [
      first,
      { game: "hexabomb", own: "human", seed: "12", turns: "37", opponents: ["builtin:hunter", "builtin:expert"] },
    ],
    [
      second,
      {
        game: "bomberman",
        own: "page",
        seed: "5",
        turns: "30",
        opponents: ["builtin:random", "builtin:random", "human"],
      },
    ],
  ]))
    assert.deepEqual(await fields(await enter(lab, link)), expected);
});

pageTest("a function that returns nothing is told in plain words at its line", async (lab) => {
  const page = await enter(lab, await serve(lab), { reducedMotion: "reduce" });
  await changeLine(page, "function chooseActions", "function chooseActions(state, playerId, mayRevive) { return;");
  await setUp(page, { map: "tiny", seed: 3, turns: 20 });
  await untilOver(page, () => page.keyboard.press("Control+Enter"));
  const text = await untilStatus(page, ended);
  assert.match(
    text,
    /Your bot left in turn \d+: its program failed: TypeError: act got undefined, expected a list of actions: what does chooseActions return\? \(bot\.js:\d+\)/,
  );
  await page.getByRole("button", { name: "Show the line" }).click();
  await page.locator(".cm-activeLine", { hasText: "client.act(chooseActions(" }).waitFor();
});
