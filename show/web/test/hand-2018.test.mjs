// Playing hexabomb by the rules of 2018 by hand: the person clicks the cell of a revival on the board.
import assert from "node:assert/strict";
import { cellAt, choicesOf, deal } from "./hand.mjs";
import { pageTest } from "./lab.mjs";
import { firstFrames } from "./view.mjs";

pageTest("hexabomb of 2018: a revival by hand on the cell that is picked, and no bomb counts", async (lab) => {
  const {
    addresses: [address = ""],
  } = await deal(
    lab,
    ["ann"],
    "--rules",
    "2018",
    "--map",
    "tiny",
    "--seed",
    "4",
    "--turns",
    "12",
    "--bot",
    "builtin:idle",
  );
  const page = await lab.open(address);
  await choicesOf(page, 1);
  for (const key of ["b", "2", "2", "b", "Enter"]) await page.keyboard.press(key); // and stays there
  for (const turn of [2, 3]) {
    await choicesOf(page, turn);
    await page.keyboard.press("Space");
    await page.keyboard.press("Enter");
  }
  const seat = await choicesOf(page, 7);
  const [piece] = seat.choices.pieces;
  const { places } = piece.choices.find((/** @type {any} */ choice) => choice.do === "revive");
  const cell = places.findLast((/** @type {number} */ place) => place !== piece.cell);
  await page.getByText(/pick the cell on which it lives again/).waitFor();
  assert.equal(await page.getByRole("columnheader", { name: "Bombs" }).count(), 0);
  await page.locator(".stage canvas").click({ position: await cellAt(page, seat.match, cell) });
  await page.locator(".seat-prompt", { hasText: "All set" }).waitFor();
  await page.keyboard.press("Enter");
  const next = await choicesOf(page, 8);
  assert.equal(next.choices.pieces[0].cell, cell);
  const frame = (await firstFrames(page, seat.match))[8];
  assert.deepEqual(
    frame.tokens
      .filter((/** @type {number[]} */ token) => token[1] === seat.player)
      .map((/** @type {number[]} */ token) => [token[2], token[3], token[5]]),
    [[cell, 1, -1]],
  );
});
