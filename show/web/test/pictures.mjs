// Writes the pictures of the page for docs/pictures. It is run by hand: npm run pictures, or with names: npm run
// pictures drawings
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { picture } from "./board.mjs";
import { browser } from "./browser.mjs";
import { dryRun } from "./dryrun.mjs";
import { choicesOf, deal, keys } from "./hand.mjs";
import { Lab } from "./lab.mjs";
import { scenes, told } from "./lab-scenes.mjs";
import { must } from "./program.mjs";
import { shot } from "./shot.mjs";
import { until, untilTurn } from "./view.mjs";

const target = fileURLToPath(new URL("../../../docs/pictures/", import.meta.url));

const wanted = process.argv.slice(2);
/** @param {string[]} names */
const wants = (...names) => wanted.length === 0 || names.some((name) => wanted.includes(name));
const dark = /** @type {const} */ ({ colorScheme: "dark" });
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1, isMobile: true, hasTouch: true };

const hexabomb = [
  "--map",
  "arena4",
  "--seed",
  "11",
  "--turns",
  "150",
  "--bot",
  "builtin:hunter",
  "--bot",
  "builtin:greedy",
  "--bot",
  "builtin:hunter",
  "--bot",
  "builtin:greedy",
];
const bomberman = [
  "bomberman",
  "--seed",
  "8",
  "--bot",
  "builtin:reference",
  "--bot",
  "builtin:reference",
  "--bot",
  "builtin:reference",
  "--bot",
  "builtin:reference",
];

const lab = new Lab();
lab.record("hexabomb.blast", ...hexabomb);
lab.record("bomberman.blast", ...bomberman);
for (const file of ["scoutbot.mjs", "netorcai.mjs"])
  copyFileSync(fileURLToPath(new URL(file, import.meta.url)), join(lab.folder, file));
lab.record(
  "drawings.blast",
  "--map",
  "duel",
  "--seed",
  "5",
  "--turns",
  "40",
  "--no-timeout",
  "--bot",
  "node scoutbot.mjs",
  "--bot",
  "builtin:greedy",
);
const pages = {
  hexabomb: await lab.watch("hexabomb.blast"),
  bomberman: await lab.watch("bomberman.blast"),
  drawings: await lab.watch("drawings.blast"),
};
mkdirSync(target, { recursive: true });

/**
 * @param {string} name
 * @param {"hexabomb" | "bomberman" | "drawings"} game
 * @param {number} turn
 * @param {string} flags
 * @param {import("playwright-core").BrowserContextOptions} [options]
 */
async function take(name, game, turn, flags, options) {
  if (!wants(name)) return;
  const page = await lab.open(`${pages[game]}#match=${game}&turn=${turn}${flags}`, options);
  await untilTurn(page, turn);
  await picture(page);
  await page.locator(".charts .plot").evaluate(() => new Promise((resolve) => setTimeout(resolve, 500))); // drawn later
  await save(page, name);
}

/**
 * @param {import("playwright-core").Page} page
 * @param {string} name
 * @param {string} [text] its description
 */
async function save(page, name, text) {
  const file = await shot(page, text);
  writeFileSync(`${target}page-${name}.png`, file);
  console.log(`page-${name}.png: ${file.length} octets`);
}

/** Takes pictures of twelve bots on a projector: the standings of a match, and the table of the series after it. */
async function takeSeries() {
  must(
    lab.folder,
    "map",
    "generate",
    "hexabomb",
    "--players",
    "12",
    "--cells",
    "250",
    "--characters",
    "2",
    "--out",
    "twelve.json",
  );
  const bots = Array.from({ length: 12 }, (_, i) => [
    "--bot",
    `builtin:${["hunter", "greedy", "random", "hunter"][i % 4]}`,
  ]).flat();
  const address = await lab.play(
    "--games",
    "12",
    "--jobs",
    "1",
    "--map",
    "twelve.json",
    "--seed",
    "4",
    "--turns",
    "40",
    "--delay",
    "5ms",
    ...bots,
  );
  await until(
    async () => (await (await fetch(`${address}api/series`)).json())?.complete,
    (complete) => complete === true,
    "the end of the series",
    120_000,
  );
  const page = await lab.open(`${address}?projector`, { viewport: { width: 1280, height: 720 }, ...dark });
  await page.locator(".final").waitFor({ timeout: 120_000 });
  await save(page, "final");
  await page.locator(".series-board").waitFor();
  await save(page, "series");
}

