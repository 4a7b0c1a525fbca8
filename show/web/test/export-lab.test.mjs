// A match as one HTML file with the rules in it: from a disk it is checked and played on, and asks for nothing.
import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { check, dialog } from "./check.mjs";
import { bomberman, hexabomb, pageTest } from "./lab.mjs";
import { must, tamper } from "./program.mjs";
import { untilTurn } from "./view.mjs";

/** @typedef {import("./lab.mjs").Lab} Lab */

const most = 3 << 20; // bytes of a file

/**
 * Exports a replay with the rules and opens it from the disk, for a visitor without a network.
 * @param {Lab} lab
 * @param {string} replay
 * @param {number} turn
 */
async function open(lab, replay, turn) {
  must(lab.folder, "replay", "export", replay, "-o", "m.html", "--lab");
  const file = join(lab.folder, "m.html"), { size } = statSync(file);
  assert.ok(size <= most, `${size} bytes`);
  const visitor = await lab.visitor();
  await visitor.context.setOffline(true);
  const address = pathToFileURL(file).href, page = await visitor.open(`${address}#turn=${turn}`);
  await page.locator(".match").waitFor();
  await untilTurn(page, turn);
  /** Nothing was asked for but the file itself. */
  const alone = () => assert.deepEqual(visitor.requests.filter((url) => !/^(data|blob):/.test(url)), [address]);
  return { page, alone };
}

for (const [game, args, turns] of /** @type {const} */ ([["hexabomb", hexabomb, 60], ["2016-Bomberman", bomberman, 119]])) {
  pageTest(`${game}: a file from the disk is checked`, async (lab) => {
    lab.record("m.blast", ...args);
    const { page, alone } = await open(lab, "m.blast", 20);
    assert.equal(await check(page), `${turns} turns, all as recorded`);
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
