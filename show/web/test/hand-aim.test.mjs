// Playing by hand: what a person sees before a decision.
import assert from "node:assert/strict";
import { canvasSize, coloursAt, picture, placeOf } from "./board.mjs";
import { cellAt, choicesOf, deal, explodedIn, firstMove, keys, placesOfControls, prompt } from "./hand.mjs";
import { pageTest } from "./lab.mjs";
import { assertNamed, faintTexts } from "./reading.mjs";
import { api, button, firstFrames, until, untilState } from "./view.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** @param {any} piece */
const bombOf = (piece) => piece.choices.find((/** @type {any} */ choice) => choice.do === "bomb");

pageTest("hexabomb: the blast of the chosen range and delay is there before the bomb, and comes true", async (lab) => {
  const {
    addresses: [address = ""],
  } = await deal(lab, ["ann"], "--map", "yard", "--seed", "4", "--turns", "12", "--bot", "builtin:idle");
  const page = await lab.open(address);
  const seat = await choicesOf(page, 1);
  const [piece] = seat.choices.pieces;
  const { blast } = bombOf(piece);
  const reach = (/** @type {number} */ range) =>
    blast.cells.filter((/** @type {number} */ _, /** @type {number} */ i) => blast.ranges[i] <= range);
  const { header } = await api(page, `/api/matches/${seat.match}`);
  const size = await canvasSize(page);
  const looks = async (/** @type {number[]} */ cells) => {
    await picture(page);
    const places = cells.map((cell) => placeOf(header, cell, size));
    return coloursAt(page, places);
  };
  const near = reach(2).filter((/** @type {number} */ cell) => cell !== piece.cell);
  const far = reach(4).filter((/** @type {number} */ cell) => !reach(3).includes(cell));
  assert.ok(near.length > 0 && far.length > 0);
  await page.mouse.move(1, 1);
  const before = await looks([...near, ...far]);
  await page.keyboard.press("b");
  await page.keyboard.press("2");
  await page.keyboard.press("4");
  await page.getByText(`Covers ${reach(2).length} cells, explodes in turn 6`).waitFor();
  const aimed = await looks([...near, ...far]);
  assert.notDeepEqual(aimed.slice(0, near.length), before.slice(0, near.length));
  assert.deepEqual(aimed.slice(near.length), before.slice(near.length)); // cells out of range look as before
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowLeft");
  await page.getByText(`Covers ${reach(4).length} cells, explodes in turn 5`).waitFor();
  assert.notDeepEqual(await looks(far), before.slice(near.length));
  await page.keyboard.press("Escape");
  assert.deepEqual(await looks([...near, ...far]), before);
  await page.keyboard.press("b");
  await page.keyboard.press("b"); // with the values chosen before
  await page.keyboard.press("Enter");
  for (const turn of [2, 3, 4]) {
    const { choices } = await choicesOf(page, turn);
    if (turn === 2) await page.keyboard.press(keys[firstMove(choices.pieces[0]).do] ?? "");
    await page.keyboard.press("Enter");
  }
  await choicesOf(page, 5);
  assert.deepEqual(
    explodedIn(await firstFrames(page, seat.match), 5),
    reach(4).sort((/** @type {number} */ a, /** @type {number} */ b) => a - b),
  );
});

pageTest("the keys in the arrows around a character are large enough to be read", async (lab) => {
  const {
    addresses: [address = ""],
  } = await deal(lab, ["ann"], "--map", "yard", "--seed", "4", "--turns", "12", "--bot", "builtin:idle");
  const visitor = await lab.visitor();
  await visitor.context.addInitScript(() => {
    /** @type {Map<string, number>} */
    const sizes = new Map();
    Reflect.set(window, "sizes", sizes);
    const usual = CanvasRenderingContext2D.prototype.fillText;
    /** @this {CanvasRenderingContext2D} @param {string} text @param {number} x @param {number} y */
    CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
      if (/^[weadzx]$/i.test(text))
        sizes.set(text, parseFloat(/[\d.]+px/.exec(this.font)?.[0] ?? "0") / devicePixelRatio);
      usual.call(this, text, x, y);
    };
  });
  const page = await visitor.open(address);
  await choicesOf(page, 1);
  const sizes = () => page.evaluate(() => [.../** @type {Map<string, number>} */ (Reflect.get(window, "sizes"))]);
  await until(sizes, (letters) => letters.length > 1 && letters.every(([, size]) => size >= 9), "letters of 9 pixels");
});

pageTest(
  "2016-Bomberman: what a bomb would cover is always to be seen, for its key puts it down at once",
  async (lab) => {
    const {
      addresses: [address = ""],
    } = await deal(lab, ["ann"], "bomberman", "--seed", "4", "--turns", "12", "--bot", "builtin:idle");
    const page = await lab.open(address);
    const seat = await choicesOf(page, 0);
    const { blast } = bombOf(seat.choices.pieces[0]);
    await page.getByText(`Covers ${blast.cells.length} cells, explodes in turn ${blast.turn}`).waitFor();
    await page.getByText(/^Be the last one alive\. If more are alive after 12 turns, the most points win/).waitFor();
    await page.keyboard.press("z");
    for (let turn = 1; turn < blast.turn; turn++) {
      await choicesOf(page, turn);
      await page.keyboard.press("Space");
    }
    await untilState(page, /wins|No winner/); // it stood on its own bomb
    assert.deepEqual(
      explodedIn(await firstFrames(page, seat.match), blast.turn),
      blast.cells.sort((/** @type {number} */ a, /** @type {number} */ b) => a - b),
    );
  },
);

