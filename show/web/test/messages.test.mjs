// The messages of a bot in a turn: viewing, copying and saving them.
import assert from "node:assert/strict";
import { alone } from "./browser.mjs";
import { bomberman, hexabomb, pageTest } from "./lab.mjs";
import { button, until, untilTurn } from "./view.mjs";

alone(); // because a test uses the clipboard

/** @typedef {import("playwright-core").Page} Page */

/**
 * @param {Page} page
 * @param {number} turn
 */
async function open(page, turn) {
  await untilTurn(page, turn);
  await button(page, "Menu").click();
  await page.getByRole("menuitem", { name: "Messages of this turn" }).click();
  const dialog = page.locator("dialog.messages");
  await dialog.waitFor();
  return dialog;
}

pageTest("the message of a turn is shown, copied and saved byte by byte", async (lab) => {
  lab.record("a.blast", ...hexabomb);
  const page = await lab.open((await lab.watch("a.blast")) + "#match=a&turn=30");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const dialog = await open(page, 30);
  const sent = dialog.locator("pre").first();
  await until(
    () => sent.textContent(),
    (text) => /^\{\n {2}"message_type": "TURN",\n {2}"turn_number": 29,/.test(text ?? ""),
    "the message, indented",
  );
  await dialog.getByLabel("Indented").uncheck();
  const raw = String(await sent.textContent());
  assert.match(raw, /^\{"message_type":"TURN","turn_number":29,"game_state":\{/);
  await dialog.getByLabel("Indented").check();
  await dialog.getByRole("button", { name: "Copy" }).first().click();
  const who = `player${await dialog.getByRole("combobox", { name: "Player" }).inputValue()}`;
  await dialog.getByText(`Copied: turn30-${who}-TURN.json`).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), raw);
  const download = await lab.download(page, () => dialog.getByRole("button", { name: "Save" }).first().click());
  assert.equal(download.name, `a-turn30-${who}-TURN.json`);
  assert.equal(download.content.toString(), raw);

  await dialog.getByRole("button", { name: "Turn before" }).click();
  await until(
    () => sent.textContent(),
    (text) => /"turn_number": 28/.test(text ?? ""),
    "the turn before",
  );
  assert.equal(await dialog.locator("pre").count(), 2); // and the answer
  await dialog.getByLabel("After turn").fill("0");
  await dialog.getByLabel("After turn").press("Tab");
  await until(
    () => sent.textContent(),
    (text) => /"message_type": "GAME_STARTS"/.test(text ?? ""),
    "GAME_STARTS",
  );
  await dialog.getByRole("combobox", { name: "Player" }).selectOption("1");
  await until(
    () => sent.textContent(),
    (text) => /"player_id": 1/.test(text ?? ""),
    "the other player's",
  );
  await dialog.getByText(/A built-in bot gets no messages|a built-in bot gets no messages/).waitFor();
});

pageTest("a bot of 2016-Bomberman got files", async (lab) => {
  lab.record("b.blast", ...bomberman);
  const page = await lab.open((await lab.watch("b.blast")) + "#match=b&turn=5");
  const dialog = await open(page, 5);
  await dialog.getByText("Sent: state.json").waitFor();
  await dialog.getByText("Sent: map.txt").waitFor();
  const download = await lab.download(page, () => dialog.getByRole("button", { name: "Save" }).nth(1).click());
  assert.equal(
    download.name,
    `b-turn5-player${await dialog.getByRole("combobox", { name: "Player" }).inputValue()}-map.txt`,
  );
  assert.match(download.content.toString(), /\n#{21}\n/);
});
