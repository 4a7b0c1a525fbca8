// Each name has the letter and colour of its entrant everywhere on the page, in every match of a series.
import assert from "node:assert/strict";
import { pageTest } from "./lab.mjs";
import { api, until } from "./view.mjs";

/** @typedef {import("playwright-core").Page} Page */

const bots = ["hunter", "greedy", "random", "idle"];
const letters = Object.fromEntries(bots.map((name, i) => [name, String.fromCharCode(65 + i)]));
const command = ["--seed", "3", "--turns", "12", ...bots.flatMap((name) => ["--bot", `builtin:${name}`])];

/**
 * The letters and colours of the names in a part of the page.
 * @param {Page} page
 * @param {string} rows
 * @returns {Promise<Record<string, string>>}
 */
async function looks(page, rows) {
  return Object.fromEntries(
    await page.locator(rows).evaluateAll((list) =>
      list.map((row) => {
        const badge = row.querySelector(".badge");
        return [
          row.querySelector(".name")?.textContent ?? "",
          `${badge?.textContent} ${badge ? getComputedStyle(badge).backgroundColor : ""}`,
        ];
      }),
    ),
  );
}

/** @param {Record<string, string>} shown */
function check(shown) {
  assert.deepEqual(
    Object.fromEntries(Object.entries(shown).map(([name, look]) => [name, look.split(" ")[0]])),
    letters,
  );
  assert.equal(new Set(Object.values(shown)).size, bots.length);
}

for (const games of [1, 3]) {
  pageTest(`letters and colours go by the entrant in ${games === 1 ? "a match" : "a series"}`, async (lab) => {
    const address = await lab.play(...command, ...(games > 1 ? ["--games", String(games)] : []));
    const page = await lab.open(address);
    const list = await until(
      () => api(page, "/api/matches"),
      ({ matches }) => matches.length === games && matches.every((/** @type {any} */ m) => !m.live),
      "the end",
    );
    /** @type {Record<string, string> | undefined} */
    let first;
    for (const match of list.matches) {
      assert.deepEqual(
        Object.fromEntries(
          match.players.map((/** @type {string} */ name, /** @type {number} */ id) => [
            name,
            String.fromCharCode(64 + match.entrants[id]),
          ]),
        ),
        letters,
      );
      for (const view of ["", "?projector"]) {
        const open = await lab.open(`${address}${view}#match=${match.id}&turn=5`);
        await open
          .locator(".standings tbody tr")
          .nth(bots.length - 1)
          .waitFor();
        const shown = await looks(open, ".standings tbody tr");
        check(shown);
        assert.deepEqual(shown, (first ??= shown)); // the colours, too
      }
    }
  });
}
