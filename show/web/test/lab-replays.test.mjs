// Replays of all kinds in the laboratory: each is checked, and played on with the reader's bot.
import assert from "node:assert/strict";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { dialog } from "./check.mjs";
import { pageTest } from "./lab.mjs";
import { ended, enter, serve, untilOver, untilStatus } from "./lab-desk.mjs";
import { must, tamper } from "./program.mjs";
import { button, goTo, until, untilTurn } from "./view.mjs";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("./lab.mjs").Lab} Lab */

const kept = fileURLToPath(new URL("../../../replay/testdata/golden/", import.meta.url));
const golden = (/** @type {string} */ name) => (/** @type {Lab} */ lab) =>
  copyFileSync(join(kept, `${name}.blast`), join(lab.folder, "m.blast"));
const played = (/** @type {string} */ words) => (/** @type {Lab} */ lab) => lab.record("m.blast", ...words.split(" "));

/**
 * Checks the open replay.
 * @param {Page} page
 */
async function check(page) {
  await button(page, "Check").click();
  const text = await until(
    () => dialog(page).locator(".result").textContent(),
    (said) => !/^(Checking…)?$/.test(said ?? ""),
    "the check",
  );
  await page.keyboard.press("Escape");
  return text;
}

/** @param {Lab} lab @param {string} file */
async function open(lab, file) {
  const page = await enter(lab, await serve(lab), { reducedMotion: "reduce" });
  await page.getByLabel("Replay", { exact: true }).setInputFiles(join(lab.folder, file));
  await untilStatus(page, /^[a-z]+\.blast/);
  return page;
}

/** Records a match with a program that plays over netorcai, which the page does not have. @param {Lab} lab */
function programs(lab) {
  must(lab.folder, "bot", "new", "other", "--lang", "javascript");
  lab.record(
    "m.blast",
    "--map",
    "tiny",
    "--turns",
    "30",
    "--seed",
    "7",
    "--no-timeout",
    "--bot",
    "./other",
    "--bot",
    "builtin:greedy",
  );
}

/**
 * @type {[string, (lab: Lab) => void, number, number][]} title, how to make it, number of turns, turn to play on from
 */
const rows = [
  ["hexabomb", golden("hexabomb-classical"), 60, 50],
  ["hexabomb with sudden death", golden("hexabomb-sudden-death"), 80, 70],
  ["2016-Bomberman", golden("bomberman"), 442, 400],
  ["programs of netorcai", programs, 30, 20],
  [
    "a special player",
    played("--map duel --special builtin:ghost --bot builtin:hunter --bot builtin:greedy --turns 30 --seed 7"),
    30,
    20,
  ],
  ["hexabomb of 2018", played("--rules 2018 --turns 30 --seed 5"), 30, 20],
];

for (const [kind, make, turns, from] of rows) {
  pageTest(`a replay is checked and played on with the reader's bot: ${kind}`, async (lab) => {
    make(lab);
    const page = await open(lab, "m.blast");
    assert.equal(await check(page), `${turns} turns, all as recorded`);
    await goTo(page, from);
    const on = page.locator("dialog.branch");
    await button(page, "Play on…").click();
    await on.getByRole("heading", { name: `Play on from turn ${from}` }).waitFor();
    await untilOver(page, () => on.getByRole("button", { name: "Play on" }).click());
    assert.match(await untilStatus(page, ended), /mybot/);
    const saved = await lab.download(page, () => button(page, "Save replay").click());
    writeFileSync(join(lab.folder, "on.blast"), saved.content);
    must(lab.folder, "replay", "verify", "on.blast");
  });
}

for (const [kind, make] of rows) {
  pageTest(`a replay is played on by hand: ${kind}`, async (lab) => {
    make(lab);
    const page = await open(lab, "m.blast");
    const on = page.locator("dialog.branch");
    const early = 3; // a turn in which all are alive
    await goTo(page, early);
    await button(page, "Play on…").click();
    await on.getByRole("heading", { name: `Play on from turn ${early}` }).waitFor();
    for (const [i, select] of (await on.locator("select").all()).entries()) {
      const choices = await select
        .locator("option")
        .evaluateAll((all) => all.map((one) => /** @type {HTMLOptionElement} */ (one).value));
      if (i === 0) await select.selectOption("human");
      else if (choices.includes("builtin:idle")) await select.selectOption("builtin:idle");
    }
    await on.getByRole("button", { name: "Play on" }).click();
    await until(
      () => page.locator(".seat").getAttribute("data-turn"),
      (asks) => asks === String(early),
      "the person to be asked",
    );
    await button(page, "Stop").click();
    await untilStatus(page, /interrupted|^Stopped|wins|Nobody|loses/);
  });
}

pageTest(
  "a replay that was changed at a turn names that turn; one that is damaged says what is left of it",
  async (lab) => {
    golden("hexabomb-sudden-death")(lab);
    tamper(lab.folder, "m.blast", "changed.blast", 61);
    const page = await open(lab, "changed.blast");
    assert.match((await check(page)) ?? "", /^Turn 61 is not as recorded: /);

    const whole = readFileSync(join(lab.folder, "m.blast"));
    writeFileSync(join(lab.folder, "cut.blast"), whole.subarray(0, whole.length >> 1));
    const cut = await open(lab, "cut.blast");
    assert.match(
      (await check(cut)) ?? "",
      /^The check failed: the file ends before the match: .*turns before that, all as recorded\)/,
    );
    await untilTurn(cut, 0);
  },
);

pageTest(
  "a replay with the states that a server sent is checked, and why it cannot be played on is told",
  async (lab) => {
    golden("hexabomb-over-the-wire")(lab);
    const page = await open(lab, "m.blast");
    assert.equal(await check(page), "37 turns, all as recorded");
    await goTo(page, 20);
    await button(page, "Play on…").click();
    await page
      .locator("dialog.branch")
      .getByText(/holds states only, as a server sent them/)
      .waitFor();
    assert.equal(await page.locator("dialog.branch").getByRole("button", { name: "Play on" }).isDisabled(), true);
  },
);
