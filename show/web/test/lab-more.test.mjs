// More tests of the laboratory's page: replays, matches by hand, and the other game.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dialog } from "./check.mjs";
import { hexabomb, pageTest } from "./lab.mjs";
import { changeLine, ended, enter, serve, setUp, status, untilOver, untilStatus } from "./lab-desk.mjs";
import { must } from "./program.mjs";
import { button, goTo, until, untilTurn } from "./view.mjs";

/** @typedef {import("playwright-core").Page} Page */

/**
 * Waits until the match waits for a seat after a turn, and answers by doing nothing.
 * @param {Page} page
 * @param {number} turn
 * @param {string} key
 */
async function pass(page, turn, key) {
  await until(
    () => page.locator(".seat").getAttribute("data-turn"),
    (asks) => asks === String(turn),
    `turn ${turn} to be asked for`,
  );
  await untilTurn(page, turn);
  await page.keyboard.press(key);
}

/** @param {Page} page */
const compared = (page) => page.getByText("Thin and dashed: the match that this one was played on from.");

pageTest(
  "a replay is opened, checked, and played on with the code of the editor, by hand and with built-in bots",
  async (lab) => {
    lab.record("m.blast", ...hexabomb);
    const file = join(lab.folder, "m.blast");
    const page = await enter(lab, await serve(lab), { reducedMotion: "reduce" });
    const input = page.getByLabel("Replay", { exact: true });
    writeFileSync(join(lab.folder, "no.blast"), "no replay");
    await input.setInputFiles(join(lab.folder, "no.blast"));
    await untilStatus(page, /^no\.blast cannot be opened: /);
    await input.setInputFiles({ name: "empty.blast", mimeType: "", buffer: Buffer.alloc(0) });
    await untilStatus(page, /^empty\.blast is empty\.$/);
    await input.setInputFiles({ name: "large.blast", mimeType: "", buffer: Buffer.alloc(16_000_001) });
    await untilStatus(page, /^large\.blast has more than 16 MB/);
    assert.equal(await page.locator(".match").count(), 0);

    await input.setInputFiles(file);
    await untilStatus(page, /^m\.blast: /);
    await button(page, "Check").click();
    await until(
      () => dialog(page).locator(".result").textContent(),
      (text) => text === "60 turns, all as recorded",
      "the check",
    );
    await page.keyboard.press("Escape");

    await goTo(page, 20);
    await button(page, "Play on…").click();
    const on = page.locator("dialog.branch");
    const selects = on.locator("select");
    await on.getByRole("heading", { name: "Play on from turn 20" }).waitFor();
    assert.equal(await selects.nth(0).inputValue(), "page");
    await untilOver(page, () => on.getByRole("button", { name: "Play on" }).click());
    assert.match(await untilStatus(page, ended), /mybot/);
    await untilTurn(page, 20);
    await page.getByRole("tab", { name: "Charts" }).click();
    await compared(page).waitFor();
    const saved = await lab.download(page, () => button(page, "Save replay").click());
    assert.equal(saved.name, "m-on.blast");
    writeFileSync(join(lab.folder, saved.name), saved.content);
    must(lab.folder, "replay", "verify", saved.name);

    await goTo(page, 30);
    await changeLine(page, "function chooseActions", "function chooseActions(state, playerId, mayRevive) { return [];");
    await untilOver(page, () => button(page, "Run again from turn 30").click());
    await untilStatus(page, ended);

    const data = await page.evaluateHandle((base64) => {
      const list = new DataTransfer();
      list.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], "dropped.blast"));
      return list;
    }, readFileSync(file).toString("base64"));
    await page.locator(".desk-bot").dispatchEvent("drop", { dataTransfer: data });
    await untilStatus(page, /^dropped\.blast: /);
    await goTo(page, 25);
    await button(page, "Play on…").click();
    await on.getByRole("heading", { name: "Play on from turn 25" }).waitFor();
    for (const select of await selects.all()) await select.selectOption("human");
    await on.getByRole("button", { name: "Play on" }).click();
    await on.getByText("Only one seat can be played by hand.").waitFor();
    for (const select of (await selects.all()).slice(1)) await select.selectOption("builtin:idle");
    await on.getByRole("button", { name: "Play on" }).click();
    for (let turn = 25; turn < 28; turn++) await pass(page, turn, "Enter");
    await page.getByRole("tab", { name: "Charts" }).click();
    await compared(page).waitFor();
    await button(page, "Stop").click();
  },
);

pageTest("by hand: one's own bot against oneself, and oneself against a built-in bot", async (lab) => {
  const page = await enter(lab, await serve(lab), { reducedMotion: "reduce" });
  await setUp(page, { opponent: "human", map: "tiny", seed: 7, turns: 3 });
  await button(page, "200 matches").click();
  await untilStatus(page, /^Nobody plays 200 matches by hand/);
  await page.getByLabel("Your seat").selectOption("human");
  await button(page, "Run").click();
  await untilStatus(page, /^Only one seat can be played by hand/);
  for (const [own, opponent] of [
    ["page", "human"],
    ["human", "builtin:hunter"],
  ]) {
    await page.getByLabel("Your seat").selectOption(own ?? "");
    await setUp(page, { opponent: opponent ?? "" });
    await untilOver(page, async () => {
      await page.keyboard.press("Control+Enter");
      await untilStatus(page, /^You play: /);
      for (let turn = 1; turn < 3; turn++) await pass(page, turn, "Enter");
    });
    await untilStatus(page, /^(Your bot (wins|loses)|You (win|lose)|Nobody wins)/);
    assert.match(await status(page), own === "human" ? /hunter/ : /mybot/);
  }
});

