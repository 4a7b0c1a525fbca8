// The lessons of the laboratory: the reader reads, tries and solves them, and the page remembers it.
import assert from "node:assert/strict";
import { join } from "node:path";
import { ended, enter, serve, setUp, status, untilOver, untilStatus } from "./lab-desk.mjs";
import { pageTest } from "./lab.mjs";
import { button, goTo, until, untilTurn } from "./view.mjs";

/** @typedef {import("playwright-core").Page} Page */

/**
 * Opens the laboratory with its lessons.
 * @param {import("./lab.mjs").Lab} lab
 * @param {import("playwright-core").BrowserContextOptions} [options]
 */
async function learn(lab, options) {
  const page = await enter(lab, await serve(lab), options);
  await button(page, "Learn").click();
  await page.locator(".learn h3").waitFor();
  return page;
}

/** @param {Page} page */
const verdict = async (page) => (await page.locator(".learn .result").textContent()) ?? "";

/**
 * Runs the code in the editor, and waits for the verdict of the lesson.
 * @param {Page} page
 */
async function run(page) {
  await page.evaluate(() => document.querySelector(".learn .result")?.replaceChildren());
  await page.locator(".learn").getByRole("button", { name: "Run" }).click();
  return until(
    () => verdict(page),
    (text) => text !== "",
    "a verdict",
  );
}

/** @param {Page} page */
const title = async (page) => (await page.locator(".learn h3").textContent()) ?? "";

pageTest(
  "a learner tries each lesson, solves it, and goes on to the next; a reload remembers what is done",
  async (lab) => {
    const page = await learn(lab);
    for (let number = 1; number <= 8; number++) {
      await until(
        () => title(page),
        (text) => text.startsWith(`${number}. `),
        `lesson ${number}`,
      );
      await page.locator(".learn").getByRole("button", { name: "Open the code" }).click();
      const missing = await run(page);
      assert.ok(!missing.startsWith("Done."), missing);
      await page.locator(".learn summary", { hasText: "A solution" }).click();
      await page.locator(".learn").getByRole("button", { name: "Open the solution" }).click();
      const done = await run(page);
      assert.ok(done.startsWith("Done. "), `lesson ${number}: ${done}`);
      assert.match(await status(page), new RegExp(`^Lesson ${number}: done\\. `));
      assert.equal(await page.locator(".desk-acts .again").isVisible(), false);
      if (number === 1 && process.env["SHOTS"]) {
        await page
          .locator(".transport")
          .getByRole("button", { name: /last|end/i })
          .first()
          .click();
        await page.screenshot({ path: join(process.env["SHOTS"], "learn.png") });
      }
      if (number < 8) await page.locator(".learn").getByRole("button", { name: "Next lesson" }).click();
    }
    assert.equal(await page.locator(".learn .count").textContent(), "8 of 8 done");
    assert.equal(await page.locator(".learn").getByRole("button", { name: "Next lesson" }).isVisible(), false);
    await button(page, "Learn").click();
    assert.equal(await page.locator(".learn").isVisible(), false);
    await page.reload();
    await page.locator(".desk-page[data-ready]").waitFor();
    await button(page, "Learn").click();
    await until(
      () => page.locator(".learn .count").textContent(),
      (text) => text === "8 of 8 done",
      "what was done",
    );
  },
);

pageTest("a lesson begins with its own board and the coordinates; without it all is as before", async (lab) => {
  const page = await enter(lab, await serve(lab), { reducedMotion: "reduce" });
  const again = page.locator(".desk-acts .again");
  const coordinates = () => page.getByRole("button", { name: "Coordinates" }).getAttribute("aria-pressed");
  await setUp(page, { map: "tiny", seed: 7, turns: 30 });
  await untilOver(page, () => button(page, "Run").click());
  await goTo(page, 12);
  assert.equal(await coordinates(), "false");
  await button(page, "Learn").click();
  await page.locator(".learn h3").waitFor();
  await until(
    () => page.locator(".transport .at").textContent(),
    (text) => text?.includes("of 0") === true,
    "the board of the lesson",
  );
  assert.equal(await coordinates(), "true");
  assert.equal(await again.isVisible(), false);
  await button(page, "2\\. Paint").click();
  await untilOver(page, () => page.locator(".learn").getByRole("button", { name: "Run" }).click());
  await untilStatus(page, /^Lesson 2: /);
  assert.equal(await coordinates(), "true");
  await button(page, "Learn").click();
  await untilTurn(page, 12);
  assert.equal(await again.textContent(), "Run again from turn 12");
  assert.equal(await coordinates(), "false");
});

pageTest(
  "without lessons Run plays the opponents again, and on a phone a lesson, its code and the board are seen one at a time",
  async (lab) => {
    const page = await learn(lab, { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });
    assert.equal(await status(page), "Lesson 1: open its code, change it, then tap Run."); // it does not mention keys
    assert.ok(await page.locator(".learn h3").isVisible());
    if (process.env["SHOTS"]) await page.screenshot({ path: join(process.env["SHOTS"], "learn-phone.png") });
    await page.locator(".learn").getByRole("button", { name: "Open the code" }).click();
    await until(
      () => page.locator(".cm-content").isVisible(),
      (shown) => shown,
      "the code",
    );
    await page.keyboard.press("Control+Enter");
    await untilStatus(
      page,
      /^Lesson 1: Your character stands on \(2,0\); it should stand on the marked cell \(2,-2\)\./,
    );
    assert.ok(await page.locator(".desk-match .stage").isVisible());
    await button(page, "Learn").click();
    await page.keyboard.press("Control+Enter");
    await untilStatus(page, ended);
  },
);

pageTest("Run right after a lesson's code is opened plays that code", async (lab) => {
  const page = await learn(lab);
  await page
    .locator(".learn")
    .getByRole("button", { name: "Open the code" })
    .evaluate((open) => {
      const soon = new MessageChannel();
      soon.port1.onmessage = () =>
        document.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", ctrlKey: true }));
      /** @type {HTMLButtonElement} */ (open).click();
      soon.port2.postMessage("");
    });
  await untilStatus(page, /^Lesson 1: Your character stands on \(2,0\); it should stand on the marked cell \(2,-2\)\./);
});
