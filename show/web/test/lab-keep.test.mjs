// How the laboratory keeps the reader's work: in several tabs, and in browsers that keep nothing.
import assert from "node:assert/strict";
import { pageTest } from "./lab.mjs";
import { changeLine, ended, enter, serve, setUp, untilOver, untilStatus } from "./lab-desk.mjs";
import { button, until } from "./view.mjs";

/** @typedef {import("playwright-core").Page} Page */

/**
 * Waits for a line of code with a text.
 * @param {Page} page
 * @param {string} text
 */
const line = (page, text) => page.locator(".cm-line", { hasText: text }).waitFor();

/** @param {Page} page */
const warning = async (page) => (await page.locator(".desk-bot .unkept").textContent()) ?? "";

/**
 * Tries to close the page. The browser asks the reader, who stays.
 * @param {Page} page
 */
async function askedBeforeClosing(page) {
  const [dialog] = await Promise.all([page.waitForEvent("dialog"), page.close({ runBeforeUnload: true })]);
  assert.equal(dialog.type(), "beforeunload");
  await dialog.dismiss();
}

pageTest(
  "two tabs: a reload of each opens its own bot, and what the other has overwritten is among the versions",
  async (lab) => {
    const address = await serve(lab);
    const first = await enter(lab, address, { reducedMotion: "reduce" });
    const second = await first.context().newPage();
    await second.goto(address);
    await second.locator(".desk-page[data-ready]").waitFor();
    await changeLine(first, "GAIN = 8", "const BOMB = { range: 3, delay: 3 }, GAIN = 5; // first");
    await changeLine(second, "GAIN = 8", "const BOMB = { range: 3, delay: 3 }, GAIN = 6; // second");
    await untilStatus(second, /^Another tab has changed this bot, too\. What it wrote is among the versions\.$/);
    await first.reload();
    await first.locator(".desk-page[data-ready]").waitFor();
    await line(first, "// first");
    await first.close();
    await button(second, "Versions").click();
    const restore = second.getByRole("button", { name: /^Restore/ });
    await until(
      () => restore.count(),
      (n) => n >= 1,
      "a version",
    );
    await restore.last().click();
    await line(second, "// first");
  },
);

pageTest("a reload in the middle of 200 matches keeps the bot and its version", async (lab) => {
  const page = await enter(lab, await serve(lab), { reducedMotion: "reduce" });
  await changeLine(page, "GAIN = 8", "const BOMB = { range: 3, delay: 3 }, GAIN = 5; // kept");
  await setUp(page, { map: "tiny", turns: 100 });
  await button(page, "200 matches").click();
  await page.locator(".games li").first().waitFor();
  await page.reload();
  await page.locator(".desk-page[data-ready]").waitFor();
  await line(page, "// kept");
  await untilOver(page, () => button(page, "Run").click());
  await untilStatus(page, ended);
  await button(page, "Versions").click();
  await page
    .getByRole("button", { name: /^Restore/ })
    .first()
    .waitFor();
});

pageTest(
  "a browser that keeps nothing: the page says so, plays, and asks before it is closed, until the bot is downloaded",
  async (lab) => {
    const visitor = await lab.visitor({ reducedMotion: "reduce" });
    await visitor.context.addInitScript(() => {
      for (const name of ["localStorage", "sessionStorage", "indexedDB"]) {
        Object.defineProperty(globalThis, name, {
          get: () => {
            throw new DOMException("Access is denied for this document.", "SecurityError");
          },
        });
      }
    });
    const page = await visitor.open(await serve(lab));
    await page.locator(".desk-page[data-ready]").waitFor();
    await changeLine(page, "GAIN = 8", "const BOMB = { range: 3, delay: 3 }, GAIN = 5; // mine");
    await until(
      () => warning(page),
      (text) =>
        text ===
        "This browser does not keep your bot: it lets this page keep nothing. It is gone when the page is closed. Download saves the bot.",
      "the warning",
    );
    await setUp(page, { map: "tiny", turns: 10 });
    await untilOver(page, () => page.keyboard.press("Control+Enter"));
    await untilStatus(page, ended);
    await askedBeforeClosing(page);
    await lab.download(page, () => button(page, "Download").click());
    await Promise.all([page.waitForEvent("close"), page.close({ runBeforeUnload: true })]);
  },
);

pageTest("a browser that has no room left: the page says so, and a reload of the tab keeps the bot", async (lab) => {
  const page = await enter(lab, await serve(lab), { reducedMotion: "reduce" });
  await page.evaluate(() => {
    for (let size = 1 << 23; size > 0; size >>= 1) {
      try {
        for (let i = 0; ; i++) localStorage.setItem(`full-${size}-${i}`, "x".repeat(size));
      } catch {
        // there is no room for this size
      }
    }
  });
  await changeLine(
    page,
    "GAIN = 8",
    "const BOMB = { range: 3, delay: 3 }, GAIN = 5; // mine, with many more letters than there were in the line that it replaces, so that it needs more room than before",
  );
  await until(
    () => warning(page),
    (text) =>
      text ===
      "This browser does not keep your bot: it has no room left. It is gone when the page is closed. Download saves the bot.",
    "the warning",
  );
  page.on("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await page.locator(".desk-page[data-ready]").waitFor();
  await line(page, "// mine");
});

pageTest("a browser without a database for versions: the page says so when there is one to lose", async (lab) => {
  const visitor = await lab.visitor({ reducedMotion: "reduce" });
  await visitor.context.addInitScript(() => {
    indexedDB.open = () => {
      throw new DOMException("Internal error.", "UnknownError");
    };
  });
  const page = await visitor.open(await serve(lab));
  await page.locator(".desk-page[data-ready]").waitFor();
  assert.equal(await warning(page), "");
  await setUp(page, { map: "tiny", turns: 10 });
  await untilOver(page, () => page.keyboard.press("Control+Enter"));
  await until(
    () => warning(page),
    (text) =>
      text ===
      "This browser does not keep the versions of your bot. They are gone when the page is closed. Download saves the bot.",
    "the warning",
  );
});
