// Replays checked in the browser, by the rules as WebAssembly in a worker.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { check, dialog, item, label, openMenu, result, verdict } from "./check.mjs";
import { bomberman, hexabomb, pageTest } from "./lab.mjs";
import { must, tamper } from "./program.mjs";
import { button, until, untilTurn } from "./view.mjs";

/** @typedef {import("playwright-core").Page} Page */

/**
 * Saves a picture of the page, for people to look at.
 * @param {Page} page
 * @param {string} name
 */
async function shot(page, name) {
  if (process.env["SHOTS"]) await page.screenshot({ path: join(process.env["SHOTS"], `${name}.png`) });
}

/** @param {string[]} requests */
const ofLab = (requests) => requests.map((url) => new URL(url).pathname).filter((path) => /^\/lab[./]/.test(path));

pageTest("a replay is checked in the browser, and nothing of the laboratory is asked for before", async (lab) => {
  lab.record("a.blast", ...hexabomb);
  const visitor = await lab.visitor();
  const page = await visitor.open((await lab.watch("a.blast")) + "#match=a&turn=20");
  await untilTurn(page, 20);
  await openMenu(page);
  await page.keyboard.press("Escape");
  assert.deepEqual(ofLab(visitor.requests), []);
  assert.equal(await check(page), "60 turns, all as recorded");
  assert.equal(await result(page).getAttribute("data-kind"), "good");
  assert.equal(
    await dialog(page)
      .getByRole("button", { name: /^Go to turn/ })
      .isVisible(),
    false,
  );
  await shot(page, "check-good");
  const once = ["/lab/worker.js", "/lab/wasm_exec.js", "/lab/lab.wasm"];
  assert.deepEqual(ofLab(visitor.requests), once);
  await page.keyboard.press("Escape");
  assert.equal(await check(page), "60 turns, all as recorded");
  assert.deepEqual(ofLab(visitor.requests), once); // the worker is kept
  const empty = () => page.evaluate(() => void new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)));
  await assert.rejects(empty, /Content Security Policy/); // the page still may not do what the worker may
  await untilTurn(page, 20);
});

pageTest("replays of 2016-Bomberman and of hexabomb of 2018 are checked, too", async (lab) => {
  for (const [file, ...args] of [
    ["b.blast", ...bomberman],
    ["c.blast", "--rules", "2018", ...hexabomb],
  ]) {
    lab.record(String(file), ...args);
    assert.match(await check(await lab.open(await lab.watch(String(file)))), /^\d+ turns, all as recorded$/);
  }
});

for (const [game, arguments_, options] of /** @type {const} */ ([
  ["hexabomb", hexabomb, { colorScheme: "dark" }],
  ["2016-Bomberman", bomberman, { viewport: { width: 390, height: 780 } }],
])) {
  pageTest(`${game}: a replay that was changed names the turn, and the page goes there`, async (lab) => {
    lab.record("a.blast", ...arguments_);
    tamper(lab.folder, "a.blast", "b.blast", 17);
    const page = await lab.open((await lab.watch("b.blast")) + "#match=b&turn=3", options);
    await untilTurn(page, 3);
    assert.match(
      await check(page),
      /^Turn 17 is not as recorded: hash: the replay has [0-9a-f]+, playing it gives [0-9a-f]+$/,
    );
    await shot(page, `check-bad-${game}`);
    await dialog(page).getByRole("button", { name: "Go to turn 17" }).click();
    await untilTurn(page, 17);
    assert.equal(await dialog(page).isVisible(), false);
  });
}

pageTest("a replay that was cut says so", async (lab) => {
  lab.record("a.blast", ...hexabomb);
  const whole = readFileSync(join(lab.folder, "a.blast"));
  const page = await lab.open((await lab.watch("a.blast")) + "#match=a&turn=0");
  await untilTurn(page, 0);
  // A server waits some seconds for the rest of an incomplete file; this one answers at once.
  await page.context().route("**/replay", (route) => route.fulfill({ body: whole.subarray(0, whole.length >> 1) }));
  assert.match(await check(page), /^The check failed: the file ends before the match: cut in line \d+/);
  await shot(page, "check-cut");
});

