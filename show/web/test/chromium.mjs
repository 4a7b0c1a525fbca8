// The Chromium that the tests use, and its options.
import { existsSync } from "node:fs";

const places = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
];
const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Milliseconds to wait for a page: much more than it needs, because the machine may be busy. */
export const patience = 90_000;

/**
 * The options to start Chromium.
 * @param {string[]} more additional flags
 */
export function chromiumOptions(more = []) {
  const executablePath = process.env["CHROMIUM"] ?? places.find((place) => existsSync(place));
  if (executablePath === undefined) throw new Error("no Chromium found: install chromium, or set CHROMIUM to its path");
  return { executablePath, args: [...flags, ...more], timeout: patience };
}
