// The strip of turns: what happened by turn, for any number of turns.
import assert from "node:assert/strict";
import { bomberman, hexabomb, pageTest } from "./lab.mjs";
import { api, button, firstFrames, goTo, slider, turnOf, until, untilTurn } from "./view.mjs";

/**
 * The colours of a row of the strip, from left to right, as text.
 * @param {import("playwright-core").Page} page
 * @param {number} y CSS pixels from the top of the strip
 */
function rowOf(page, y) {
  return page.locator(".marks").evaluate((canvas, y) => {
    if (!(canvas instanceof HTMLCanvasElement)) return [];
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
    copy?.drawImage(canvas, 0, 0);
    const row =
      copy?.getImageData(0, Math.round((y * canvas.height) / canvas.clientHeight), canvas.width, 1).data ??
      new Uint8ClampedArray();
    return Array.from({ length: canvas.width }, (_, x) => [...row.slice(4 * x, 4 * x + 4)].join());
  }, y);
}

/** @param {import("playwright-core").Page} page @param {number} share */
async function pointAt(page, share) {
  const box = await page.locator(".track").boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + 3 + share * (box.width - 6), box.y + 15);
}

pageTest("the pointer over the strip is told the turn and what happened; so is the slider's focus", async (lab) => {
  lab.record("h.blast", ...hexabomb);
  const page = await lab.open((await lab.watch("h.blast")) + "#match=h&turn=20");
  await untilTurn(page, 20);
  const frames = await firstFrames(page, "h");
  const tip = page.locator(".track .tip");
  for (const turn of [0, 15, 30, 60]) {
    await pointAt(page, turn / 60);
    const text = await until(
      () => tip.textContent(),
      (text) => new RegExp(`^turn ${turn}(: |$)`).test(text ?? ""),
      `turn ${turn}`,
    );
    const blown = frames[turn].explosions?.length ?? 0;
    assert.equal(/cells? blew up/.test(text ?? ""), blown > 0, `${text}: ${blown} cells`);
  }
  await page.mouse.move(5, 5);
  await tip.waitFor({ state: "hidden" });
  await slider(page).focus();
  await page.keyboard.press("ArrowRight");
  await untilTurn(page, 21);
  await until(
    () => tip.textContent(),
    (text) => /^turn 21(: |$)/.test(text ?? ""),
    "the turn at the slider",
  );
  assert.match((await slider(page).getAttribute("aria-valuetext")) ?? "", /^turn 21\b.*, of 60$/);
  await goTo(page, 30);
  assert.equal(await slider(page).inputValue(), "30");
});

pageTest("a click on the strip goes to the turn", async (lab) => {
  lab.record("h.blast", ...hexabomb);
  const page = await lab.open((await lab.watch("h.blast")) + "#match=h&turn=0");
  await until(
    () => slider(page).getAttribute("max"),
    (max) => max === "60",
    "the length",
  );
  const box = await page.locator(".track").boundingBox();
  assert.ok(box);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await untilTurn(page, (turn) => Math.abs(turn - 30) <= 1);
});

