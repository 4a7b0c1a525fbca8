// Helpers to test the laboratory's page.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { must } from "./program.mjs";
import { button, until } from "./view.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** @param {Page} page */
export const status = async (page) => (await page.locator(".desk-status .status").textContent()) ?? "";

/**
 * Waits until the status line matches, and returns it.
 * @param {Page} page
 * @param {RegExp} pattern
 */
export const untilStatus = (page, pattern) =>
  until(
    () => status(page),
    (text) => pattern.test(text),
    String(pattern),
  );

/** The status after a match. */
export const ended = /^(Your bot (wins|loses)|Nobody wins|Match \d+: )/;

/**
 * Opens the laboratory as a new visitor and waits until it is ready.
 * @param {import("./lab.mjs").Lab} lab
 * @param {string} address
 * @param {import("playwright-core").BrowserContextOptions} [options]
 */
export async function enter(lab, address, options) {
  const page = await (await lab.visitor(options)).open(address);
  await page.locator(".desk-page[data-ready]").waitFor();
  return page;
}

/**
 * Starts a laboratory and returns its address.
 * @param {import("./lab.mjs").Lab} lab
 */
export const serve = (lab) => lab.start("lab", "--listen", "127.0.0.1:0", "--no-browser").page();

/**
 * Replaces a line of the file that is shown.
 * @param {Page} page
 * @param {string} part of the line
 * @param {string} text
 */
export async function changeLine(page, part, text) {
  const line = page.locator(".cm-line", { hasText: part }).first();
  await until(
    async () => {
      const there = (await line.count()) > 0;
      if (!there) await page.locator(".cm-scroller").evaluate((scroller) => scroller.scrollBy(0, 60));
      return there;
    },
    (there) => there,
    `a line with ${part}`,
  ); // the editor makes only the lines that are near what is seen
  await line.click();
  await page.keyboard.press("Home");
  await page.keyboard.press("Home"); // the second press goes before the indentation
  await page.keyboard.press("Shift+End");
  // Typing over a selection would make the browser add an inline style, which the policy forbids.
  await page.keyboard.press("Delete");
  await page.keyboard.insertText(text);
}

/**
 * Sets the fields that are given.
 * @param {Page} page
 * @param {{ opponent?: string, map?: string, seed?: number | string, turns?: number }} setup
 */
export async function setUp(page, { opponent, map, seed, turns }) {
  if (opponent) await page.getByLabel("Opponent 1").selectOption(opponent);
  if (map) await page.getByLabel("Map").selectOption(map);
  if (seed !== undefined) await page.getByLabel("Seed", { exact: true }).fill(String(seed));
  if (turns !== undefined) await page.getByRole("spinbutton", { name: "Turns" }).fill(String(turns));
}

/**
 * Starts a match or a series, and waits until it is over.
 * @param {Page} page
 * @param {() => Promise<void>} begin
 * @param {number} [patience] milliseconds
 */
export async function untilOver(page, begin, patience) {
  const over = () => page.locator(".desk-page").getAttribute("data-over");
  const before = await over();
  await begin();
  await until(over, (now) => now !== before, "the end of what is played", patience);
}

/**
 * Plays a series to its end.
 * @param {Page} page
 * @param {number} [patience] milliseconds
 */
export async function playSeries(page, patience) {
  await untilOver(page, () => page.locator(".desk-bar").getByRole("button", { name: "200 matches" }).click(), patience);
  await untilStatus(page, /^200 matches were played/);
}

/**
 * Writes the files of a zip file into a folder. The page does not compress, so the contents can be copied.
 * @param {Buffer} zip
 * @param {string} folder
 */
export function unzip(zip, folder) {
  for (let at = 0; zip.readUInt32LE(at) === 0x04034b50; ) {
    assert.equal(zip.readUInt16LE(at + 8), 0, "a packed file");
    const size = zip.readUInt32LE(at + 18);
    const name = zip.readUInt16LE(at + 26);
    const from = at + 30 + name + zip.readUInt16LE(at + 28);
    const path = join(folder, zip.toString("utf8", at + 30, at + 30 + name));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, zip.subarray(from, from + size));
    at = from + size;
  }
}

let opened = 0;

/**
 * Opens the starter, with some files replaced or added, as the reader's bot.
 * @param {import("./lab.mjs").Lab} lab
 * @param {Page} page
 * @param {Record<string, string>} files
 */
export async function openBot(lab, page, files) {
  const name = `opened-${opened++}`;
  must(lab.folder, "bot", "new", name, "--lang", "javascript");
  for (const [file, text] of Object.entries(files)) writeFileSync(join(lab.folder, name, file), text);
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), button(page, "Open folder…").click()]);
  await chooser.setFiles(join(lab.folder, name));
  await untilStatus(page, /^Opened\. /);
}
