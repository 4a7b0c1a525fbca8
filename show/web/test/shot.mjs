// Pictures of a page as files that are small enough for the manual.
import assert from "node:assert/strict";
import { browser } from "./browser.mjs";
import { encode } from "./png.mjs";

const most = 250_000; // bytes of a picture

/**
 * A PNG file of the page; text is its description in the file.
 * @param {import("playwright-core").Page} page
 * @param {string} [text]
 */
export async function shot(page, text) {
  const file = encode(await pixelsOf(await page.screenshot({ animations: "disabled" })), text);
  assert.ok(file.length <= most, `the picture has ${file.length} octets, at most ${most} are wanted`);
  return file;
}

/**
 * Decodes a PNG file with the browser's help.
 * @param {Buffer} file
 * @returns {Promise<import("./board.mjs").Picture>}
 */
async function pixelsOf(file) {
  const page = await (await browser()).newPage();
  const { width, height, octets } = await page.evaluate(
    async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const { width, height } = image;
      const context = new OffscreenCanvas(width, height).getContext("2d");
      if (!context) throw new Error("no canvas");
      context.drawImage(image, 0, 0);
      const data = context.getImageData(0, 0, width, height).data;
      let octets = "";
      for (let i = 0; i < data.length; i += 30_000)
        octets += btoa(String.fromCharCode(...data.subarray(i, i + 30_000)));
      return { width, height, octets };
    },
    `data:image/png;base64,${file.toString("base64")}`,
  );
  await page.close();
  return { width, height, pixels: Buffer.from(octets, "base64") };
}
