// The menu: its keys, and links without secrets.
import assert from "node:assert/strict";
import { alone } from "./browser.mjs";
import { hexabomb, pageTest } from "./lab.mjs";
import { button, until, untilAddress, untilTurn } from "./view.mjs";

alone(); // because tests use the clipboard

/** @typedef {import("playwright-core").Page} Page */

/** @param {Page} page @param {string} label */
const item = (page, label) => page.getByRole("menuitem", { name: label });

/** @param {Page} page */
const copied = (page) => page.evaluate(() => navigator.clipboard.readText());

pageTest("the menu opens by button and key, arrows go through it, and it leaves the page's keys alone", async (lab) => {
  lab.record("a.blast", ...hexabomb);
  const page = await lab.open((await lab.watch("a.blast")) + "#match=a&turn=20");
  await untilTurn(page, 20);
  const menu = page.locator(".menu[role=menu]");
  assert.equal(await menu.isVisible(), false);
  await page.keyboard.press(".");
  await menu.waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.querySelector("span")?.textContent);
  await until(focused, (text) => text === "Copy link to this turn", "the first item in focus");
  await page.keyboard.press("ArrowDown");
  assert.equal(await focused(), "Copy link with Me");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  assert.notEqual(await focused(), "Copy link to this turn"); // the focus is on the last item
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("d");
  await page.keyboard.press("Escape");
  await until(
    () => menu.isVisible(),
    (visible) => !visible,
    "the menu to close",
  );
  await untilTurn(page, 20);
  assert.equal(await button(page, "Danger").getAttribute("aria-pressed"), "false");
  await button(page, "Menu").click();
  await menu.waitFor();
  await button(page, "Menu").click();
  await until(
    () => menu.isVisible(),
    (visible) => !visible,
    "the menu to close",
  );
});

pageTest("a key counts that comes right after the menu has closed", async (lab) => {
  lab.record("a.blast", ...hexabomb);
  const page = await lab.open((await lab.watch("a.blast")) + "#match=a&turn=20");
  await untilTurn(page, 20);
  await button(page, "Menu").click();
  await page.locator(".menu [role=menuitem]:focus").waitFor();
  await page.evaluate(() => {
    const menu = document.querySelector("[role=menu]");
    if (menu instanceof HTMLElement) menu.hidePopover();
    // Before the next frame.
    document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key: "m", bubbles: true }));
  });
  await until(
    () => page.getByLabel(/^Me:/).inputValue(),
    (player) => player === "0",
    "the first player to stand out",
  );
});

pageTest("a link to a turn shows the same picture, with and without Me", async (lab) => {
  lab.record("a.blast", ...hexabomb);
  const address = await lab.watch("a.blast");
  const page = await lab.open(`${address}#match=a&turn=23`);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await untilTurn(page, 23);
  await button(page, "Menu").click();
  assert.equal(await item(page, "Copy link with Me").getAttribute("aria-disabled"), "true");
  assert.match((await item(page, "Copy link with Me").textContent()) ?? "", /No player is chosen/);
  await page.keyboard.press("Escape");
  await until(
    () => page.locator(".menu[role=menu]").isVisible(),
    (visible) => !visible,
    "the menu to close",
  );
  await page.keyboard.press("m");
  await page.keyboard.press("m");
  await page.keyboard.press("d");
  await untilAddress(page, /me=1/);
  await button(page, "Menu").click();
  await item(page, "Copy link to this turn").click();
  await until(
    () => copied(page),
    (text) => /turn=23/.test(text),
    "the link",
  );
  const plain = await copied(page);
  assert.match(plain, /#match=a&turn=23&danger$/);
  await button(page, "Menu").click();
  await item(page, "Copy link with Me").click();
  await until(
    () => copied(page),
    (text) => /me=1/.test(text),
    "the link with Me",
  );
  const other = await lab.open(await copied(page));
  await untilTurn(other, 23);
  assert.equal(await other.getByLabel(/^Me:/).inputValue(), "1");
  assert.equal(await button(other, "Danger").getAttribute("aria-pressed"), "true");
});

pageTest("the secret of a seat leaves the address and is in no link, and a reload keeps the seat", async (lab) => {
  const program = lab.start(
    "play",
    "--listen",
    "127.0.0.1:0",
    "--no-browser",
    "--replay",
    "none",
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
  );
  const address = String((await program.says(/play ann at (\S+)/))[1]);
  const secret = /seat=([^&]+)/.exec(address)?.[1] ?? "";
  assert.notEqual(secret, "");
  const page = await lab.open(address);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const plays = () => page.locator(".seat[data-turn='1'] .seat-actions").isVisible();
  await until(plays, (visible) => visible, "the form of turn 1");
  await untilAddress(page, /match=/);
  assert.ok(!page.url().includes(secret), page.url());
  await button(page, "Menu").click();
  await item(page, "Copy link to this turn").click();
  await until(
    () => copied(page),
    (text) => /turn=1/.test(text),
    "the link",
  );
  assert.ok(!(await copied(page)).includes(secret));
  const watcher = await lab.open(await copied(page));
  await watcher.locator(".seat-waits", { hasText: /waiting for [AB] ann/ }).waitFor();
  assert.equal(await watcher.locator(".seat-form").isVisible(), false);
  await page.reload();
  await until(plays, (visible) => visible, "the form of turn 1 after a reload");
  assert.ok(!page.url().includes(secret), page.url());
});
