// Helpers to read and use a page.
import assert from "node:assert/strict";
import { patience as usualPatience } from "./chromium.mjs";

/** @typedef {import("playwright-core").Page} Page */

/**
 * A button by its name without the key in parentheses.
 * @param {Page} page
 * @param {string} name
 */
export function button(page, name) {
  return page.getByRole("button", { name: new RegExp(`^${name}( \\(|$)`) });
}

/** @param {Page} page */
export function slider(page) {
  return page.getByRole("slider", { name: "Turn" });
}

/**
 * The turn that is shown.
 * @param {Page} page
 */
export async function turnOf(page) {
  return Number(await page.locator(".scrub").inputValue()); // this also works where the controls are hidden
}

/**
 * Waits until the state of the match at the top of the page matches.
 * @param {Page} page
 * @param {RegExp} pattern
 */
export async function untilState(page, pattern) {
  return until(
    () => page.locator(".top .state").textContent(),
    (text) => pattern.test(text ?? ""),
    String(pattern),
  );
}

/**
 * Waits until a turn is shown, or a condition on the turn holds.
 * @param {Page} page
 * @param {number | ((turn: number) => boolean)} wanted
 */
export async function untilTurn(page, wanted) {
  const holds = typeof wanted === "number" ? (/** @type {number} */ turn) => turn === wanted : wanted;
  return until(() => turnOf(page), holds, `turn ${wanted}`);
}

/**
 * Asks repeatedly until the answer is right, and returns it.
 * @template T
 * @param {() => T | Promise<T>} ask
 * @param {(answer: T) => boolean} right
 * @param {string} what
 * @param {number} [patience] milliseconds
 * @returns {Promise<T>}
 */
export async function until(ask, right, what, patience = usualPatience) {
  for (const end = Date.now() + patience; ; ) {
    const answer = await ask();
    if (right(answer)) return answer;
    if (Date.now() > end)
      throw new assert.AssertionError({ message: `waited in vain for ${what}`, actual: answer, operator: "until" });
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/**
 * Types a number into "Go to turn" of a page that is not playing.
 * @param {Page} page
 * @param {number} turn
 */
export async function goTo(page, turn) {
  const field = page.getByRole("spinbutton", { name: "Go to turn" });
  await field.fill(String(turn));
  await field.press("Enter");
  await untilTurn(page, turn);
}

/**
 * Waits until the address of the page matches.
 * @param {Page} page
 * @param {RegExp} pattern
 */
export function untilAddress(page, pattern) {
  return until(
    () => page.url(),
    (url) => pattern.test(url),
    String(pattern),
  );
}

/**
 * Fetches JSON from the page's server.
 * @param {Page} page
 * @param {string} path
 * @returns {Promise<any>}
 */
export async function api(page, path) {
  const response = await page.request.get(new URL(path, page.url()).href);
  assert.equal(response.status(), 200, path);
  return response.json();
}

/**
 * The frames of the first 64 turns of a match.
 * @param {Page} page
 * @param {string} match
 * @returns {Promise<any[]>}
 */
export async function firstFrames(page, match) {
  const response = await page.request.get(new URL(`/api/matches/${match}/turns/0`, page.url()).href);
  assert.equal(response.status(), 200);
  return (await response.text())
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}
