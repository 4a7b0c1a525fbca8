// Drawings of bots, on the board of readers who watch that bot, layer by layer.
import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { canvasSize, coloursAt, difference, picture, placeOf } from "./board.mjs";
import { pageTest } from "./lab.mjs";
import { must } from "./program.mjs";
import { api, firstFrames, goTo, until, untilTurn } from "./view.mjs";

/** @typedef {import("playwright-core").Page} Page */

const square = `
const fs = require("fs"), path = require("path");
const [key, folder] = process.argv.slice(2);
const draw = (shape) => console.error("@draw " + JSON.stringify(shape));
draw({ cell: [1, 1], color: "#ff00ff", layer: "goal" });
draw({ cell: [2, 1], text: key, layer: "way" });
draw({ arrow: [[1, 1], [3, 3]], layer: "way", color: "white" });
fs.writeFileSync(path.join(folder, "move.txt"), "6");
console.log("done");
`;

/**
 * Puts bots that draw into a folder. Returns the arguments of a match of each game in which one of them plays.
 * @param {import("./lab.mjs").Lab} lab
 */
function matches(lab) {
  for (const file of ["drawbot.mjs", "netorcai.mjs"])
    copyFileSync(fileURLToPath(new URL(file, import.meta.url)), join(lab.folder, file));
  mkdirSync(join(lab.folder, "square"));
  writeFileSync(join(lab.folder, "square", "bot.js"), square);
  writeFileSync(
    join(lab.folder, "square", "bot.json"),
    JSON.stringify({ NickName: "painter", BotType: "JavaScript", RunFile: "bot.js" }),
  );
  return {
    hexabomb: [
      "--map",
      "tiny",
      "--seed",
      "3",
      "--turns",
      "12",
      "--no-timeout",
      "--bot",
      "node drawbot.mjs",
      "--bot",
      "builtin:idle",
    ],
    bomberman: [
      "bomberman",
      "--seed",
      "3",
      "--turns",
      "4",
      "--no-timeout",
      "--bot",
      "square",
      "--bot",
      "builtin:random",
    ],
  };
}

/**
 * Makes a player stand out as Me; -1: none.
 * @param {Page} page
 * @param {number} player
 */
async function setMe(page, player) {
  await page.getByRole("combobox", { name: /^Me/ }).selectOption(String(player));
}

/**
 * Whether the middle of the cell that the bot fills with magenta is magenta.
 * @param {Page} page
 * @param {{ shape: string, cells: [number, number][] }} header
 * @param {[number, number]} place
 */
async function magenta(page, header, [x, y]) {
  const cell = header.cells.findIndex(([a, b]) => a === x && b === y);
  assert.ok(cell >= 0);
  const place = placeOf(header, cell, await canvasSize(page));
  const near = { x: place.x - 0.5 * place.unit, y: place.y + 0.3 * place.unit };
  const [[r = 0, g = 0, b = 0] = []] = await coloursAt(page, [near]);
  return r > g + 60 && b > g + 60;
}

/**
 * The player that draws, and a cell that it fills.
 * @param {any[]} frames
 * @returns {{ player: number, turn: number, place: [number, number] }}
 */
function painter(frames) {
  const frame = frames.find(({ drawings }) => drawings?.some((/** @type {any} */ d) => d.layer === "goal"));
  assert.ok(frame, "no frame has drawings");
  const { player, shapes } = frame.drawings.find((/** @type {any} */ d) => d.layer === "goal");
  const [, x, y] = /^cell (\S+) (\S+) #ff00ff$/m.exec(shapes) ?? [];
  return { player, turn: frame.turn, place: [Number(x), Number(y)] };
}

