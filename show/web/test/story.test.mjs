// The story of a match: its decisive moments as an instant replay.
import assert from "node:assert/strict";
import { canvasSize, difference, picture } from "./board.mjs";
import { hexabomb, pageTest } from "./lab.mjs";
import { api, goTo, slider, turnOf, until, untilAddress, untilTurn } from "./view.mjs";

const story = "hunter won: it lost no character after turn 20.";
const moments = [
  { turn: 12, from: 9, to: 14, player: 0, swing: 40, cells: [3, 4], text: "the first moment of this match" },
  { turn: 30, from: 28, to: 32, player: 1, swing: -50, cells: [20], text: "the second moment of this match" },
  { turn: 50, from: 47, to: 53, player: -1, swing: 60, cells: [30, 31, 32], text: "the third moment of this match" },
];
/** Moments of which the first lasts for minutes, for a match that is long enough. */
const long = moments.map((moment, i) => (i === 0 ? { ...moment, to: 400 } : moment));
const longMatch = [...hexabomb, "--turns", "500"];

/**
 * Opens the match h with given moments instead of those that the program has found.
 * @param {import("./lab.mjs").Lab} lab
 * @param {string} address
 * @param {import("playwright-core").BrowserContextOptions} [options]
 * @param {typeof moments} [told]
 * @param {(context: import("playwright-core").BrowserContext) => Promise<unknown>} [prepare]
 */
async function open(lab, address, options, told = moments, prepare) {
  const visitor = await lab.visitor(options);
  await prepare?.(visitor.context);
  await visitor.context.route("**/api/matches/h", async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    await route.fulfill({ response, json: { ...json, end: { ...json.end, moments: told, story } } });
  });
  const page = await visitor.open(address);
  await page.locator(".match").waitFor();
  return page;
}

/**
 * Changes the address from the # on, and waits until the page has noticed.
 * @param {import("playwright-core").Page} page
 * @param {string} hash
 */
function goToAddress(page, hash) {
  return page.evaluate(
    (hash) =>
      new Promise((resolve) => {
        addEventListener("hashchange", resolve, { once: true });
        location.hash = hash;
      }).then(() => {}),
    hash,
  );
}

/**
 * Waits until the page has drawn its current state.
 * @param {import("playwright-core").Page} page
 */
