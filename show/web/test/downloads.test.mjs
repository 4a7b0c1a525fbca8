// Downloads of a match: from a server, and from a page that contains the match.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bomberman, hexabomb, pageTest } from "./lab.mjs";
import { must } from "./program.mjs";
import { button, until, untilTurn } from "./view.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** @param {Page} page @param {string} label */
const item = (page, label) => page.getByRole("menuitem", { name: new RegExp(`^${label}`) });

/**
 * Chooses an item of the menu once it is enabled.
 * @param {Page} page
 * @param {string} label
 */
async function choose(page, label) {
  await button(page, "Menu").click();
  await until(
    () => item(page, label).getAttribute("aria-disabled"),
    (disabled) => disabled === "false",
    `${label} to be offered`,
  );
  await item(page, label).click();
}

/**
 * The size of a picture, and the number of colours on a grid of points in it.
 * @param {Page} page
 * @param {Buffer} png
 */
function look(page, png) {
  return page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.width;
    canvas.height = image.height;
    const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    ctx.drawImage(image, 0, 0);
    const { data: pixels } = ctx.getImageData(0, 0, image.width, image.height);
    const colours = new Set();
    for (let i = 0; i < pixels.length; i += 4 * 37) colours.add(`${pixels[i]},${pixels[i + 1]},${pixels[i + 2]}`);
    return { width: image.width, height: image.height, colours: colours.size };
  }, png.toString("base64"));
}

pageTest("the replay, a page, a picture and an animation of a replay that is watched", async (lab) => {
  lab.record("ä match.blast", ...hexabomb);
  const address = await lab.watch("ä match.blast");
  const {
    matches: [match],
  } = await (await fetch(`${address}api/matches`)).json();
  const page = await lab.open(`${address}#match=${match.id}&turn=20`);
  await untilTurn(page, 20);

  const replay = await lab.download(page, () => choose(page, "Download the replay"));
  assert.equal(replay.name, "ä match.blast");
  assert.deepEqual(replay.content, readFileSync(join(lab.folder, "ä match.blast")));

  const html = await lab.download(page, () => choose(page, "Download as a page"));
  assert.match(html.name, /\.html$/);
  assert.match(html.content.toString("utf8", 0, 20), /^<!doctype html>/);
  assert.match(html.content.toString(), /id="replay" data-name="ä match.blast"/);

  const png = await lab.download(page, () => choose(page, "Picture of this turn"));
  if (process.env["SHOTS"]) writeFileSync(join(process.env["SHOTS"], "turn.png"), png.content);
  assert.match(png.name, /-turn-20\.png$/);
  const { width, height, colours } = await look(page, png.content);
  assert.equal(width, 1600);
  assert.ok(height > 600, `${height}`);
  assert.ok(colours > 20, `${colours} colours`);

  await choose(page, "Animation of turns");
  const dialog = page.getByRole("dialog", { name: "Animation of turns" });
  await dialog.getByLabel("From turn").fill("9");
  await dialog.getByLabel("to turn").fill("8");
  assert.match((await dialog.getByRole("status").textContent()) ?? "", /after/);
  assert.equal(await dialog.getByRole("button", { name: "Make the animation" }).isDisabled(), true);
  await dialog.getByLabel("to turn").fill("12");
  const gif = await lab.download(page, () => dialog.getByRole("button", { name: "Make the animation" }).click());
  assert.match(gif.name, /-turns-9-12\.gif$/);
  assert.equal(gif.content.toString("latin1", 0, 6), "GIF89a");
});

pageTest("a page with the match inside gives its replay and pictures, and says why not more", async (lab) => {
  lab.record("a.blast", ...bomberman);
  must(lab.folder, "replay", "export", "a.blast", "-o", "a.html");
  const page = await lab.open(pathToFileURL(join(lab.folder, "a.html")).href + "#turn=3");
  await untilTurn(page, 3);
  const replay = await lab.download(page, () => choose(page, "Download the replay"));
  assert.equal(replay.name, "a.blast");
  assert.deepEqual(replay.content, readFileSync(join(lab.folder, "a.blast")));
  const png = await lab.download(page, () => choose(page, "Picture of this turn"));
  assert.equal((await look(page, png.content)).width, 1600);
  await button(page, "Menu").click();
  for (const [label, reason] of [
    ["Copy link to this turn", /file of this machine/],
    ["Download as a page", /is that file/],
    ["Animation of turns", /needs the program/],
  ]) {
    assert.equal(await item(page, String(label)).getAttribute("aria-disabled"), "true");
    assert.match((await item(page, String(label)).textContent()) ?? "", /** @type {RegExp} */ (reason));
  }
});