pageTest("5,000 turns are no solid bar, and those that are not loaded are told apart", async (lab) => {
  lab.record(
    "long.blast",
    "--map",
    "tiny",
    "--seed",
    "4",
    "--turns",
    "5000",
    "--bot",
    "builtin:hunter",
    "--bot",
    "builtin:greedy",
  );
  const visitor = await lab.visitor();
  /** @type {() => void} */
  let release = () => {};
  const released = new Promise((resolve) => (release = () => resolve(undefined)));
  await visitor.context.route("**/turns/*", async (route) => {
    if (!/\/turns\/(0|78)$/.test(route.request().url())) await released;
    await route.continue();
  });
  const page = await visitor.open((await lab.watch("long.blast")) + "#match=long&turn=0");
  await page.locator(".match").waitFor();
  await untilTurn(page, 0);
  await pointAt(page, 0.5);
  const tip = page.locator(".track .tip");
  await until(
    () => tip.textContent(),
    (text) => /^turn \d+: not loaded yet$/.test(text ?? ""),
    "a turn that is not loaded",
  );
  release();
  await until(
    async () => {
      await pointAt(page, 0.4 + Math.random() / 5);
      return tip.textContent();
    },
    (text) => !/not loaded/.test(text ?? ""),
    "the turns in the middle",
  );
  const { turn } = await api(page, "/api/matches/long");
  assert.equal(turn, 5000);
  const colours = await until(
    () => rowOf(page, 19),
    (row) => new Set(row.slice(20, -20)).size > 6,
    "different intensities",
  );
  const inner = colours.slice(20, -20);
  const most = Math.max(...[...new Set(inner)].map((colour) => inner.filter((other) => other === colour).length));
  assert.ok(most < 0.6 * inner.length, `${most} of ${inner.length} columns look the same`);
});

pageTest("turns in which nothing happens pass faster in Bomberman, until q; the choice is kept", async (lab) => {
  lab.record("b.blast", "bomberman", "--seed", "4", "--bot", "builtin:idle", "--bot", "builtin:idle");
  const address = (await lab.watch("b.blast")) + "#match=b&turn=0";
  const page = await lab.open(address);
  const skim = button(page, "Skim");
  const fast = page.locator(".stage .fast");
  assert.equal(await skim.getAttribute("aria-pressed"), "true");
  await page.keyboard.press("1"); // slow, so that it takes long enough
  await page.keyboard.press("Space");
  await fast.filter({ hasText: "Nothing happens: 4×" }).waitFor();
  await page.keyboard.press("q");
  await fast.waitFor({ state: "hidden" });
  const at = await turnOf(page);
  await untilTurn(page, (turn) => turn > at);
  assert.equal(await fast.isVisible(), false);
  await until(
    () => page.evaluate(() => localStorage.getItem("blastyard.viewer")),
    (text) => /"quiet":"off"/.test(text ?? ""),
    "the kept setting",
  );
  await page.reload();
  await page.locator(".match").waitFor();
  await until(
    () => skim.getAttribute("aria-pressed"),
    (pressed) => pressed === "false",
    "the choice",
  );
});

pageTest("a match full of events passes as fast as the reader chose", async (lab) => {
  lab.record("b.blast", ...bomberman);
  lab.record("h.blast", ...hexabomb);
  const page = await lab.open((await lab.watch(".")) + "#match=h&turn=0");
  assert.equal(await button(page, "Skim").getAttribute("aria-pressed"), "false");
  await button(page, "Skim").click();
  await until(
    () => button(page, "Skim").getAttribute("aria-pressed"),
    (pressed) => pressed === "true",
    "the switch",
  );
  const frames = await firstFrames(page, "h");
  const events = frames
    .filter(({ events }) => events?.some((/** @type {any} */ { kind }) => kind === "death"))
    .map(({ turn }) => turn);
  assert.ok(events.length > 0, "the match has deaths");
  await goTo(page, Math.max(0, events[0] - 2));
  await page.keyboard.press("1");
  await page.evaluate(() => {
    /** @type {number[]} */
    const skimmed = [];
    Reflect.set(window, "skimmed", skimmed);
    const look = () => {
      const slider = document.querySelector(".scrub");
      if (slider instanceof HTMLInputElement && document.querySelector(".stage .fast")?.checkVisibility())
        skimmed.push(Number(slider.value));
      requestAnimationFrame(look);
    };
    look();
  });
  await page.keyboard.press("Space");
  await untilTurn(page, (turn) => turn >= events[0]);
  const skimmed = await page.evaluate(() => /** @type {number[]} */ (Reflect.get(window, "skimmed")));
  assert.deepEqual(
    skimmed.filter((turn) => turn < events[0]),
    [],
  );
});
