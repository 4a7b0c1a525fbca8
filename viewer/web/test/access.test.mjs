// The page for those who use the keyboard alone, or hear it, or see little contrast.
import assert from "node:assert/strict";
import { hexabomb, bomberman, pageTest } from "./lab.mjs";
import { button, until, untilTurn } from "./view.mjs";

/** @typedef {import("playwright-core").Page} Page */

/**
 * What the browser tells a screen reader of all that takes the focus: role and name.
 * @param {Page} page
 */
async function focusables(page) {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  await session.detach();
  return nodes
    .filter(({ ignored, properties }) => !ignored && properties?.some(({ name, value }) => name === "focusable" && value.value === true))
    .map(({ role, name }) => ({ role: String(role?.value), name: String(name?.value ?? "").trim() }))
    .filter(({ role }) => role !== "RootWebArea");
}

/**
 * All controls have names, and there are some.
 * @param {Page} page
 */
async function assertNamed(page, least = 20) {
  const controls = await focusables(page);
  assert.ok(controls.length >= least, `${controls.length} controls`);
  assert.deepEqual(controls.filter(({ name }) => name === ""), []);
}

/**
 * Texts whose contrast is below that of WCAG 2.2 AA: 4.5, or 3 where they are large.
 * @param {Page} page
 */
function faintTexts(page) {
  return page.evaluate(() => {
    const context = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    /** @type {(colour: string, under: number[]) => number[]} */
    const over = (colour, under) => {
      if (!context) return under;
      context.fillStyle = `rgb(${under.join(" ")})`;
      context.fillRect(0, 0, 1, 1);
      context.fillStyle = colour;
      context.fillRect(0, 0, 1, 1);
      return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
    };
    /** @type {(element: Element | null) => number[]} */
    const ground = (element) => (element ? over(getComputedStyle(element).backgroundColor, ground(element.parentElement)) : [255, 255, 255]);
    const luminance = (/** @type {number[]} */ colour) => {
      const [r = 0, g = 0, b = 0] = colour.map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const faint = [];
    for (const element of document.querySelectorAll("body *")) {
      const text = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.textContent).join("").trim();
      if (text === "" || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || element.closest("canvas, svg, option, .aside, .shares")) continue;
      const style = getComputedStyle(element), under = ground(element), ink = over(style.color, under);
      const [low = 0, high = 0] = [luminance(ink), luminance(under)].sort((a, b) => a - b);
      const size = parseFloat(style.fontSize), large = size >= 24 || (size >= 18.6 && Number(style.fontWeight) >= 700);
      const contrast = (high + 0.05) / (low + 0.05);
      if (contrast < (large ? 3 : 4.5)) faint.push(`${contrast.toFixed(2)}: ${element.className || element.tagName} "${text.slice(0, 30)}" ${ink} on ${under}`);
    }
    return faint;
  });
}

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  pageTest(`every control has a name and every text stands out (${colorScheme})`, async (lab) => {
    lab.record("one.blast", ...hexabomb);
    lab.record("two.blast", ...bomberman);
    const address = await lab.watch(".");
    for (const match of ["one", "two"]) {
      const page = await lab.open(`${address}#match=${match}&turn=20&me=1`, { colorScheme });
      await untilTurn(page, 20);
      for (const tab of ["Events", "Output", "Refused"]) {
        await page.getByRole("tab", { name: tab }).click();
        assert.deepEqual(await faintTexts(page), [], tab);
        await assertNamed(page);
      }
      await page.keyboard.press("o");
      await page.getByRole("dialog", { name: "Matches" }).waitFor();
      assert.deepEqual(await faintTexts(page), []);
      await assertNamed(page, 3); // what is behind the dialog takes no focus
      await page.keyboard.press("Escape");
      await page.keyboard.press("?");
      await page.getByRole("dialog", { name: "Keys" }).waitFor();
      assert.deepEqual(await faintTexts(page), []);
    }
  });
}

