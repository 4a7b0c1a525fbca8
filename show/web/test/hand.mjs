// Helpers to test playing by hand.
import { canvasSize, placeOf } from "./board.mjs";
import { api, until, untilTurn } from "./view.mjs";

/** @typedef {import("playwright-core").Page} Page */

/**
 * Starts a match with persons in it, and returns their addresses.
 * @param {import("./lab.mjs").Lab} lab
 * @param {string[]} names
 * @param {string[]} args
 */
export async function deal(lab, names, ...args) {
  const program = lab.start(
    "play",
    "--listen",
    "127.0.0.1:0",
    "--no-browser",
    "--replay",
    "none",
    ...names.flatMap((name) => ["--bot", `human:${name}`]),
    ...args,
  );
  const addresses = [];
  for (const name of names) addresses.push(String((await program.says(new RegExp(`play ${name} at (\\S+)`)))[1]));
  return { program, addresses };
}

/**
 * The state of the seat at the server, once the match waits for it after a turn.
 * @param {Page} page
 * @param {number} turn
 */
export async function choicesOf(page, turn) {
  const token = await page.evaluate(() => sessionStorage.getItem("blastyard.seat"));
  const seat = await until(
    () => api(page, `/api/seat/${token}`),
    (seat) => seat.choices?.turn === turn,
    `the choices of turn ${turn}`,
  );
  await untilTurn(page, turn);
  await until(
    () => page.locator(`.seat[data-turn="${turn}"] .seat-actions`).isVisible(),
    (visible) => visible,
    `the form of turn ${turn}`,
  );
  return seat;
}

/**
 * The position of a cell on the board.
 * @param {Page} page
 * @param {string} match
 * @param {number} cell
 */
export async function cellAt(page, match, cell) {
  const { header } = await api(page, `/api/matches/${match}`);
  return placeOf(header, cell, await canvasSize(page));
}

/** @param {any} piece */
export const firstMove = (piece) =>
  piece.choices.find((/** @type {any} */ choice) => /^[xyz][+-]$/.test(choice.do) && !choice.refused && !choice.note);
/** @type {Record<string, string>} */
export const keys = { "z+": "w", "y+": "e", "x-": "a", "x+": "d", "y-": "z", "z-": "x" };

/** @param {Page} page */
export const prompt = (page) => page.locator(".seat-prompt").textContent();

/**
 * The positions of all controls in the row with which a person plays, by name.
 * @param {Page} page
 * @returns {Promise<Record<string, string>>}
 */
export function placesOfControls(page) {
  return page.locator(".seat").evaluate((seat) =>
    Object.fromEntries(
      [...seat.querySelectorAll(".seat-actions button, .seat-bomb button, .seat-sending button")].map((element, i) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [String(i), [x, y, width, height].map(Math.round).join()];
      }),
    ),
  );
}

/**
 * The cells of the last explosion in the frames, by turn.
 * @param {any[]} frames
 * @param {number} turn
 * @returns {number[]}
 */
export const explodedIn = (frames, turn) =>
  (frames[turn].explosions ?? [])
    .map((/** @type {number[]} */ explosion) => explosion[0] ?? -1)
    .sort((/** @type {number} */ a, /** @type {number} */ b) => a - b);
