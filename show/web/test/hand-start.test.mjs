// Playing by hand: the match waits until everybody has come, and nobody misses a turn without seeing it.
import assert from "node:assert/strict";
import { choicesOf, deal, firstMove, keys, prompt } from "./hand.mjs";
import { pageTest } from "./lab.mjs";
import { api, button, turnOf, until, untilTurn } from "./view.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** @param {Page} page */
const waits = (page) => page.locator(".seat-waits").textContent();

pageTest(
  "a match begins when both have opened their address; who waits sees the board, the goal and who is missing",
  async (lab) => {
    const {
      addresses: [first = "", second = ""],
    } = await deal(lab, ["ann", "bob"], "--map", "tiny", "--seed", "4", "--turns", "4", "--turn-time", "600s");
    const ann = await lab.open(first);
    await until(
      () => waits(ann),
      (text) => /^You play [AB] ann – the match begins when [AB] bob has opened the address$/.test(text ?? ""),
      "who is missing",
    );
    await ann
      .getByText("Have the most points after 4 turns: each turn every cell in your colour is a point.")
      .waitFor();
    assert.equal(await turnOf(ann), 0);
    assert.equal(await ann.locator(".seat-timer").isVisible(), false); // no clock is running yet
    const { live } = await api(ann, `/api/matches/${(await api(ann, "/api/matches")).matches[0].id}`);
    assert.equal(live, true);
    const bob = await lab.open(second);
    for (const page of [ann, bob]) {
      const seat = await choicesOf(page, 1);
      assert.ok(seat.left > 0 && seat.left <= 600_000 && seat.limit === 600_000, JSON.stringify(seat));
      await page.locator(".seat-timer", { hasText: /^[○◐▲] \d+ s$/ }).waitFor();
    }
    await ann.keyboard.press("Enter");
    await until(
      () => waits(ann),
      (text) => /^You play [AB] ann – waiting for [AB] bob$/.test(text ?? ""),
      "bob",
    );
    await ann.locator(".seat-timer").waitFor({ state: "hidden" });
  },
);

pageTest("--start begins without those who are missing; they come later and play", async (lab) => {
  const {
    addresses: [first = "", second = ""],
  } = await deal(lab, ["ann", "bob"], "--map", "tiny", "--seed", "4", "--turns", "40", "--start", "1s");
  const ann = await lab.open(first);
  for (const turn of [1, 2]) {
    await choicesOf(ann, turn); // the match does not wait for bob
    await ann.keyboard.press("Enter");
  }
  const bob = await lab.open(second);
  await choicesOf(ann, 3);
  await ann.keyboard.press("Enter");
  const turn = await until(
    async () => Number(await bob.locator(".seat").getAttribute("data-turn")),
    (turn) => turn >= 3,
    "bob's first turn",
  );
  const seat = await choicesOf(bob, turn);
  const [piece] = seat.choices.pieces;
  const move = firstMove(piece);
  await bob.keyboard.press(keys[move.do] ?? "");
  await bob.keyboard.press("Enter");
  if (turn === 4) await ann.keyboard.press("Enter");
  const next = await until(
    () => api(bob, `/api/seat/${new URLSearchParams(new URL(second).hash.slice(1)).get("seat")}`),
    (seat) => seat.choices?.turn > turn,
    "the next turn",
  );
  assert.equal(next.choices.pieces[0].cell, move.cell);
});

pageTest("with a time limit a clock runs, and a missed turn is told", async (lab) => {
  const {
    addresses: [address = ""],
  } = await deal(
    lab,
    ["ann"],
    "--map",
    "tiny",
    "--seed",
    "4",
    "--turns",
    "200",
    "--bot",
    "builtin:idle",
    "--turn-time",
    "2s",
  );
  const page = await lab.open(address);
  const timer = page.locator(".seat-timer");
  await timer.waitFor();
  assert.equal(await timer.getAttribute("role"), "timer");
  await until(
    () => timer.getAttribute("data-level"),
    (level) => level === "last",
    "the end of the turn",
  );
  await until(
    () => prompt(page),
    (text) => /You missed turn \d+: no answer within 2 s/.test(text ?? ""),
    "the missed turn",
  );
  assert.equal((await page.locator(".standings .name", { hasText: "ann" }).count()) > 0, true);
});

pageTest("← never leaves the turn silently: it is said, keys of playing are off, and Esc comes back", async (lab) => {
  const {
    addresses: [address = ""],
  } = await deal(lab, ["ann"], "--map", "yard", "--seed", "4", "--turns", "9", "--bot", "builtin:idle");
  const page = await lab.open(address);
  for (const turn of [1, 2]) {
    await choicesOf(page, turn);
    await page.keyboard.press("Enter");
  }
  const seat = await choicesOf(page, 3);
  await page.keyboard.press("ArrowLeft");
  await untilTurn(page, 2);
  const away = page.getByRole("alert");
  await away.filter({ hasText: "You are looking at turn 2. The match waits for you in turn 3." }).waitFor();
  const move = firstMove(seat.choices.pieces[0]);
  await page.keyboard.press(keys[move.do] ?? "");
  await page.keyboard.press("Enter");
  assert.equal(await page.locator(".seat-pieces .chip:disabled").count(), seat.choices.pieces.length);
  await page.keyboard.press("Escape");
  await untilTurn(page, 3);
  await away.waitFor({ state: "hidden" });
  await page.keyboard.press("ArrowRight"); // what people try first
  await page.locator(".seat-prompt", { hasText: "Move with w e a d z x" }).waitFor();
  await button(page, "Pause").waitFor(); // the newest turn is still followed
  assert.equal((await choicesOf(page, 3)).choices.turn, 3); // nothing was sent
  await page.locator(".seat-pieces", { hasText: "?" }).waitFor(); // nor chosen
  await page.keyboard.press("ArrowLeft");
  await untilTurn(page, 2);
  await button(page, "Back").click();
  await untilTurn(page, 3);
});

pageTest("on a small screen the rows of four players are whole while one plays", async (lab) => {
  const {
    addresses: [address = ""],
  } = await deal(
    lab,
    ["ann"],
    "--map",
    "yard",
    "--seed",
    "4",
    "--turns",
    "9",
    ...Array(3).fill(["--bot", "builtin:idle"]).flat(),
  );
  const page = await lab.open(address, { viewport: { width: 1280, height: 720 } });
  await choicesOf(page, 1);
  const whole = () =>
    page.locator(".standings tbody tr").evaluateAll((rows) => {
      const { bottom } = rows[0]?.closest(".panel")?.getBoundingClientRect() ?? { bottom: 0 };
      return rows.filter((row) => row.getBoundingClientRect().bottom <= bottom).length;
    });
  await until(whole, (rows) => rows === 4, "four whole rows");
});
