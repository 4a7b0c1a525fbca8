// Hostile names, output and files, and addresses of things that do not exist.
import assert from "node:assert/strict";
import { copyFileSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { hexabomb, pageTest } from "./lab.mjs";
import { Peer, playAll, portOf } from "./netorcai.mjs";
import { must } from "./program.mjs";
import { firstFrames, goTo, until, untilState, untilTurn } from "./view.mjs";

/** @typedef {import("playwright-core").Page} Page */

const program = "<img src=x onerror=window.harmed=4>.mjs";
const nickname = '<b>"&</b>';

/**
 * Asserts that no text of a bot has become an element or has run.
 * @param {Page} page
 */
async function assertNoMarkup(page) {
  const made = await page.evaluate(
    () => document.querySelectorAll("img, b, svg[onload], [onclick], [onerror], body script:not([type])").length,
  );
  assert.equal(made, 0);
  assert.equal(await page.evaluate(() => "harmed" in window), false);
}

/**
 * Asserts that the output and the actions of the bot are on the page as text.
 * @param {Page} page
 * @param {any[]} frames
 */
async function assertText(page, frames) {
  await page.getByRole("tab", { name: "Output" }).click();
  for (const [err, text] of /** @type {const} */ ([
    [false, '<img src=x onerror="window.harmed=1"></script><script>window.harmed=2</script>'],
    [true, "<i onclick=alert(1)>&lt;"],
  ])) {
    const { turn } = frames.find(({ output }) =>
      output?.some((/** @type {{ err: boolean }} */ line) => line.err === err),
    );
    await goTo(page, turn);
    await page
      .locator(`.output code.${err ? "err" : "out"}`, { hasText: text })
      .first()
      .waitFor();
  }
  await page.getByRole("tab", { name: "Refused" }).click();
  await goTo(page, frames.find(({ refused }) => refused?.length > 0).turn);
  await page.locator(".refused .reason").first().waitFor();
  await page.locator(".standings .bot", { hasText: program }).waitFor();
  await assertNoMarkup(page);
}

pageTest("markup in a bot's program, output and actions is shown as text", async (lab) => {
  for (const [from, to] of /** @type {const} */ ([
    ["markupbot.mjs", program],
    ["netorcai.mjs", "netorcai.mjs"],
  ])) {
    copyFileSync(fileURLToPath(new URL(from, import.meta.url)), join(lab.folder, to));
  }
  lab.record(
    "m.blast",
    "--map",
    "tiny",
    "--turns",
    "12",
    "--seed",
    "3",
    "--bot",
    `node '${program}'`,
    "--bot",
    "builtin:greedy",
  );
  const page = await lab.open((await lab.watch("m.blast")) + "#match=m&turn=0");
  const frames = await firstFrames(page, "m");
  await assertText(page, frames);
  must(lab.folder, "replay", "export", "m.blast", "-o", "m.html");
  await assertText(await lab.open(pathToFileURL(join(lab.folder, "m.html")).href + "#turn=0"), frames);
});

pageTest("markup in the nickname of a bot that connects by itself is shown as text", async (lab) => {
  const address = await lab.play(
    "--map",
    "tiny",
    "--turns",
    "40",
    "--seed",
    "3",
    "--wait",
    "1",
    "--bot",
    "builtin:greedy",
  );
  const bot = await Peer.dial(portOf(await (await fetch(`${address}api/lobby`)).json()));
  await bot.login(nickname, "player");
  const ends = playAll(bot, () => []);
  const page = await lab.open(address);
  await untilTurn(page, (turn) => turn > 2);
  await page.locator(".standings .name", { hasText: nickname }).waitFor();
  await page
    .getByRole("combobox", { name: /^Me/ })
    .locator("option", { hasText: nickname })
    .waitFor({ state: "attached" });
  await page.locator(".stage canvas").hover();
  await assertNoMarkup(page);
  await ends;
});

pageTest("of a damaged replay the valid part is shown", async (lab) => {
  lab.record("whole.blast", ...hexabomb, "--delay", "10ms");
  const octets = readFileSync(join(lab.folder, "whole.blast"));
  writeFileSync(join(lab.folder, "cut.blast"), octets.subarray(0, Math.floor(octets.length * 0.6)));
  utimesSync(join(lab.folder, "cut.blast"), 1e9, 1e9); // so old that it cannot be a match in progress
  const flipped = Buffer.from(octets);
  flipped.fill(0x55, Math.floor(octets.length * 0.5), Math.floor(octets.length * 0.5) + 40);
  writeFileSync(join(lab.folder, "flipped.blast"), flipped);
  writeFileSync(join(lab.folder, "nothing.blast"), "this is no replay");
  const address = await lab.watch(".");
  for (const name of ["cut", "flipped"]) {
    const page = await lab.open(`${address}#match=${name}&turn=1`);
    await untilTurn(page, 1);
    await page.keyboard.press("End");
    const last = await untilTurn(page, (turn) => turn > 1);
    assert.ok(last < 60, `${name}: turn ${last}`);
    await untilState(page, /^Stopped: the file (ends before the match,|is damaged) after turn \d+$/);
  }
  const page = await lab.open(`${address}#match=whole&turn=60`);
  await untilTurn(page, 60);
});

pageTest("a match that is not there is told, and a path that is not there is 404", async (lab) => {
  lab.record("h.blast", ...hexabomb);
  const address = await lab.watch("h.blast");
  const page = await lab.open(`${address}#match=gone&turn=5`);
  await until(
    () => page.getByRole("status").allTextContents(),
    (texts) => texts.some((text) => /not here any more/.test(text)),
    "the notice",
  );
  for (const path of [
    "nothing",
    "api/matches/gone",
    "api/matches/gone/live",
    "api/matches/h/turns/9",
    "api/matches/h/turns/-1",
    "api/matches/..%2f..%2fh",
    "h.blast",
    "%2e%2e/h.blast",
    "src/main.ts",
  ]) {
    const response = await page.request.get(address + path, { maxRedirects: 0 });
    assert.equal(response.status(), 404, path);
  }
  const elsewhere = await page.request.get(address, { headers: { Host: "example.org" } });
  assert.ok(elsewhere.status() >= 400, `as example.org: ${elsewhere.status()}`);
});