pageTest("2016-Bomberman: its starter plays, and each game keeps its own draft", async (lab) => {
  const page = await enter(lab, await serve(lab), { reducedMotion: "reduce" });
  await changeLine(page, "GAIN = 8", "const BOMB = { range: 3, delay: 3 }, GAIN = 5; // kept");
  await page.getByLabel("Game", { exact: true }).selectOption("bomberman");
  await page.locator(".cm-line", { hasText: "A starter bot for 2016-Bomberman" }).waitFor();
  assert.equal(await page.getByLabel("Map").isVisible(), false);
  await setUp(page, { seed: 7, turns: 30 });
  await untilOver(page, () => page.keyboard.press("Control+Enter"));
  const result = await untilStatus(page, ended);
  assert.match(result, /mybot/);
  assert.doesNotMatch(result, /left|refused/);
  const saved = await lab.download(page, () => button(page, "Save replay").click());
  assert.equal(saved.name, "match-7.blast");
  writeFileSync(join(lab.folder, saved.name), saved.content);
  must(lab.folder, "replay", "verify", saved.name);
  const again = page.locator(".desk-acts .again");
  assert.equal(await again.isVisible(), true);
  await page.reload();
  await page.locator(".desk-page[data-ready]").waitFor();
  await page.locator(".cm-line", { hasText: "A starter bot for 2016-Bomberman" }).waitFor();
  await untilOver(page, () => page.keyboard.press("Control+Enter"));
  await again.waitFor();
  await page.getByLabel("Game", { exact: true }).selectOption("hexabomb");
  await page.locator(".cm-line", { hasText: "// kept" }).waitFor();
  assert.equal(await page.getByLabel("Map").isVisible(), true);
  await again.waitFor({ state: "hidden" }); // the bot in the editor is for another game than the one shown
});

pageTest("of two games that are chosen at once the second one is opened", async (lab) => {
  const page = await enter(lab, await serve(lab), { reducedMotion: "reduce" });
  await page.evaluate(() => {
    const { setItem } = Storage.prototype;
    /** @param {[key: string, value: string]} entry */
    Storage.prototype.setItem = function (...entry) {
      setItem.apply(this, entry);
      if (entry[0].endsWith(".game"))
        document.body.dataset["games"] = `${document.body.dataset["games"] ?? ""} ${entry[1]}`;
    };
    const select = /** @type {HTMLSelectElement} */ (document.querySelector("select[aria-label=Game]"));
    for (const game of ["bomberman", "hexabomb"]) {
      select.value = game;
      select.dispatchEvent(new Event("change", { bubbles: true }));
    }
  });
  await until(
    () => page.evaluate(() => document.body.dataset["games"] ?? ""),
    (games) => /bomberman.* hexabomb$/.test(games),
    "both games, one after the other",
  );
  await page.locator(".cm-line", { hasText: "GAIN = 8" }).waitFor();
  assert.equal(await page.getByLabel("Game", { exact: true }).inputValue(), "hexabomb");
});

pageTest("a match that is run while a series is going ends the series, which keeps its matches", async (lab) => {
  const page = await enter(lab, await serve(lab), { reducedMotion: "reduce" });
  await setUp(page, { map: "tiny", turns: 2000 });
  await page.locator(".desk-bar").getByRole("button", { name: "200 matches" }).click();
  await page.locator(".desk-series .games li").first().waitFor();
  await setUp(page, { turns: 5 });
  await untilOver(page, () => page.keyboard.press("Control+Enter"));
  await untilStatus(page, ended);
  assert.notEqual(await page.locator(".desk-series progress").getAttribute("hidden"), null);
  assert.match((await page.locator(".desk-series .stand").textContent()) ?? "", /^Your bot won/);
});

pageTest("a link that is damaged, or of a newer laboratory, is told, and the last bot is open", async (lab) => {
  const address = await serve(lab);
  for (const [bot, why] of /** @type {const} */ ([
    ["", "damaged"],
    ["1abc", "damaged"],
    ["%%%", "damaged"],
    ["3abc", "of a newer laboratory"],
  ])) {
    const page = await enter(lab, `${address}#bot=${bot}`, { reducedMotion: "reduce" });
    await untilStatus(page, new RegExp(`^The link cannot be opened: it is ${why}`));
    await setUp(page, { map: "tiny", turns: 5 });
    await untilOver(page, () => page.keyboard.press("Control+Enter"));
    assert.match(await untilStatus(page, ended), /mybot/);
    await page.close();
  }
});