pageTest("the keyboard alone checks a replay and goes to the turn", async (lab) => {
  lab.record("a.blast", ...hexabomb);
  tamper(lab.folder, "a.blast", "b.blast", 9);
  const page = await lab.open((await lab.watch("b.blast")) + "#match=b&turn=3");
  await untilTurn(page, 3);
  await openMenu(page);
  await page.keyboard.press("Escape");
  await page.keyboard.press(".");
  const focused = () => page.evaluate(() => document.activeElement?.querySelector("span")?.textContent);
  await until(focused, (text) => text === "Copy link to this turn", "the first item in focus");
  while ((await focused()) !== label) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await verdict(page);
  await page.keyboard.press("Tab");
  assert.equal(await page.locator(":focus").textContent(), "Go to turn 9");
  await page.keyboard.press("Enter");
  await untilTurn(page, 9);
});

pageTest("a match that goes on is checked at its end", async (lab) => {
  const program = lab.start(
    "play",
    "--listen",
    "127.0.0.1:0",
    "--no-browser",
    "--map",
    "tiny",
    "--seed",
    "4",
    "--turns",
    "5",
    "--bot",
    "human:ann",
    "--bot",
    "builtin:idle",
    "--replay",
    "live.blast",
  );
  const seat = String((await program.says(/play ann at (\S+)/))[1]);
  const page = await lab.open(seat);
  const form = page.locator(".seat[data-turn='1'] .seat-actions");
  await form.waitFor();
  await button(page, "Menu").click();
  assert.equal(await item(page).getAttribute("aria-disabled"), "true");
  assert.match((await item(page).textContent()) ?? "", /goes on/);
  await page.keyboard.press("Escape");
  const token = /seat=([^&]+)/.exec(seat)?.[1] ?? "";
  const left = await page.request.post(new URL(`/api/seat/${token}/quit`, page.url()).href, { data: {} });
  assert.equal(left.status(), 200);
  await until(
    () => page.locator(".top .state").getAttribute("data-kind"),
    (kind) => kind !== "live",
    "the end of the match",
  );
  await page.keyboard.press("Escape");
  assert.equal(await check(page), "5 turns, all as recorded");
});

pageTest("without the module the page says why, and tries again when asked again", async (lab) => {
  lab.record("a.blast", ...hexabomb);
  const visitor = await lab.visitor();
  const page = await visitor.open((await lab.watch("a.blast")) + "#match=a&turn=0");
  visitor.expected = /Failed to load resource/;
  await untilTurn(page, 0);
  await visitor.context.route("**/lab/lab.wasm", (route) => route.fulfill({ status: 404, body: "" }));
  assert.match(await check(page), /^The check failed: the rules do not run in this browser: lab\.wasm: 404/);
  await visitor.context.unroute("**/lab/lab.wasm");
  await page.keyboard.press("Escape");
  assert.equal(await check(page), "60 turns, all as recorded");
  await page.keyboard.press("Escape");
  await visitor.context.route("**/replay", (route) => route.abort());
  assert.equal(await check(page), "The check failed: the server does not answer");
});

for (const [where, address, standing] of /** @type {const} */ ([
  [
    "the check",
    "#match=a&turn=0",
    async (/** @type {Page} */ page) => {
      await openMenu(page);
      await item(page).click();
      return result(page);
    },
  ],
  ["the laboratory", "lab.html", async (/** @type {Page} */ page) => page.locator(".status")],
])) {
  pageTest(`${where} says that the server builds the rules, and goes on by itself`, async (lab) => {
    lab.record("a.blast", ...hexabomb);
    const visitor = await lab.visitor();
    visitor.expected = /Failed to load resource/;
    const words = "the rules are being built";
    let built = false;
    await visitor.context.route("**/lab/wasm_exec.js", (route) =>
      built ? route.continue() : route.fulfill({ status: 503, json: { error: words } }),
    );
    const page = await visitor.open((await lab.watch("a.blast")) + address);
    const line = await standing(page);
    await until(
      () => line.textContent(),
      (text) => text === words,
      "what is waited for",
    );
    built = true;
    await until(
      () => line.textContent(),
      (text) => text !== words,
      "something else",
    );
    if (where === "the check") assert.equal(await verdict(page), "60 turns, all as recorded");
    else await page.locator("[data-ready='true']").waitFor();
  });
}

pageTest("a page that is a file says what checks its replay", async (lab) => {
  lab.record("a.blast", ...hexabomb);
  must(lab.folder, "replay", "export", "a.blast", "-o", "a.html");
  const page = await lab.open(pathToFileURL(join(lab.folder, "a.html")).href + "#turn=3");
  await untilTurn(page, 3);
  await button(page, "Menu").click();
  assert.equal(await item(page).getAttribute("aria-disabled"), "true");
  assert.match((await item(page).textContent()) ?? "", /blastyard replay verify/);
});