function drawn(page) {
  return page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

/**
 * Records the sentences and turns that are shown from now on.
 * @param {import("playwright-core").Page} page
 */
async function noteMoments(page) {
  await page.evaluate(() => {
    /** @type {{ text: string, turn: number, pressed: string | null }[]} */
    const seen = [];
    Reflect.set(window, "seen", seen);
    const look = () => {
      const moment = document.querySelector(".telling .moment-text");
      const slider = document.querySelector(".scrub");
      const text = moment?.lastChild?.textContent ?? "";
      const turn = slider instanceof HTMLInputElement ? Number(slider.value) : -1;
      const last = seen.at(-1);
      if (text !== "" && (last?.text !== text || last.turn !== turn)) seen.push({ text, turn, pressed: null });
      requestAnimationFrame(look);
    };
    look();
  });
  return () => page.evaluate(() => /** @type {{ text: string, turn: number }[]} */ (Reflect.get(window, "seen")));
}

pageTest("h shows each moment with its turns, enlarged, and then the standings with the reason", async (lab) => {
  lab.record("h.blast", ...hexabomb);
  const page = await open(lab, (await lab.watch("h.blast")) + "#match=h&turn=20");
  await untilTurn(page, 20);
  const seen = await noteMoments(page);
  await page.keyboard.press("h");
  await page.locator(".moment-place", { hasText: "Moment 1 of 3 · turn 12" }).waitFor();
  const final = page.getByRole("region", { name: "Final standings" });
  await final.waitFor();
  assert.equal(await final.locator(".story").textContent(), story);
  for (const { text, from, to } of moments) {
    const turns = (await seen()).filter((shown) => shown.text === text).map(({ turn }) => turn);
    for (let turn = from; turn <= to; turn++) assert.ok(turns.includes(turn), `${text}: turn ${turn} in ${turns}`);
  }
  assert.equal(await page.locator(".moment").isVisible(), false);
  const { turn } = await api(page, "/api/matches/h");
  assert.equal(await turnOf(page), turn);
  await page.keyboard.press("Escape");
  await final.waitFor({ state: "hidden" });
});

pageTest("after a moment the board is as before", async (lab) => {
  lab.record("h.blast", ...longMatch);
  const page = await open(lab, (await lab.watch("h.blast")) + "#match=h&turn=60", {}, long);
  await untilTurn(page, 60);
  const before = await picture(page);
  const size = await canvasSize(page);
  await page.getByRole("button", { name: /^Highlights/ }).click();
  await page.locator(".moment-place", { hasText: "Moment 1" }).waitFor();

  await page.getByRole("button", { name: /^Skip/ }).click();
  await page.locator(".moment").waitFor({ state: "hidden" });
  await untilTurn(page, 60);
  assert.deepEqual(await canvasSize(page), size);
  await until(
    async () => difference(await picture(page), before),
    (pixels) => pixels === 0,
    "the whole board as before",
  );
});

pageTest("any key ends the moments and does what it does; Escape only ends them", async (lab) => {
  lab.record("h.blast", ...longMatch);
  const page = await open(lab, (await lab.watch("h.blast")) + "#match=h&turn=450", {}, long);
  for (const [key, turn] of /** @type {const} */ ([
    ["Escape", 450],
    ["h", 450],
    ["Home", 0],
  ])) {
    await goTo(page, 450);
    await page.keyboard.press("h");
    await page.locator(".moment-place", { hasText: "Moment 1" }).waitFor();
    await until(
      () => turnOf(page),
      (at) => at >= 9 && at <= 400,
      "a turn of the moment",
    );
    await page.keyboard.press(key);
    await page.locator(".moment").waitFor({ state: "hidden" });
    await untilTurn(page, turn);
  }
});

pageTest("an address with another turn ends the moments, and its turn stays", async (lab) => {
  lab.record("h.blast", ...longMatch);
  const page = await open(lab, (await lab.watch("h.blast")) + "#match=h&turn=20", {}, long);
  await untilTurn(page, 20);
  await page.keyboard.press("h");
  await page.locator(".moment-place", { hasText: "Moment 1" }).waitFor();
  await goToAddress(page, "#match=h&turn=5");
  await page.locator(".moment").waitFor({ state: "hidden" });
  await drawn(page);
  assert.equal(await turnOf(page), 5);
  await goToAddress(page, "#match=h&turn=40&highlights");
  await page.locator(".moment-place", { hasText: "Moment 1" }).waitFor();
  await goToAddress(page, "#match=h&turn=41&highlights"); // the moments of this address, from the beginning
  await page.locator(".moment-place", { hasText: "Moment 1" }).waitFor();
  await page.keyboard.press("Escape");
  await untilTurn(page, 41);
});

pageTest("keys and the timeline go where they say while a turn of a moment is waited for", async (lab) => {
  lab.record(
    "h.blast",
    "--map",
    "tiny",
    "--seed",
    "4",
    "--turns",
    "150",
    ...Array.from({ length: 4 }, () => ["--bot", "builtin:idle"]).flat(),
  );
  const late = [
    { turn: 100, from: 97, to: 102, player: 0, swing: 40, cells: [3, 4], text: "a moment whose turns come late" },
  ];
  /** @type {import("playwright-core").Route[]} */
  const held = [];
  const page = await open(lab, (await lab.watch("h.blast")) + "#match=h&turn=20", {}, late, (context) =>
    context.route("**/turns/1", (route) => void held.push(route)),
  ); // turns 64 to 127
  await until(
    () => held.length,
    (routes) => routes === 1,
    "the turns that are held back",
  ); // all other chunks are loaded
  const goesTo = async (/** @type {number} */ turn, /** @type {() => Promise<void>} */ go) => {
    await goTo(page, 20);
    await page.keyboard.press("h");
    await page.locator(".moment-place", { hasText: "Moment 1 of 1" }).waitFor();
    await untilTurn(page, 97);
    await go();
    await page.locator(".moment").waitFor({ state: "hidden" });
    await drawn(page);
    assert.equal(await turnOf(page), turn);
  };
  await goesTo(0, () => page.keyboard.press("Home"));
  await goesTo(21, () => page.keyboard.press("ArrowRight"));
  await goesTo(20, () => page.keyboard.press("Escape"));
  const box = await page.locator(".track").boundingBox();
  assert.ok(box);
  await goesTo(0, () => page.mouse.click(box.x + 3, box.y + box.height / 2));
  await goTo(page, 20);
  await page.keyboard.press("h");
  await untilTurn(page, 97);
  await held[0]?.continue();
  await page.locator(".final .story", { hasText: story }).waitFor(); // and there are no errors once the turns arrive
});

pageTest("#highlights in the address shows the moments, and leaves the address", async (lab) => {
  lab.record("h.blast", ...longMatch);
  const page = await open(lab, (await lab.watch("h.blast")) + "#match=h&highlights", {}, long);
  await page.locator(".moment-place", { hasText: "Moment 1" }).waitFor();
  await page.keyboard.press("Escape");
  await untilAddress(page, /match=h&turn=\d+$/);
  await page.evaluate(() => (location.hash = "#match=h&turn=20&highlights"));
  await page.locator(".moment-place", { hasText: "Moment 1" }).waitFor();
});

pageTest("without motion a moment is a picture of its decisive turn", async (lab) => {
  lab.record("h.blast", ...hexabomb);
  const page = await open(
    lab,
    (await lab.watch("h.blast")) + "#match=h&turn=20",
    { reducedMotion: "reduce" },
    moments.slice(0, 2),
  );
  await untilTurn(page, 20);
  const seen = await noteMoments(page);
  await page.keyboard.press("h");
  await page.locator(".moment-place", { hasText: "Moment 1" }).waitFor();
  await untilTurn(page, 12);
  const near = await picture(page);
  await page.getByRole("region", { name: "Final standings" }).waitFor();
  const turns = (await seen()).map(({ turn }) => turn).filter((turn) => turn !== 20);
  assert.deepEqual([...new Set(turns)], [12, 30]);
  await page.keyboard.press("Escape");
  await goTo(page, 12);
  const whole = await picture(page);
  const height = Math.min(near.height, whole.height); // captions take space below
  const top = (/** @type {import("./board.mjs").Picture} */ p) => ({
    ...p,
    height,
    pixels: p.pixels.subarray(0, 4 * p.width * height),
  });
  assert.ok(difference(top(near), top(whole)) > 0.2 * whole.width * height, "the board was enlarged");
});

pageTest("the projector shows the moments of a match, and then its standings with the reason", async (lab) => {
  lab.record("h.blast", ...hexabomb);
  const page = await open(lab, (await lab.watch("h.blast")) + "?projector#match=h&turn=55");
  for (const { text } of moments) await page.locator(".moment-text", { hasText: text }).waitFor();
  await page.locator(".final .story", { hasText: story }).waitFor();
});

pageTest("a match without moments says so", async (lab) => {
  lab.record("h.blast", ...hexabomb);
  const visitor = await lab.visitor();
  await visitor.context.route("**/api/matches/h", async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    delete json.end.moments;
    await route.fulfill({ response, json });
  });
  const page = await visitor.open((await lab.watch("h.blast")) + "#match=h&turn=20");
  await untilTurn(page, 20);
  await page.keyboard.press("h");
  await page.locator(".notice", { hasText: "No moments are known" }).waitFor();
  assert.equal(await page.getByRole("button", { name: /^Highlights/ }).isVisible(), false);
  assert.equal(await slider(page).inputValue(), "20");
});
