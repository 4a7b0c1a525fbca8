// From a match at a server to the laboratory, which plays it on with the reader's own code.
import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { choicesOf, deal } from "./hand.mjs";
import { bomberman, hexabomb, pageTest } from "./lab.mjs";
import { changeLine, ended, enter, status, untilOver, untilStatus } from "./lab-desk.mjs";
import { playOn } from "./playon.mjs";
import { must } from "./program.mjs";
import { button, goTo, until, untilAddress, untilState, untilTurn } from "./view.mjs";

/** @typedef {import("playwright-core").Page} Page */

const item = (/** @type {Page} */ page) => page.getByRole("menuitem", { name: "Play on with your own bot" });

/**
 * Waits until the page is the laboratory and shows a match at a turn.
 * @param {Page} page
 * @param {string} match
 * @param {number} turn
 */
async function inLab(page, match, turn) {
  await untilAddress(page, new RegExp(`/lab\\.html#match=${match}&turn=${turn}(&|$)`));
  await page.locator(".desk-page[data-ready]").waitFor();
  await untilTurn(page, turn);
}

/**
 * Plays the match in the laboratory on with the present code, and waits for its end.
 * @param {Page} page
 * @param {number} turn
 */
async function playOwn(page, turn) {
  const on = page.locator("dialog.branch");
  await button(page, "Play on…").click();
  await on.getByRole("heading", { name: `Play on from turn ${turn}` }).waitFor();
  await untilOver(page, () => on.getByRole("button", { name: "Play on" }).click());
  return untilStatus(page, ended);
}

for (const [game, args, turn, line, idle] of /** @type {const} */ ([
  [
    "hexabomb",
    hexabomb,
    20,
    "function chooseActions",
    "function chooseActions(state, playerId, mayRevive) { console.log('mine'); return [];",
  ],
  [
    "2016-Bomberman",
    bomberman,
    12,
    "function choose(",
    "function choose(state, myKey) { console.error('mine'); return STAY;",
  ],
])) {
  pageTest(`${game}: a replay of watch is played on with the reader's code`, async (lab) => {
    lab.record("a.blast", ...args);
    const address = await lab.watch("a.blast");
    const page = await lab.open(`${address}#match=a&turn=${turn}&me=1`, { reducedMotion: "reduce" });
    await untilTurn(page, turn);
    await button(page, "Menu").click();
    await until(
      () => item(page).getAttribute("aria-disabled"),
      (disabled) => disabled === "false",
      "the replay to be there",
    );
    await item(page).click();
    await inLab(page, "a", turn);
    await untilStatus(page, /^a\.blast: .*Change your bot, then Play on…$/);
    assert.equal(
      await page.getByLabel("Game", { exact: true }).inputValue(),
      game === "hexabomb" ? "hexabomb" : "bomberman",
    );
    await changeLine(page, line, idle);
    await button(page, "Play on…").click();
    const on = page.locator("dialog.branch");
    await on.getByRole("heading", { name: `Play on from turn ${turn}` }).waitFor();
    assert.equal(await on.locator(".own").isVisible(), false); // this page already has the editor
    assert.deepEqual(
      await on
        .locator("select")
        .evaluateAll((all) =>
          all.map((one) => /** @type {HTMLSelectElement} */ (one).value).filter((value) => value === "page"),
        ),
      ["page"],
    );
    await untilOver(page, () => on.getByRole("button", { name: "Play on" }).click());
    await untilStatus(page, ended);
    await untilTurn(page, turn);
    await page.getByRole("tab", { name: "Charts" }).click();
    await page.getByText("Thin and dashed: the match that this one was played on from.").waitFor();
    await goTo(page, turn + 3);
    await page
      .locator(".prints-lines li", { hasText: /^mine$/ })
      .first()
      .waitFor();

    const saved = await lab.download(page, () => button(page, "Save replay").click());
    assert.equal(saved.name, "a-on.blast");
    writeFileSync(join(lab.folder, saved.name), saved.content);
    must(lab.folder, "replay", "verify", saved.name);

    await page.goBack();
    await page.locator(".match").waitFor();
    await untilTurn(page, turn);
    await untilAddress(page, new RegExp(`/#match=a&turn=${turn}&me=1$`));
  });
}

pageTest("by keyboard alone: from the dialog to the laboratory, and on with one's own code", async (lab) => {
  lab.record("a.blast", ...hexabomb);
  const page = await lab.open((await lab.watch("a.blast")) + "#match=a&turn=20", { reducedMotion: "reduce" });
  await untilTurn(page, 20);
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
  /** @param {RegExp} pattern @param {string} key */
  const reach = async (pattern, key) => {
    for (let i = 0; !pattern.test(await focused()); i++) {
      assert.ok(i < 80, `${pattern} is not reached with ${key}`);
      if (await page.evaluate(() => document.activeElement?.matches(".cm-content, .editor-code")))
        await page.keyboard.press("Escape"); // in the code, Tab indents
      await page.keyboard.press(key);
    }
    await page.keyboard.press("Enter");
  };
  await page.keyboard.press(".");
  await page.locator(".menu [role=menuitem]:focus").waitFor();
  await reach(/^Play on from here/, "ArrowDown");
  await page.locator("dialog.branch[open]").waitFor();
  await reach(/^With your own bot…$/, "Tab");
  await inLab(page, "a", 20);
  await reach(/^Play on…$/, "Tab");
  await page.locator("dialog.branch[open]").waitFor();
  await untilOver(page, () => reach(/^Play on$/, "Tab"));
  assert.match(await untilStatus(page, ended), /mybot/);
});

