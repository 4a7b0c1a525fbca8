// Accessibility of the laboratory: for people who use only the keyboard, use a screen reader, or need contrast.
import assert from "node:assert/strict";
import { pageTest } from "./lab.mjs";
import { ended, enter, playSeries, serve, setUp, untilOver, untilStatus } from "./lab-desk.mjs";
import { assertNamed, faintTexts, focus, tabAround } from "./reading.mjs";
import { button, goTo, until } from "./view.mjs";

/** @typedef {import("playwright-core").Page} Page */

const desks = /** @type {const} */ ({
  "1280x720": { viewport: { width: 1280, height: 720 } },
  "1920x1080": { viewport: { width: 1920, height: 1080 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
});

/**
 * Asserts that all controls have names, all texts have contrast, and all ids are unique.
 * @param {Page} page
 * @param {string} where
 * @param {number} [least] controls
 */
async function assertAccessible(page, where, least = 10) {
  assert.deepEqual(await faintTexts(page), [], where);
  await assertNamed(page, least);
  const ids = await page.evaluate(() => [...document.querySelectorAll("[id]")].map(({ id }) => id));
  assert.deepEqual(
    ids.filter((id, i) => ids.indexOf(id) !== i),
    [],
    where,
  );
  const wrong = await page.evaluate(() =>
    [...document.querySelectorAll("[aria-controls], [aria-labelledby], [for]")]
      .filter((element) =>
        ["aria-controls", "aria-labelledby", "for"].some(
          (name) => element.hasAttribute(name) && !document.getElementById(element.getAttribute(name) ?? ""),
        ),
      )
      .map((element) => element.outerHTML.slice(0, 100)),
  );
  assert.deepEqual(wrong, [], where);
}

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  for (const [name, options] of Object.entries(desks)) {
    pageTest(`names and contrast of the laboratory (${colorScheme}, ${name})`, async (lab) => {
      const page = await enter(lab, await serve(lab), { ...options, colorScheme, reducedMotion: "reduce" });
      /** @param {string} view */
      const look = async (view) => {
        if (name === "phone")
          await page.getByRole("group", { name: "What is shown" }).getByRole("button", { name: view }).click();
      };
      await assertAccessible(page, "at the start");
      if (name === "phone") await page.locator(".desk-bar .open").click();
      await setUp(page, { opponent: "builtin:hunter", map: "tiny", seed: 7, turns: 30 });
      await assertAccessible(page, "what is played");
      if (name === "phone") await page.locator(".desk-bar .open").click();
      await untilOver(page, () => button(page, "Run").click());
      await untilStatus(page, ended);
      await goTo(page, 12);
      await assertAccessible(page, "after Run");
      await button(page, "Play on…").click();
      await page.getByRole("dialog", { name: "Play on from turn 12" }).waitFor();
      await assertAccessible(page, "Play on…", 3);
      await page.keyboard.press("Escape");
      await button(page, "Check").click();
      await page.getByRole("dialog", { name: "Check of the replay" }).getByText("all as recorded").waitFor();
      await assertAccessible(page, "Check", 1);
      await page.keyboard.press("Escape");
      await look("Results");
      for (const tab of ["Standings", "Charts", "Events", "Output", "Refused", "Lessons"]) {
        await page.getByRole("tab", { name: tab }).click();
        await assertAccessible(page, tab);
      }
      await playSeries(page);
      await page
        .locator(".games .what", { hasText: /turn \d+: / })
        .first()
        .waitFor();
      await assertAccessible(page, "after 200 matches");
      await button(page, "Learn").click();
      await page.locator(".learn h3").waitFor();
      for (const summary of await page.locator(".learn summary").all()) await summary.click();
      await assertAccessible(page, "Learn");
      await untilOver(page, () => page.locator(".learn").getByRole("button", { name: "Run" }).click());
      await look("Results");
      await assertAccessible(page, "a lesson that is not done");
      await button(page, "Learn").click();
      await look("Code");
      await button(page, "Versions").click();
      const versions = page.getByRole("dialog", { name: "Versions of your bot" });
      await versions
        .getByRole("button", { name: /^Rename/ })
        .first()
        .click();
      await assertAccessible(page, "Versions", 3);
    });
  }
}

pageTest("Tab reaches every control of the laboratory, in order, with a focus that is seen", async (lab) => {
  const page = await enter(lab, await serve(lab), { reducedMotion: "reduce" });
  const start = await tabAround(page);
  for (const name of [
    "Game",
    "Opponent 1",
    "200 matches",
    "Open replay…",
    "Learn",
    "Versions",
    "Copy link",
    "bot.js",
    "Text of bot.js",
  ])
    assert.ok(start.includes(name), name);
  await setUp(page, { opponent: "builtin:hunter", map: "tiny", seed: 7, turns: 30 });
  await untilOver(page, () => button(page, "Run").click());
  const match = await again(page);
  for (const name of ["Run again from turn 0", "Play on…", "Standings", "Turn", "Go to turn"])
    assert.ok(match.includes(name), name);
  await playSeries(page);
  const series = await again(page);
  assert.ok(
    series.some((name) => name.startsWith("lost")),
    "the lost matches",
  );
  await button(page, "Learn").click();
  await page.locator(".learn h3").waitFor();
  const lesson = await again(page);
  for (const name of ["1. Move", "Open the code", "Hint", "A solution"]) assert.ok(lesson.includes(name), name);
});

/**
 * Starts another round of Tab, from the beginning.
 * @param {Page} page
 */
async function again(page) {
  await page.evaluate(() => {
    for (const element of document.querySelectorAll("[data-reached]")) element.removeAttribute("data-reached");
    Reflect.deleteProperty(window, "past");
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    document.body.tabIndex = -1; // the next Tab starts here
    document.body.focus();
    document.body.removeAttribute("tabindex");
  });
  return tabAround(page);
}

pageTest("the keyboard alone, from the start to the lessons: the focus is always seen, and never lost", async (lab) => {
  const page = await enter(lab, await serve(lab), { reducedMotion: "reduce" });
  /** @param {RegExp} name */
  const at = async (name) => {
    const { name: now, seen } = await until(
      () => focus(page),
      (control) => name.test(control.name),
      `the focus on ${name}`,
    );
    assert.ok(seen, `the focus on ${now} is not seen`);
  };
  /** @param {RegExp} name @param {"Tab" | "Shift+Tab"} [key] */
  const tabTo = async (name, key = "Tab") => {
    for (let i = 0; i < 150; i++) {
      if (name.test((await focus(page)).name)) return at(name);
      if (await page.evaluate(() => document.activeElement?.className === "editor-code"))
        await page.keyboard.press("Escape"); // in the code, Tab indents
      await page.keyboard.press(key);
    }
    assert.fail(`${key} does not come to ${name}, but to ${(await focus(page)).name}`);
  };
  const run = /^Run(Ctrl.*)?$/;
  await tabTo(/^Opponent 1$/);
  await page.keyboard.press("h"); // jumps to hunter
  await tabTo(/^Turns$/);
  await page.keyboard.press("Control+A");
  await page.keyboard.type("30");
  await tabTo(/^Text of bot\.js$/);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.type("// typed");
  await page.keyboard.press("Enter");
  await untilOver(page, () => page.keyboard.press("Control+Enter"));
  await at(/^Text of bot\.js$/);

  await tabTo(run, "Shift+Tab");
  await untilOver(page, () => page.keyboard.press("Space"));
  await at(run);
  await tabTo(/^Standings$/);
  await page.keyboard.press("ArrowRight");
  await at(/^Charts$/);
  await untilOver(page, () => page.keyboard.press("Control+Enter"));
  await at(/^Charts$/); // the panel of the new match
  assert.equal(await page.getByRole("tab", { name: "Charts", selected: true }).count(), 1);

  await tabTo(run, "Shift+Tab");
  await page.keyboard.press("Tab");
  await at(/^200 matches$/);
  await untilOver(page, () => page.keyboard.press("Enter"));
  await untilStatus(page, /^200 matches were played/);
  await at(/^200 matches$/);
  await tabTo(/^lost/);
  await untilOver(page, () => page.keyboard.press("Enter"));
  await untilStatus(page, /^Match \d+: Your bot loses/);
  await at(/^lost/);
  assert.equal(await page.locator(".games [aria-current=true]").count(), 1);

  await tabTo(/^Run again from turn \d+$/, "Shift+Tab");
  await untilOver(page, () => page.keyboard.press("Enter"));
  await untilStatus(page, ended);
  await at(/^Run again from turn \d+$/);
  await tabTo(/^Play on…$/);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: /^Play on from turn/ });
  await dialog.waitFor();
  await at(/mybot/); // the player of seat A
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await at(/^Play on…$/);
  await page.keyboard.press("Enter");
  await dialog.waitFor();
  await tabTo(/^Play on$/);
  await untilOver(page, () => page.keyboard.press("Enter"));
  await untilStatus(page, ended);
  await at(/^Play on…$/);

  await tabTo(/^Versions$/, "Shift+Tab");
  await page.keyboard.press("Enter");
  const versions = page.getByRole("dialog", { name: "Versions of your bot" });
  await versions.waitFor();
  await tabTo(/^Rename/);
  await page.keyboard.press("Enter");
  await page.keyboard.type("first");
  await page.keyboard.press("Enter");
  await at(/^Rename: first$/);
  await tabTo(/^Remove/);
  await page.keyboard.press("Enter");
  await at(/^Really remove/);
  await page.keyboard.press("Enter");
  await at(/^(Restore|Close)/);
  await page.keyboard.press("Escape");
  await versions.waitFor({ state: "hidden" });
  await at(/^Versions$/);
  await tabTo(/^Download$/);
  const { name } = await lab.download(page, () => page.keyboard.press("Enter"));
  assert.equal(name, "mybot.zip");
  await at(/^Download$/);

  const panel = page.getByRole("tablist", { name: "Panels" }).getByRole("tab", { selected: true });
  const before = await panel.textContent();
  await tabTo(/^Learn$/, "Shift+Tab");
  await page.keyboard.press("Enter");
  await page.locator(".learn h3").waitFor();
  await at(/^Learn$/);
  await tabTo(/^2\. Paint$/);
  await page.keyboard.press("Enter");
  await at(/^2\. Paint$/);
  await tabTo(/^Open the code$/);
  await page.keyboard.press("Enter");
  await untilStatus(page, /^Opened\./);
  await at(/^Open the code$/);
  await page.keyboard.press("Tab");
  await untilOver(page, () => page.keyboard.press("Enter"));
  await untilStatus(page, /^Lesson 2: /);
  await at(/^Run$/);
  await tabTo(/^A solution$/);
  await page.keyboard.press("Enter");
  await tabTo(/^Open the solution$/);
  await page.keyboard.press("Enter");
  await tabTo(/^Run$/, "Shift+Tab");
  await untilOver(page, () => page.keyboard.press("Enter"));
  await untilStatus(page, /^Lesson 2: done/);
  await tabTo(/^Next lesson$/);
  await page.keyboard.press("Enter");
  await at(/^Lesson 3: /);
  await tabTo(/^Learn$/, "Shift+Tab");
  await page.keyboard.press("Enter");
  await at(/^Learn$/);
  await untilStatus(page, /^Change something/);
  await page.getByRole("button", { name: /^Run again from turn/ }).waitFor(); // the match that was shown before
  assert.equal(await panel.textContent(), before);
});
