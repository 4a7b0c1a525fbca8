// Playing on from a turn, by hand or with bots. The chart shows both matches. Without a server, the page says why it is
// not possible.
import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bomberman, hexabomb, pageTest } from "./lab.mjs";
import { playOn } from "./playon.mjs";
import { must } from "./program.mjs";
import { api, button, until, untilAddress, untilState, untilTurn } from "./view.mjs";

/** @typedef {import("playwright-core").Page} Page */

/**
 * The frames of a match, without values that depend on time.
 * @param {Page} page
 * @param {string} match
 * @param {number} until
 */
async function boards(page, match, until) {
  const text = await page.evaluate(async (id) => (await fetch(`api/matches/${id}/turns/0`)).text(), match);
  const frames = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  return frames
    .filter(({ turn }) => turn <= until)
    .map(({ owners, tokens, bombs, walls, items }) => ({ owners, tokens, bombs, walls, items }));
}

/** @param {Page} page */
const matchOf = (page) => /match=([^&]+)/.exec(page.url())?.[1] ?? "";

for (const [game, args, turn] of /** @type {const} */ ([
  ["hexabomb", hexabomb, 25],
  ["2016-Bomberman", bomberman, 12],
])) {
  pageTest(`${game}: a replay is played on by hand, and the chart shows both courses`, async (lab) => {
    lab.record("a.blast", ...args);
    const page = await lab.open(`${await lab.watch("a.blast")}#match=a&turn=${turn}`);
    await untilTurn(page, turn);
    const dialog = await playOn(page);
    assert.equal(await dialog.getByRole("heading").textContent(), `Play on from turn ${turn}`);
    const selects = dialog.locator("select");
    assert.equal(await selects.nth(0).inputValue(), "human");
    assert.equal(await selects.nth(1).inputValue(), "stand-in");
    await dialog.getByRole("button", { name: "Play on" }).click();
    await until(
      () => page.locator(".seat .seat-actions").isVisible(),
      (visible) => visible,
      "the form of the seat",
    );
    await untilTurn(page, turn);
    await untilAddress(page, /match=(?!a&|a$)[^&]+/);
    const id = matchOf(page);
    const { header, live } = await api(page, `/api/matches/${id}`);
    assert.deepEqual(header.branch, { match: "a", turn });
    assert.equal(live, true);
    assert.deepEqual(await boards(page, id, turn), await boards(page, "a", turn));
    const token = await page.evaluate(() => sessionStorage.getItem("blastyard.seat"));
    await page.keyboard.press(game === "hexabomb" ? "Enter" : "Space"); // do nothing in this turn
    const seat = await until(
      () => api(page, `/api/seat/${token}`),
      (seat) => seat.choices?.turn === turn + 1,
      "the next turn",
    );
    assert.equal(
      seat.player,
      header.players.findIndex((/** @type {any} */ player) => player.entrant === 1),
    ); // player A, in the first row
    await page.getByText("Thin and dashed: the match that this one was played on from.").waitFor();
    const lines = page.locator(".charts .plot");
    assert.match(String(await lines.getAttribute("aria-label")), /turn/);
    await button(page, "Menu").click();
    await page.getByRole("menuitem", { name: "Back to the match it came from" }).click();
    await untilAddress(page, new RegExp(`match=a&turn=${turn}`));
    await untilTurn(page, turn);
  });
}

pageTest("bots play a match on to another end; the list has both matches", async (lab) => {
  lab.record("a.blast", ...hexabomb, "--bot", "builtin:hunter", "--bot", "builtin:hunter");
  const page = await lab.open((await lab.watch("a.blast")) + "#match=a&turn=20");
  await untilTurn(page, 20);
  const dialog = await playOn(page);
  await dialog.locator("select").nth(0).selectOption("builtin:idle");
  await dialog.locator("select").nth(1).selectOption("stand-in");
  await dialog.getByRole("button", { name: "Play on" }).click();
  await until(
    () => page.getByRole("heading", { level: 1 }).textContent(),
    (text) => /^from turn 20 of /.test(text ?? ""),
    "the new match",
  );
  const { matches } = await until(
    () => api(page, "/api/matches"),
    (list) => list.matches.length === 2 && !list.matches[1].live,
    "the end",
  );
  const [base, branch] = await Promise.all(matches.map((/** @type {any} */ match) => boards(page, match.id, 60)));
  assert.equal(branch.length, 61);
  assert.deepEqual(branch.slice(0, 21), base.slice(0, 21));
  assert.notDeepEqual(branch.slice(21), base.slice(21));
  await page.keyboard.press("End");
  await untilTurn(page, 60);
  await untilState(page, /wins|No winner/);
});

