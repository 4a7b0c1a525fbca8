// Positions of cells on the page, and pixels of the board.
import assert from "node:assert/strict";

const root3 = Math.sqrt(3);

/**
 * The middle of a cell in pixels from the canvas's upper left corner, and the size of a world unit, when the whole
 * board is shown. A hexagon's side is one unit, a square is as wide as a hexagon, and 3 % of the canvas stay free on
 * each side.
 * @param {{ shape: string, cells: [number, number][] }} header
 * @param {number} cell
 * @param {{ width: number, height: number }} canvas
 */
export function placeOf(header, cell, { width, height }) {
  const square = header.shape === "square";
  const points = header.cells.map(([a, b]) => (square ? [root3 * a, root3 * b] : [root3 * (a + b / 2), 1.5 * b]));
  const xs = points.map(([x]) => x ?? 0);
  const ys = points.map(([, y]) => y ?? 0);
  const tall = square ? root3 / 2 : 1;
  const left = Math.min(...xs) - root3 / 2;
  const right = Math.max(...xs) + root3 / 2;
  const top = Math.min(...ys) - tall;
  const bottom = Math.max(...ys) + tall;
  const margin = 0.03 * Math.min(width, height);
  const unit = Math.min((width - 2 * margin) / (right - left), (height - 2 * margin) / (bottom - top));
  const x = width / 2 + unit * ((xs[cell] ?? 0) - (left + right) / 2);
  const y = height / 2 + unit * ((ys[cell] ?? 0) - (top + bottom) / 2);
  return { x, y, unit };
}

/**
 * The size of the board's canvas on the page.
 * @param {import("playwright-core").Page} page
 */
export function canvasSize(page) {
  return page
    .locator(".stage canvas")
    .evaluate((canvas) => ({ width: canvas.clientWidth, height: canvas.clientHeight }));
}

/**
 * The colours at points of the board's canvas, as [red, green, blue, opacity].
 * @param {import("playwright-core").Page} page
 * @param {{ x: number, y: number }[]} places
 */
export function coloursAt(page, places) {
  return page.locator(".stage canvas").evaluate((canvas, places) => {
    if (!(canvas instanceof HTMLCanvasElement)) return [];
    const copy = new OffscreenCanvas(canvas.width, canvas.height); // reading the board's own would slow it down
    const context = copy.getContext("2d", { willReadFrequently: true });
    context?.drawImage(canvas, 0, 0);
    const ratio = canvas.width / canvas.clientWidth;
    return places.map(({ x, y }) =>
      Array.from(context?.getImageData(Math.round(x * ratio), Math.round(y * ratio), 1, 1).data ?? []),
    );
  }, places);
}

/**
 * Points near the corners of a cell, where things on the cell do not hide its ground.
 * @param {{ x: number, y: number, unit: number }} place
 */
export function cornersOf({ x, y, unit }) {
  return [1, 3, 5, 7, 9, 11].map((i) => ({
    x: x + 0.72 * unit * Math.sin((i * Math.PI) / 6),
    y: y - 0.72 * unit * Math.cos((i * Math.PI) / 6),
  }));
}

/**
 * The colours of the players' marks in the standings, by mark.
 * @param {import("playwright-core").Page} page
 * @returns {Promise<Record<string, number[]>>}
 */
export async function playerColours(page) {
  return page
    .locator(".standings .badge")
    .evaluateAll((badges) =>
      Object.fromEntries(
        badges.map((badge) => [
          badge.textContent,
          (getComputedStyle(badge).backgroundColor.match(/\d+/g) ?? []).map(Number),
        ]),
      ),
    );
}

/**
 * The difference between the hues of two colours, in degrees.
 * @param {number[]} a
 * @param {number[]} b
 */
export function hueDistance(a, b) {
  const distance = Math.abs(hue(a) - hue(b));
  return Math.min(distance, 360 - distance);
}

/** @param {number[]} colour */
function hue([r = 0, g = 0, b = 0]) {
  return (Math.atan2(root3 * (g - b), 2 * r - g - b) * 180) / Math.PI;
}

/** @typedef {{ width: number, height: number, pixels: Buffer }} Picture four bytes for each pixel */

/**
 * The picture of the board on white, once nothing moves on it.
 * @param {import("playwright-core").Page} page
 * @returns {Promise<Picture>}
 */
export async function picture(page) {
  const { width, height, octets } = await page.locator(".stage canvas").evaluate(async (canvas) => {
    if (!(canvas instanceof HTMLCanvasElement)) throw new Error("no board");
    const { width, height } = canvas;
    const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
    if (!context) throw new Error("no canvas");
    context.fillStyle = "#fff";
    const look = async () => {
      for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
      context.fillRect(0, 0, width, height);
      context.drawImage(canvas, 0, 0);
      return context.getImageData(0, 0, width, height).data;
    };
    let data = await look();
    for (let same = 0; same < 2; ) {
      const before = new Uint32Array(data.buffer);
      data = await look();
      same = new Uint32Array(data.buffer).every((pixel, i) => pixel === before[i]) ? same + 1 : 0;
    }
    let octets = "";
    for (let i = 0; i < data.length; i += 30_000) octets += btoa(String.fromCharCode(...data.subarray(i, i + 30_000)));
    return { width, height, octets };
  });
  return { width, height, pixels: Buffer.from(octets, "base64") };
}

/**
 * The number of pixels in which two pictures differ by more than smoothed edges do.
 * @param {Picture} a
 * @param {Picture} b
 */
export function difference(a, b) {
  assert.deepEqual([a.width, a.height], [b.width, b.height]);
  let count = 0;
  for (let i = 0, last = -1; i < a.pixels.length; i++) {
    const pixel = i >> 2;
    if (pixel === last || Math.abs((a.pixels[i] ?? 0) - (b.pixels[i] ?? 0)) <= 16) continue;
    last = pixel;
    count++;
  }
  return count;
}
