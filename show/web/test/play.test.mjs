// Playing by hand: with keys, by clicks and taps on the board, and with buttons.
import assert from "node:assert/strict";
import { cellAt, choicesOf, deal, firstMove, keys, prompt } from "./hand.mjs";
import { pageTest } from "./lab.mjs";
import { button, firstFrames, until, untilAddress, untilState } from "./view.mjs";

pageTest(
  "hexabomb by hand: keys, clicks and buttons, undo, and a reload in the middle that keeps what was entered",
  async (lab) => {
    const {
      addresses: [address = ""],
    } = await deal(lab, ["ann"], "--map", "yard", "--seed", "4", "--turns", "5", "--bot", "builtin:idle");
    const page = await lab.open(address);
    let seat = await choicesOf(page, 1);
    const own = seat.choices.pieces.map((/** @type {any} */ piece) => piece.token);
    await page.getByText(/^You play [AB] ann$/).waitFor();
    await untilAddress(page, /^(?!.*seat=).*match=/); // the secret is not in the address any more
    /** @type {Map<number, number>} */
    const where = new Map();

    // With keys.
    await page.keyboard.press("r");
    await until(
      () => prompt(page),
      (text) => /revive: the character is alive/.test(text ?? ""),
      "the refusal",
    );
    for (const piece of seat.choices.pieces) {
      const move = firstMove(piece);
      await page.keyboard.press(keys[move.do] ?? "");
      where.set(piece.token, move.cell);
    }
    await until(
      () => prompt(page),
      (text) => /All set/.test(text ?? ""),
      "all set",
    );
    await page.keyboard.press("Enter");
    seat = await choicesOf(page, 2);
    for (const piece of seat.choices.pieces) assert.equal(piece.cell, where.get(piece.token));

    // With the mouse. The page is reloaded in between, and the choices that were not sent are kept.
    const [first] = seat.choices.pieces;
    await page.locator(".stage canvas").click({ position: await cellAt(page, seat.match, firstMove(first).cell) });
    await page
      .locator(".seat-pieces [aria-pressed=false]", { hasText: /[→↗↖←↙↘]/ })
      .first()
      .waitFor();
    await page.reload();
    await page.locator(".match").waitFor();
    seat = await choicesOf(page, 2);
    await page
      .locator(".seat-pieces [aria-pressed=false]", { hasText: /[→↗↖←↙↘]/ })
      .first()
      .waitFor();
    for (const piece of seat.choices.pieces) {
      await page.locator(".stage canvas").click({ position: await cellAt(page, seat.match, piece.cell) });
      const move = firstMove(piece);
      await page.locator(".stage canvas").click({ position: await cellAt(page, seat.match, move.cell) });
      where.set(piece.token, move.cell);
    }
    await button(page, "Send").click();
    seat = await choicesOf(page, 3);
    for (const piece of seat.choices.pieces) assert.equal(piece.cell, where.get(piece.token));

    // A bomb with buttons, and one with digits that is taken back. The others do nothing.
    await button(page, "Bomb").click();
    await button(page, "Range 2").click();
    await button(page, "Delay 4").click();
    await page.locator(".seat-blast", { hasText: /^Covers \d+ cells, explodes in turn 8$/ }).waitFor();
    await button(page, "Put down the bomb").click();
    await page.locator(".seat-pieces", { hasText: "● 2/4" }).waitFor();
    await page.keyboard.press("b");
    await page.keyboard.press("3");
    await page.keyboard.press("3");
    await page.keyboard.press("b");
    await page.locator(".seat-pieces", { hasText: "● 3/3" }).waitFor();
    await page.keyboard.press("u");
    await until(
      () => page.locator(".seat-pieces", { hasText: "● 3/3" }).count(),
      (n) => n === 0,
      "the bomb to be taken back",
    );
    for (let n = 1; n < own.length; n++) await page.keyboard.press("Space");
    await button(page, "Send").click();
    await choicesOf(page, 4);
    const frames = await firstFrames(page, seat.match);
    assert.deepEqual(frames[4].bombs, [[seat.choices.pieces[0].cell, seat.player + 1, 4, 2]]);
    await page.keyboard.press("Enter"); // nobody does anything
    await untilState(page, /wins|No winner/);
    assert.equal(await page.locator(".seat").isVisible(), false);
  },
);