pageTest("Tab reaches every control, in order, with a focus that is seen", async (lab) => {
  lab.record("one.blast", ...hexabomb);
  lab.record("two.blast", ...bomberman);
  const page = await lab.open((await lab.watch(".")) + "#match=one&turn=20");
  await untilTurn(page, 20);
  await page.locator(".log li button").first().waitFor();
  /** @type {{ name: string, seen: boolean, before: boolean }[]} */
  const reached = [];
  for (;;) {
    await page.keyboard.press("Tab");
    const control = await page.evaluate(() => {
      const element = document.activeElement ?? document.body;
      if (element === document.body || element.hasAttribute("data-reached")) return undefined; // once around
      element.setAttribute("data-reached", "");
      const style = getComputedStyle(element);
      const past = Reflect.get(window, "past");
      Reflect.set(window, "past", element);
      return {
        name: element.getAttribute("aria-label") ?? element.textContent ?? "",
        seen: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1 && element.checkVisibility(),
        before: past instanceof Node && (past.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING) !== 0,
      };
    });
    if (!control) break;
    reached.push(control);
  }
  const missed = await page.evaluate(() => [...document.querySelectorAll("button, select, input, summary, [tabindex]")]
    .filter((element) => element.checkVisibility() && element.getAttribute("tabindex") !== "-1" && !element.hasAttribute("data-reached"))
    .map((element) => element.outerHTML.slice(0, 100)));
  assert.deepEqual(missed, []);
  assert.deepEqual(reached.filter(({ seen }) => !seen), []);
  assert.deepEqual(reached.filter(({ before }) => before), []);
  for (const name of ["Turn", "Go to turn", "Speed", "Board: arrows go from cell to cell", "Keys (?)"]) assert.ok(reached.some((control) => control.name === name), name);
});

pageTest("the keyboard alone works controls, tabs and dialogs", async (lab) => {
  lab.record("one.blast", ...hexabomb);
  lab.record("two.blast", ...bomberman);
  const page = await lab.open((await lab.watch(".")) + "#match=one&turn=20");
  await untilTurn(page, 20);
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? "");
  const tabTo = async (/** @type {RegExp} */ name) => {
    for (let i = 0; i < 60; i++) {
      if (name.test(await focused())) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`Tab does not reach ${name}`);
  };
  await tabTo(/^Keys/);
  await page.keyboard.press("Enter");
  const help = page.getByRole("dialog", { name: "Keys" });
  await help.waitFor();
  for (let i = 0; i < 4; i++) {
    await page.keyboard.press("Tab");
    assert.ok(await page.evaluate(() => document.activeElement === document.body || document.activeElement?.closest("dialog") !== null), "the focus stays in the dialog");
  }
  await page.keyboard.press("Escape");
  await help.waitFor({ state: "hidden" });
  assert.match(await focused(), /^Keys/); // where it was
  await tabTo(/^Danger$/);
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Danger", pressed: true }).waitFor();
  await tabTo(/^Events$/);
  await page.keyboard.press("ArrowRight");
  await page.getByRole("tab", { name: "Output", selected: true }).waitFor();
  await tabTo(/^A turn forward/);
  await page.keyboard.press("Enter");
  await untilTurn(page, 21);
  await tabTo(/^Turn$/);
  await page.keyboard.press("ArrowRight");
  await untilTurn(page, 22);
  await page.keyboard.press("Escape");
  await page.keyboard.press("o");
  await page.getByRole("dialog", { name: "Matches" }).waitFor();
  await until(focused, (name) => /hexabomb/.test(name), "the focus on the match that is shown");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Matches" }).waitFor({ state: "hidden" });
  assert.equal(await button(page, "Keys").isVisible(), true);
});

pageTest("who wants nothing to move sees no animation", async (lab) => {
  lab.record("h.blast", ...hexabomb);
  const page = await lab.open(await lab.watch("h.blast"), { reducedMotion: "reduce" });
  await button(page, "Play").waitFor(); // it does not begin by itself
  await page.keyboard.press("ArrowRight");
  await untilTurn(page, 1);
});