for (const game of /** @type {const} */ (["hexabomb", "bomberman"])) {
  pageTest(`${game}: drawings are those of Me, by layer, and no ordinary output`, async (lab) => {
    lab.record("m.blast", ...matches(lab)[game]);
    const page = await lab.open((await lab.watch("m.blast")) + "#match=m&turn=0");
    const frames = await firstFrames(page, "m");
    const { header } = await api(page, "/api/matches/m");
    const { player, turn, place } = painter(frames);
    assert.ok(
      frames.every(({ output }) => !output?.some((/** @type {any} */ line) => line.text.includes("@draw"))),
      "a drawing is printed",
    );
    assert.ok(
      frames.some(({ output }) => output?.length > 0),
      "nothing is printed",
    );
    await goTo(page, turn);
    const is = (/** @type {boolean} */ wanted, /** @type {string} */ what) =>
      until(
        () => magenta(page, header, place),
        (now) => now === wanted,
        what,
      );
    await is(false, "no drawings without Me");
    const bare = await picture(page);
    await setMe(page, 1 - player);
    await is(false, "no drawings of the others");
    await setMe(page, player);
    await is(true, "the drawings of Me");

    const button = page.locator("button.drawings");
    const box = page.getByRole("checkbox", { name: "goal" });
    await button.click();
    await box.uncheck();
    await is(false, "a layer that is switched off");
    assert.ok(difference(bare, await picture(page)) > 200, "the other layers are gone, too");
    await until(
      () => page.evaluate(() => localStorage.getItem("blastyard.viewer")),
      (text) => JSON.parse(text ?? "{}").hiddenLayers?.[0] === "goal",
      "the choice is kept",
    );
    await page.reload();
    await untilTurn(page, turn);
    await setMe(page, player);
    await button.click();
    assert.equal(await box.isChecked(), false);
    await is(false, "the layer is off after a reload");
    await box.check();
    await is(true, "the layer is on again");
    await page.keyboard.press("Escape");
    await page.keyboard.press("g");
    await is(false, "all is off by a key");
    await page.keyboard.press("g");
    await is(true, "all is on again");
    await setMe(page, -1);
    await is(false, "nobody is Me again");
    assert.equal(difference(bare, await picture(page)), 0);
  });
}

pageTest("the drawings of a live match and of an exported one", async (lab) => {
  const args = matches(lab).hexabomb;
  const live = await lab.open(await lab.play(...args, "--delay", "300ms", "--replay", "m.blast"));
  const chip = live.locator("button.drawings");
  await chip.click();
  await live.locator(".layers button", { hasText: "painter" }).click(); // chooses the player that draws
  await live.getByRole("checkbox", { name: "numbers <i>" }).waitFor();
  await live.locator(".match .state[data-kind=end]").waitFor();
  await live.keyboard.press("Escape");
  must(lab.folder, "replay", "export", "m.blast", "-o", "m.html");
  const page = await lab.open(pathToFileURL(join(lab.folder, "m.html")).href + "#turn=5");
  await untilTurn(page, 5);
  const bare = await picture(page);
  for (const player of [0, 1]) {
    await setMe(page, player);
    if (await page.locator("button.drawings[aria-pressed=true]").count()) break;
  }
  assert.ok(difference(bare, await picture(page)) > 500, "the exported match shows no drawings");
});

pageTest("drawings of a cell are told in words", async (lab) => {
  lab.record("m.blast", ...matches(lab).hexabomb);
  const page = await lab.open((await lab.watch("m.blast")) + "#match=m&turn=0");
  const { player, place, turn } = painter(await firstFrames(page, "m"));
  const { header } = await api(page, "/api/matches/m");
  await goTo(page, turn);
  await setMe(page, player);
  const { x, y } = placeOf(
    header,
    header.cells.findIndex(([a, b] = [NaN, NaN]) => a === place[0] && b === place[1]),
    await canvasSize(page),
  );
  await page.locator(".stage canvas").hover({ position: { x, y } });
  const told = (/** @type {boolean} */ drawn) =>
    until(
      () => page.locator("#words").textContent(),
      (text) => /; drawn: (line, filled|filled, line)/.test(text ?? "") === drawn && text !== "",
      `the words, drawings ${drawn}`,
    );
  await told(true);
  await page.keyboard.press("m"); // another player stands out, or none, while the pointer does not move
  await told(false);
  await setMe(page, player);
  await told(true);
});