pageTest("on a phone, and in a frame's page, where it opens beside it", async (lab) => {
  lab.record("a.blast", ...hexabomb);
  const address = await lab.watch("a.blast");
  const page = await lab.open(`${address}#match=a&turn=20`, {
    viewport: { width: 360, height: 640 },
    isMobile: true,
    hasTouch: true,
    reducedMotion: "reduce",
  });
  await untilTurn(page, 20);
  const dialog = await playOn(page);
  const link = dialog.getByRole("link", { name: "With your own bot…" });
  const box = await link.boundingBox();
  if (process.env["SHOTS"]) await page.screenshot({ path: `${process.env["SHOTS"]}/own-phone.png` });
  assert.ok(box && box.height >= 40 && box.x + box.width <= 360, JSON.stringify(box)); // a finger's width
  await link.tap();
  await inLab(page, "a", 20);
  if (process.env["SHOTS"]) await page.screenshot({ path: `${process.env["SHOTS"]}/own-phone-lab.png` });
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  assert.match(await playOwn(page, 20), /mybot/);

  const framed = await lab.open(`${address}?embed#match=a&turn=7`);
  await untilTurn(framed, 7);
  await button(framed, "Menu").click();
  await until(
    () => item(framed).getAttribute("aria-disabled"),
    (disabled) => disabled === "false",
    "the replay to be there",
  );
  const [beside] = await Promise.all([framed.context().waitForEvent("page"), item(framed).click()]);
  await inLab(beside, "a", 7);
});

pageTest("a live match is played on from what is recorded of it", async (lab) => {
  const {
    addresses: [address = ""],
  } = await deal(
    lab,
    ["ann"],
    "--replay",
    "live.blast",
    "--map",
    "tiny",
    "--seed",
    "4",
    "--turns",
    "9",
    "--bot",
    "builtin:greedy",
  );
  const page = await lab.open(address, { reducedMotion: "reduce" });
  for (let turn = 1; turn <= 3; turn++) {
    await choicesOf(page, turn);
    await page.keyboard.press("Enter");
  }
  const { match } = await choicesOf(page, 4);
  await untilTurn(page, 4);
  const dialog = await playOn(page);
  await dialog.getByRole("link", { name: "With your own bot…" }).click();
  await inLab(page, match, 4);
  assert.match(await status(page), /, as far as it is recorded\. Change your bot, then Play on…$/);
  assert.match(await playOwn(page, 4), /mybot/);
});

pageTest("a match without a replay says so", async (lab) => {
  const page = await lab.open(await lab.play("--replay", "a.blast", ...hexabomb));
  await untilState(page, /wins|No winner|Replay/);
  rmSync(join(lab.folder, "a.blast"));
  await button(page, "Menu").click();
  await until(
    () => item(page).textContent(),
    (text) => /there is no replay of this match: its file is gone/.test(text ?? ""),
    "the reason",
  );
  assert.equal(await item(page).getAttribute("aria-disabled"), "true");
});

pageTest("an exported page names the way", async (lab) => {
  lab.record("a.blast", ...hexabomb);
  must(lab.folder, "replay", "export", "a.blast", "-o", "a.html", "--lab");
  const page = await lab.open(pathToFileURL(join(lab.folder, "a.html")).href);
  await button(page, "Menu").click();
  assert.equal(await item(page).getAttribute("aria-disabled"), "true");
  assert.match(
    String(await item(page).textContent()),
    /download the replay \(\.blast\), and open it in the laboratory/,
  );
  const saved = await lab.download(page, () => page.getByRole("menuitem", { name: /^Download the replay/ }).click());
  writeFileSync(join(lab.folder, "saved.blast"), saved.content);
  must(lab.folder, "replay", "verify", "saved.blast");
  await page.getByRole("button", { name: /^Menu/ }).click();
  await page.getByRole("menuitem", { name: "Play on from here" }).click();
  await page
    .locator("dialog.branch")
    .getByText(/^With your own bot: This page has no editor/)
    .waitFor();
});

pageTest("an address names a match of the same server, or nothing is asked for", async (lab) => {
  lab.record("a.blast", ...hexabomb);
  const home = await lab.watch("a.blast");
  const visitor = await lab.visitor();
  visitor.expected = /404/;
  for (const [match, words] of /** @type {const} */ ([
    ["https://example.org/a", /^The address names no match\.$/],
    ["//example.org", /^The address names no match\.$/],
    ["../a", /^The address names no match\.$/],
    ["gone", /^gone cannot be opened: there is no such match\.$/],
  ])) {
    const page = await visitor.open(`${home}lab.html#match=${encodeURIComponent(match)}&turn=3`);
    await page.locator(".desk-page[data-ready]").waitFor();
    await untilStatus(page, words);
    assert.equal(await page.locator(".match").count(), 0);
    await page.close();
  }
  assert.deepEqual(
    visitor.requests.filter((url) => /\/api\//.test(url)).map((url) => new URL(url).pathname),
    ["/api/matches/gone/replay"],
  );

  must(lab.folder, "lab", "-o", "lab.html");
  const file = await enter(lab, `${pathToFileURL(join(lab.folder, "lab.html")).href}#match=a`);
  await untilStatus(file, /^This page is a file and has no matches\. Open the replay's file\.$/);
});
