// The Chromium that the tests use, and how it is started.
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

/** Milliseconds that a page is waited for: much more than it takes, as the machine may be busy. */
export const patience = 90_000;

/**
 * How Chromium is started.
 * @param {string[]} more flags beside the usual ones
 */
export function chromiumOptions(more = []) {
  const executablePath = process.env["CHROMIUM"] ?? places.find((place) => existsSync(place));
  if (executablePath === undefined) throw new Error("no Chromium found: install chromium, or set CHROMIUM to its path");
  return { executablePath, args: [...flags, ...more], timeout: patience };
}