/** Takes a picture of the projector. It plays by itself, so it is paused at the wanted turn or the next one. */
async function takeProjector() {
  const page = await lab.open(`${pages.hexabomb}#match=hexabomb&turn=64`, dark);
  await untilTurn(page, 64);
  await page.keyboard.press("Shift+P");
  await page.keyboard.press(" ");
  await picture(page);
  await page.locator(".charts .plot").evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
  await save(page, "projector");
}

/**
 * Plays some turns by hand against a bot, and takes a picture while a bomb is aimed.
 * @param {string} name
 * @param {import("playwright-core").BrowserContextOptions} [options]
 */
async function takeByHand(name, options) {
  const {
    addresses: [address = ""],
  } = await deal(
    lab,
    ["ann"],
    "--map",
    "yard",
    "--seed",
    "3",
    "--turns",
    "60",
    "--turn-time",
    "60s",
    "--bot",
    "builtin:greedy",
  );
  const page = await lab.open(address, options);
  for (let turn = 1; turn < 25; turn++) {
    const { choices } = await choicesOf(page, turn);
    for (const [i, piece] of choices.pieces.entries()) {
      const free = piece.choices.filter(
        (/** @type {any} */ choice) => !choice.refused && !choice.note && choice.do !== "bomb",
      );
      await page.keyboard.press(keys[free[((turn >> 2) * (i + 2)) % free.length]?.do] ?? "Space");
    }
    await page.keyboard.press("Enter");
  }
  await choicesOf(page, 25);
  for (const key of ["b", "4", "3"]) await page.keyboard.press(key);
  await page.locator(".seat-blast", { hasText: /Covers/ }).waitFor();
  await picture(page);
  await save(page, name);
}

/** Takes pictures of a chart of twelve players with its readout, and of a moment that decided a match. */
async function takeStory() {
  must(lab.folder, "map", "generate", "hexabomb", "--players", "12", "--cells", "400", "--out", "large.json");
  const bots = ["hunter", "greedy", "hunter", "greedy"].flatMap((bot) => ["--bot", `builtin:${bot}`]);
  lab.record("twelve.blast", "--map", "large.json", "--seed", "3", "--turns", "150", ...bots, "--players", "12");
  const twelve = await lab.open(`${await lab.watch("twelve.blast")}#match=twelve&turn=110&me=3`);
  await untilTurn(twelve, 110);
  await picture(twelve);
  const over = twelve.locator(".plot .u-over");
  await until(
    async () => {
      await over.hover({ position: { x: 60 + 5 * Math.random(), y: 30 } });
      return twelve.locator(".readout li").count();
    },
    (n) => n === 12,
    "the values of all",
  );
  await save(twelve, "lead");
  const page = await lab.open(`${pages.hexabomb}#match=hexabomb&turn=64&highlights`, {
    ...dark,
    reducedMotion: "reduce",
  });
  await page.locator(".moment-place", { hasText: "Moment 2" }).waitFor();
  await picture(page);
  await save(page, "moment");
}

/** What the manual shows of the dry run of an event, by the names of its pictures. */
const ofTheEvent = new Map([
  ["desk", "desk"],
  ["event", "event"],
  ["phone-event", "event-phone"],
  ["podium", "event-podium"],
]);

/** Takes pictures of the dry run of an event, which takes minutes. */
async function takeEvent() {
  const own = new Lab();
  try {
    await dryRun(own, async (name, page) => {
      const kept = ofTheEvent.get(name);
      if (kept && wants(kept)) await save(page, kept);
    });
  } finally {
    await own.close();
  }
}

try {
  await take("hexabomb-light", "hexabomb", 64, "");
  await take("hexabomb-dark", "hexabomb", 64, "", dark);
  await take("danger", "hexabomb", 64, "&danger", dark);
  await take("bomberman", "bomberman", 70, "", dark);
  await take("phone", "hexabomb", 64, "", phone);
  if (wants("projector")) await takeProjector();
  if (wants("final", "series")) await takeSeries();
  if (wants("by-hand")) await takeByHand("by-hand", dark);
  if (wants("by-hand-phone")) await takeByHand("by-hand-phone", phone);
  await take("drawings", "drawings", 6, "&me=0", dark);
  if (wants("lead", "moment")) await takeStory();
  if (wants(...ofTheEvent.values())) await takeEvent();
  for (const [name, scene] of Object.entries(scenes)) {
    if (!wants(name)) continue;
    const page = await scene(lab);
    await save(page, name, await told(page));
  }
} finally {
  await lab.close();
  await (await browser()).close();
}