pageTest("while one plays nothing moves, and refusals are in plain words", async (lab) => {
  const {
    addresses: [address = ""],
  } = await deal(lab, ["ann"], "--map", "yard", "--seed", "4", "--turns", "9", "--bot", "builtin:idle");
  const page = await lab.open(address);
  const seat = await choicesOf(page, 1);
  const places = await placesOfControls(page);
  const size = await canvasSize(page);
  assert.ok(Object.keys(places).length > 14);
  for (const key of ["r", "b", "3", "Escape", firstKey(seat)]) {
    await page.keyboard.press(key);
    assert.deepEqual(await placesOfControls(page), places, key);
  }
  await button(page, "Give up").click();
  await button(page, "Really give up\\?").waitFor();
  assert.deepEqual(await placesOfControls(page), places);
  await page.keyboard.press("r");
  await until(
    () => prompt(page),
    (text) => /[AB]\d+ cannot revive: the character is alive$/.test(text ?? ""),
    "the refusal",
  );
  await page.keyboard.press("Enter");
  await choicesOf(page, 2);
  assert.deepEqual(await placesOfControls(page), places);
  assert.deepEqual(await canvasSize(page), size);
  assert.match(String(await prompt(page)), /what to do\? Free: /);
  assert.equal(await page.locator(".seat-prompt").getAttribute("role"), "status");
  assert.deepEqual(await faintTexts(page), []);
  await assertNamed(page);
  await page.keyboard.press("?");
  await page.getByRole("heading", { name: "Playing by hand" }).waitFor();
  await page.getByText(/the keys lie as the cells around a character/).waitFor();
  await page.keyboard.press("Escape");
});

/** @param {any} seat */
const firstKey = (seat) => keys[firstMove(seat.choices.pieces[0]).do] ?? "";

pageTest("opponents do not fade for a person who plays, as they do where somebody is picked out", async (lab) => {
  const {
    addresses: [address = ""],
  } = await deal(lab, ["ann"], "--map", "yard", "--seed", "4", "--turns", "9", "--bot", "builtin:idle");
  const page = await lab.open(address);
  const seat = await choicesOf(page, 1);
  const watcher = await lab.open(`${address.replace(/#.*/, "")}#match=${seat.match}&turn=1`);
  const picked = await lab.open(`${address.replace(/#.*/, "")}#match=${seat.match}&turn=1&me=${seat.player}`);
  const { header } = await api(page, `/api/matches/${seat.match}`);
  const frame = (await firstFrames(page, seat.match))[1];
  const others = frame.tokens
    .filter((/** @type {number[]} */ token) => token[1] !== seat.player)
    .map((/** @type {number[]} */ token) => token[2]);
  /** The colours of the opponents' characters, beside their names. */
  const bodies = async (/** @type {Page} */ of) => {
    const size = await canvasSize(of);
    await picture(of);
    return coloursAt(
      of,
      others.map((/** @type {number} */ cell) => {
        const { x, y, unit } = placeOf(header, cell, size);
        return { x, y: y - 0.42 * unit };
      }),
    );
  };
  const [played, watched, faded] = [await bodies(page), await bodies(watcher), await bodies(picked)];
  const apart = (/** @type {number[][]} */ a, /** @type {number[][]} */ b) =>
    Math.max(...a.flatMap((colour, i) => colour.map((v, k) => Math.abs(v - (b[i]?.[k] ?? 0)))));
  assert.ok(apart(played, watched) <= 12, `${JSON.stringify(played)} against ${JSON.stringify(watched)}`);
  assert.ok(apart(played, faded) > 24, `${JSON.stringify(played)} against ${JSON.stringify(faded)}`);
});

for (const game of ["hexabomb", "bomberman"]) {
  pageTest(`a whole short match of ${game} by touch only, on a phone`, async (lab) => {
    const {
      addresses: [address = ""],
    } = await deal(
      lab,
      ["ann"],
      ...(game === "hexabomb" ? ["--map", "tiny"] : ["bomberman"]),
      "--seed",
      "4",
      "--turns",
      "4",
      "--bot",
      "builtin:idle",
    );
    const page = await lab.open(address, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const places = /** @type {Set<string>} */ (new Set());
    for (let turn = game === "hexabomb" ? 1 : 0; turn < 4; turn++) {
      const seat = await choicesOf(page, turn);
      places.add(JSON.stringify(await placesOfControls(page)));
      for (const [i, piece] of seat.choices.pieces.entries()) {
        if (i === 0 && turn === 1 && game === "hexabomb") {
          await button(page, "Bomb").tap();
          await button(page, "Range 2").tap();
          await button(page, "Put down the bomb").tap();
          continue;
        }
        const move = piece.choices.find(
          (/** @type {any} */ choice) => !choice.refused && !choice.note && !/bomb|trigger|revive/.test(choice.do),
        );
        if (move) await page.locator(".stage canvas").tap({ position: await cellAt(page, seat.match, move.cell) });
        else await button(page, "Nothing").tap();
      }
      if (game === "hexabomb") await button(page, "Send").tap();
    }
    await untilState(page, /wins|No winner/);
    assert.equal(places.size, 1);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  });
}