pageTest("2016-Bomberman by hand: arrows and buttons send at once", async (lab) => {
  const {
    addresses: [address = ""],
  } = await deal(lab, ["ann"], "bomberman", "--seed", "4", "--turns", "6", "--bot", "builtin:idle");
  const page = await lab.open(address);
  let seat = await choicesOf(page, 0);
  const wall = seat.choices.pieces[0].choices.find(
    (/** @type {any} */ choice) => choice.refused === "a wall is in the way",
  );
  await button(
    page,
    wall.do.replace(/^./, (/** @type {string} */ c) => c.toUpperCase()),
  ).click({ force: true });
  await until(
    () => prompt(page),
    (text) => /a wall is in the way/.test(text ?? ""),
    "the refusal",
  );
  await page.keyboard.press("z");
  seat = await choicesOf(page, 1);
  const [own] = seat.choices.pieces;
  assert.deepEqual(
    (await firstFrames(page, seat.match))[1].bombs?.map((/** @type {number[]} */ bomb) => bomb[0]),
    [own.cell],
  );
  const step = own.choices.find((/** @type {any} */ choice) => !choice.refused && /up|left|right|down/.test(choice.do));
  await page.keyboard.press(`Arrow${step.do[0].toUpperCase()}${step.do.slice(1)}`);
  seat = await choicesOf(page, 2);
  assert.equal(seat.choices.pieces[0].cell, step.cell);
  await button(page, "Nothing").click();
  seat = await choicesOf(page, 3);
  const back = seat.choices.pieces[0].choices.find(
    (/** @type {any} */ choice) => !choice.refused && /up|left|right|down/.test(choice.do),
  );
  if (back) await page.locator(".stage canvas").click({ position: await cellAt(page, seat.match, back.cell) });
  else await page.keyboard.press("Space");
  seat = await choicesOf(page, 4);
  assert.equal(seat.choices.pieces[0].cell, back?.cell ?? step.cell);
  await button(page, "Give up").click();
  await button(page, "Really give up\\?").click();
  await untilState(page, /wins|No winner/);
});

pageTest("two people and a watcher: the page says for whom the match waits; taps on a phone", async (lab) => {
  const {
    addresses: [first = "", second = ""],
  } = await deal(lab, ["ann", "bob"], "--map", "tiny", "--seed", "4", "--turns", "4");
  const watcher = await lab.open(first.replace(/#.*/, ""));
  const waits = () => watcher.locator(".seat-waits").textContent();
  await until(
    waits,
    (text) => /^the match begins when [AB] (ann|bob), [AB] (ann|bob) have opened the address$/.test(text ?? ""),
    "both names",
  );
  assert.equal(await watcher.locator(".seat-form").isVisible(), false);
  const bob = await lab.open(second);
  const ann = await lab.open(first, { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true });
  let seat = await choicesOf(ann, 1);
  for (const piece of seat.choices.pieces) {
    const { x, y } = await cellAt(ann, seat.match, firstMove(piece).cell);
    await ann.locator(".stage canvas").tap({ position: { x, y } });
  }
  await button(ann, "Send").tap();
  await until(waits, (text) => /^waiting for [AB] bob$/.test(text ?? ""), "bob alone");
  await until(
    () => ann.locator(".seat-waits").textContent(),
    (text) => /^You play [AB] ann – waiting for [AB] bob$/.test(text ?? ""),
    "bob alone, for ann",
  );
  await choicesOf(bob, 1);
  await bob.keyboard.press("Enter");
  seat = await choicesOf(ann, 2);
  assert.equal(await ann.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  const late = await bob.request.post(
    new URL(`/api/seat/${new URLSearchParams(new URL(second).hash.slice(1)).get("seat")}/turn/1`, second).href,
    { data: [] },
  );
  assert.equal(late.status(), 409);
});

pageTest("a wrong seat is told, and the match can be watched", async (lab) => {
  const {
    addresses: [address = ""],
  } = await deal(lab, ["ann"], "--map", "tiny", "--seed", "4", "--turns", "4", "--bot", "builtin:idle");
  const visitor = await lab.visitor();
  visitor.expected = /404/;
  const page = await visitor.open(address.replace(/seat=.*/, "seat=WRONG"));
  await until(
    () => prompt(page),
    (text) => /no such seat/.test(text ?? ""),
    "the refusal",
  );
  await page.locator(".seat-waits", { hasText: /^the match begins when A ann has opened the address$/ }).waitFor();
});