pageTest("a match that was just played is played on, too", async (lab) => {
  const page = await lab.open(await lab.play("--replay", "none", ...hexabomb));
  await untilState(page, /wins|No winner|Replay/);
  await page.keyboard.press("End");
  await untilTurn(page, 60);
  const dialog = await playOn(page);
  assert.equal(await dialog.getByRole("heading").textContent(), "Play on from turn 59"); // the last turn is the end
  for (const select of await dialog.locator("select").all()) await select.selectOption("stand-in");
  await dialog.getByRole("button", { name: "Play on" }).click();
  await until(
    () => page.getByRole("heading", { level: 1 }).textContent(),
    (text) => /^from turn 59 of /.test(text ?? ""),
    "the new match",
  );
});

pageTest("a file has no server that plays: the items say so", async (lab) => {
  lab.record("a.blast", ...hexabomb);
  must(lab.folder, "replay", "export", "a.blast", "-o", "a.html");
  const page = await lab.open(pathToFileURL(join(lab.folder, "a.html")).href);
  await button(page, "Menu").click();
  for (const name of ["Play on from here", "Messages of this turn"]) {
    const item = page.getByRole("menuitem", { name });
    assert.equal(await item.getAttribute("aria-disabled"), "true");
    assert.match(String(await item.textContent()), /blastyard watch/);
  }
  assert.match(String(await page.getByRole("menuitem", { name: "Play on from here" }).textContent()), /export --lab/);
});

pageTest("what the server says against it is shown", async (lab) => {
  lab.record("a.blast", ...hexabomb);
  const page = await lab.open((await lab.watch("a.blast")) + "#match=a&turn=0");
  await page.route("**/api/matches/a/branch", async (route) => {
    if (route.request().method() === "POST") await route.fulfill({ status: 200, json: { match: "gone" } });
    else
      await route.fulfill({
        status: 200,
        json: { can: false, why: "no such thing", turns: [0, 5], bots: [], specials: [], seats: [] },
      });
  });
  const dialog = await playOn(page);
  await dialog.getByText("no such thing").waitFor();
  assert.equal(await dialog.getByRole("button", { name: "Play on" }).isDisabled(), true);
  await page.keyboard.press("Escape");
  await button(page, "Menu").click();
  const item = page.getByRole("menuitem", { name: "Play on from here" });
  assert.equal(await item.getAttribute("aria-disabled"), "true");
  assert.match(String(await item.textContent()), /no such thing/);
});

pageTest("a match of which nothing was recorded at first is asked about again when the menu opens", async (lab) => {
  lab.record("a.blast", ...hexabomb);
  const visitor = await lab.visitor();
  let early = true; // while the server has no turn yet
  await visitor.context.route("**/branch", async (route) => {
    const response = await route.fetch();
    const offer = await response.json();
    await route.fulfill({
      response,
      json: early ? { ...offer, can: false, why: "no turn of this match can be played on from" } : offer,
    });
  });
  const page = await visitor.open(`${await lab.watch("a.blast")}#match=a&turn=25`);
  await untilTurn(page, 25);
  const item = page.getByRole("menuitem", { name: "Play on from here" });
  const disabled = () => item.getAttribute("aria-disabled");
  await button(page, "Menu").click();
  await until(disabled, (is) => is === "true", "why the match cannot be played on");
  assert.match((await item.textContent()) ?? "", /no turn of this match/);
  await page.keyboard.press("Escape");
  early = false;
  await button(page, "Menu").click();
  await until(disabled, (is) => is === "false", "the match to be played on");
});
