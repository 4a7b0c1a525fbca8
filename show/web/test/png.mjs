// PNG files with 256 colours, which are a third of the size of files with all colours.
import { deflateSync } from "node:zlib";

/** @typedef {{ colours: [colour: number, count: number][] }} Box colours as 0xRRGGBB, each with its number of pixels */

const shifts = [16, 8, 0];
const most = 256;
const description = "Description\0\0\0\0\0"; // the keyword of an uncompressed text without a language

/**
 * Encodes a PNG file.
 * @param {import("./board.mjs").Picture} picture without transparent parts
 * @param {string} [text] its description
 */
export function encode({ width, height, pixels }, text) {
  const { palette, index } = reduce(pixels);
  const rows = Buffer.alloc((width + 1) * height); // each row starts with its filter: 0, none
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rows[y * (width + 1) + 1 + x] = index.get(colourAt(pixels, y * width + x)) ?? 0;
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8); // 8 bits per pixel, with a palette
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", head),
    chunk("PLTE", Buffer.from(palette.flatMap((colour) => shifts.map((s) => (colour >> s) & 255)))),
    ...(text === undefined ? [] : [chunk("iTXt", Buffer.from(`${description}${text}`))]),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/**
 * The size and the description of a picture.
 * @param {Buffer} file
 */
export function describe(file) {
  let text = "";
  for (let at = 8, size = 0; at < file.length; at += 12 + size) {
    // each chunk has a size, a type, data and a checksum
    size = file.readUInt32BE(at);
    const data = file.toString("utf8", at + 8, at + 8 + size);
    if (file.toString("latin1", at + 4, at + 8) === "iTXt" && data.startsWith(description))
      text = data.slice(description.length);
  }
  return { width: file.readUInt32BE(16), height: file.readUInt32BE(20), text };
}

/**
 * A palette made by median cut, and the index of each colour in it.
 * @param {Buffer} pixels
 */
function reduce(pixels) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (let i = 0; i < pixels.length / 4; i++)
    counts.set(colourAt(pixels, i), (counts.get(colourAt(pixels, i)) ?? 0) + 1);
  /** @type {Box[]} */
  const boxes = [{ colours: [...counts] }];
  while (boxes.length < most) {
    const widest = boxes.map((box) => ({ box, ...spread(box) })).reduce((a, b) => (b.weight > a.weight ? b : a));
    if (widest.weight === 0) break;
    boxes.push(halve(widest.box, widest.shift));
  }
  /** @type {Map<number, number>} */
  const index = new Map();
  const palette = boxes.map(({ colours }, i) => {
    for (const [colour] of colours) index.set(colour, i);
    return mean(colours);
  });
  return { palette, index };
}

/**
 * The channel in which the colours of a box differ most, and a measure of the benefit of halving the box there.
 * @param {Box} box
 */
function spread({ colours }) {
  const ranges = shifts.map((shift) => {
    const values = colours.map(([colour]) => (colour >> shift) & 255);
    return { shift, range: values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b)) };
  });
  const { shift, range } = ranges.reduce((a, b) => (b.range > a.range ? b : a));
  return { shift, weight: range * range * Math.cbrt(colours.reduce((sum, [, count]) => sum + count, 0)) };
}

/**
 * Removes the upper half of a box and returns it.
 * @param {Box} box
 * @param {number} shift
 * @returns {Box}
 */
function halve(box, shift) {
  const values = box.colours.map(([colour]) => (colour >> shift) & 255);
  const middle = (values.reduce((a, b) => Math.max(a, b)) + values.reduce((a, b) => Math.min(a, b))) / 2;
  const upper = box.colours.filter(([colour]) => ((colour >> shift) & 255) > middle);
  box.colours = box.colours.filter(([colour]) => ((colour >> shift) & 255) <= middle);
  return { colours: upper };
}

/** @param {[colour: number, count: number][]} colours */
function mean(colours) {
  const all = colours.reduce((sum, [, count]) => sum + count, 0);
  return shifts.reduce(
    (colour, s) =>
      colour | (Math.round(colours.reduce((sum, [c, count]) => sum + ((c >> s) & 255) * count, 0) / all) << s),
    0,
  );
}

/**
 * @param {Buffer} pixels
 * @param {number} i
 */
function colourAt(pixels, i) {
  return ((pixels[4 * i] ?? 0) << 16) | ((pixels[4 * i + 1] ?? 0) << 8) | (pixels[4 * i + 2] ?? 0);
}

/**
 * @param {string} type
 * @param {Buffer} data
 */
function chunk(type, data) {
  const text = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const size = Buffer.alloc(4);
  const sum = Buffer.alloc(4);
  size.writeUInt32BE(data.length);
  sum.writeUInt32BE(checksum(text));
  return Buffer.concat([size, text, sum]);
}

/**
 * The CRC-32 checksum of ISO 3309.
 * @param {Buffer} octets
 */
function checksum(octets) {
  let sum = ~0;
  for (const octet of octets) {
    sum ^= octet;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}
