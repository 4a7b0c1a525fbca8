// The scenes of the manual's pictures of the laboratory. Each function plays a scene and returns the page in the state
// of the picture.
import assert from "node:assert/strict";
import { picture } from "./board.mjs";
import { changeLine, enter, playSeries, serve, setUp, untilOver, untilStatus } from "./lab-desk.mjs";
import { button, goTo, until, untilTurn } from "./view.mjs";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("./lab.mjs").Lab} Lab */

const listed = 5; // matches whose reasons are shown in the list
const bomb = "const BOMB = { range: 4, delay: 3 }, GAIN";

/** @type {Record<string, (lab: Lab) => Promise<Page>>} by the name of the picture */
export const scenes = { "lab-match": match, "lab-series": series, "lab-lesson": lesson, "lab-again": again };

/** @param {Lab} lab */
async function open(lab) {
  return enter(lab, await serve(lab), { reducedMotion: "reduce" });
}

/**
 * Changes the bot, and shows its code from the start of the lines.
 * @param {Page} page
 */
async function bombMore(page) {
  await changeLine(page, bomb, `${bomb} = 5; // bomb more often`);
  await page.keyboard.press("Home");
}

/**
 * Plays again until the bot is late in no turn; on a busy computer it may be late.
 * @param {Page} page
 * @param {() => Promise<void>} play
 */
async function inTime(page, play) {
  do await play();
  while (await page.locator(".desk-status .status, .desk-series .stand", { hasText: /was late in/ }).count());
}

/**
 * The scene of the first match.
 * @param {Lab} lab
 */
async function match(lab) {
  const page = await open(lab);
  await bombMore(page);
  await setUp(page, { map: "tiny", seed: 7, turns: 100 });
  await inTime(page, () => untilOver(page, () => page.keyboard.press("Control+Enter")));
  await untilStatus(page, /^Your bot wins \(mybot [\d,]+, random [\d,]+\)\./);
  await goTo(page, 42);
  return page;
}

/**
 * The scene of a series with a lost match open.
 * @param {Lab} lab
 */
async function series(lab) {
  const page = await open(lab);
  await setUp(page, { opponent: "builtin:greedy", map: "tiny", seed: 1, turns: 100 });
  await inTime(page, () => playSeries(page));
  const lines = page.locator(".games li .what");
  await until(
    () => lines.allTextContents(),
    (list) => list.slice(0, listed).every((text) => /turn \d+: |no turn stands out/.test(text)),
    "what cost most in the first matches",
  );
  const costly = page.locator(".games li button", { hasText: /^lost.*turn \d+: / }).first();
  const turn = Number(/turn (\d+): /.exec((await costly.textContent()) ?? "")?.[1]);
  await inTime(page, () => untilOver(page, () => costly.click()));
  await untilStatus(page, /^Match \d+: Your bot loses/);
  await untilTurn(page, turn);
  return page;
}

/**
 * The scene of a lesson that is done.
 * @param {Lab} lab
 */
async function lesson(lab) {
  const page = await open(lab);
  const panel = page.locator(".learn");
  await button(page, "Learn").click();
  await button(page, "3\\. Bomb").click();
  await panel.locator("summary", { hasText: "A solution" }).click();
  await panel.getByRole("button", { name: "Open the solution" }).click();
  await panel.locator("summary", { hasText: "A solution" }).click();
  await inTime(page, () => untilOver(page, () => panel.getByRole("button", { name: "Run" }).click()));
  await untilStatus(page, /^Lesson 3: done\. /);
  await goTo(page, 8);
  await panel.locator(".task").evaluate((task) => task.scrollIntoView());
  return page;
}

/**
 * The scene of a match that was run again from a turn with other code, and the match before.
 * @param {Lab} lab
 */
async function again(lab) {
  const page = await open(lab);
  await setUp(page, { opponent: "builtin:greedy", map: "tiny", seed: 5, turns: 100 });
  await inTime(page, () => untilOver(page, () => page.keyboard.press("Control+Enter")));
  await untilStatus(page, /^Your bot loses/);
  await goTo(page, 40);
  await bombMore(page);
  await inTime(page, () => untilOver(page, () => button(page, "Run again from turn 40").click()));
  await untilStatus(page, /^Your bot wins/);
  await untilTurn(page, 40);
  await page.getByRole("tab", { name: "Charts" }).click();
  await page.getByText("Thin and dashed: the match that this one was played on from.").waitFor();
  await button(page, "Whole match").click();
  await page.locator(".plot[aria-label*='at turn 100']").waitFor();
  return page;
}

const telling = [
  ".desk-status .status",
  ".desk-match .standings tbody :is(.badge, .name, .number:not(.time))",
  ".desk-match .plot",
  ".chart-note",
  ".desk-series :is(.stand, thead, tbody)",
  `.desk-series .games li:nth-child(-n+${listed}) span`,
  ".learn :is(h3, .count, .task, .result)",
];

/**
 * What a page says about its match, series or lesson. It is the same on all computers.
 * @param {Page} page
 */
export async function told(page) {
  await picture(page);
  const turn = await page.getByRole("spinbutton", { name: "Go to turn" }).inputValue();
  const texts = await page
    .locator(telling.join())
    .evaluateAll((list) =>
      list
        .filter((element) => element.checkVisibility())
        .map((element) => element.textContent?.trim() || element.getAttribute("aria-label") || ""),
    );
  assert.ok(texts.length >= 3, texts.join());
  return [`Turn ${turn}`, ...texts.filter((text) => text !== "")].join("\n");
}
