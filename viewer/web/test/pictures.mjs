// Writes the pictures of the page for docs/pictures. Run by hand: npm run pictures
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { picture } from "./board.mjs";
import { browser } from "./browser.mjs";
import { Lab } from "./lab.mjs";
import { encode } from "./png.mjs";
import { untilTurn } from "./view.mjs";

const target = fileURLToPath(new URL("../../../docs/pictures/", import.meta.url));
const most = 250_000; // octets of a picture

const dark = /** @type {const} */ ({ colorScheme: "dark" });
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1, isMobile: true, hasTouch: true };

const hexabomb = ["--map", "arena4", "--seed", "11", "--turns", "150", "--bot", "builtin:hunter", "--bot", "builtin:greedy", "--bot", "builtin:hunter", "--bot", "builtin:greedy"];
const bomberman = ["bomberman", "--seed", "8", "--bot", "builtin:reference", "--bot", "builtin:reference", "--bot", "builtin:reference", "--bot", "builtin:reference"];

const lab = new Lab();
lab.record("hexabomb.blast", ...hexabomb);
lab.record("bomberman.blast", ...bomberman);
const pages = { hexabomb: await lab.watch("hexabomb.blast"), bomberman: await lab.watch("bomberman.blast") };
mkdirSync(target, { recursive: true });

/**
 * @param {string} name
 * @param {"hexabomb" | "bomberman"} game
 * @param {number} turn
 * @param {string} flags
 * @param {import("playwright-core").BrowserContextOptions} [options]
 */
async function take(name, game, turn, flags, options) {
  const page = await lab.open(`${pages[game]}#match=${game}&turn=${turn}${flags}`, options);
  await untilTurn(page, turn);
  await picture(page);
  await page.locator(".charts .plot").evaluate(() => new Promise((resolve) => setTimeout(resolve, 500))); // charts are drawn at leisure
  const file = encode(await pixelsOf(await page.screenshot()));
  writeFileSync(`${target}page-${name}.png`, file);
  console.log(`page-${name}.png: ${file.length} octets`);
  if (file.length > most) throw new Error(`page-${name}.png has ${file.length} octets, at most ${most} are wanted`);
}

/**
 * Unpacks a PNG file with the browser's help.
 * @param {Buffer} file
 * @returns {Promise<import("./board.mjs").Picture>}
 */
async function pixelsOf(file) {
  const page = await (await browser()).newPage();
  const { width, height, octets } = await page.evaluate(async (source) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const { width, height } = image;
    const context = new OffscreenCanvas(width, height).getContext("2d");
    if (!context) throw new Error("no canvas");
    context.drawImage(image, 0, 0);
    const data = context.getImageData(0, 0, width, height).data;
    let octets = "";
    for (let i = 0; i < data.length; i += 30_000) octets += btoa(String.fromCharCode(...data.subarray(i, i + 30_000)));
    return { width, height, octets };
  }, `data:image/png;base64,${file.toString("base64")}`);
  await page.close();
  return { width, height, pixels: Buffer.from(octets, "base64") };
}

try {
  await take("hexabomb-light", "hexabomb", 64, "");
  await take("hexabomb-dark", "hexabomb", 64, "", dark);
  await take("danger", "hexabomb", 64, "&danger", dark);
  await take("bomberman", "bomberman", 70, "", dark);
  await take("phone", "hexabomb", 64, "", phone);
  await take("projector", "hexabomb", 64, "&projector", dark);
} finally {
  await lab.close();
  await (await browser()).close();
}
