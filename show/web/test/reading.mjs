// What a page offers to people who use a screen reader or need contrast.
import assert from "node:assert/strict";

/** @typedef {import("playwright-core").Page} Page */

/**
 * The role and name of each focusable element, as the browser tells them to a screen reader.
 * @param {Page} page
 */
export async function focusables(page) {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  await session.detach();
  return nodes
    .filter(
      ({ ignored, properties }) =>
        !ignored && properties?.some(({ name, value }) => name === "focusable" && value.value === true),
    )
    .map(({ role, name }) => ({ role: String(role?.value), name: String(name?.value ?? "").trim() }))
    .filter(({ role }) => role !== "RootWebArea");
}

/**
 * Asserts that all controls have names, and that there are at least some.
 * @param {Page} page
 */
export async function assertNamed(page, least = 20) {
  const controls = await focusables(page);
  assert.ok(controls.length >= least, `${controls.length} controls`);
  assert.deepEqual(
    controls.filter(({ name }) => name === ""),
    [],
  );
}

/**
 * The texts whose contrast is below that of WCAG 2.2 AA: 4.5, or 3 for large text.
 * @param {Page} page
 */
export function faintTexts(page) {
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
    const ground = (element) =>
      element ? over(getComputedStyle(element).backgroundColor, ground(parentOf(element))) : [255, 255, 255];
    /** @type {(element: Element) => Element | null} */
    const parentOf = (element) => {
      const root = element.getRootNode();
      return element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
    };
    /** @type {(root: Document | ShadowRoot) => Element[]} */
    const all = (root) =>
      [...root.querySelectorAll("*")].flatMap((element) =>
        element.shadowRoot ? [element, ...all(element.shadowRoot)] : [element],
      );
    const luminance = (/** @type {number[]} */ colour) => {
      const [r = 0, g = 0, b = 0] = colour.map((v) =>
        v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const faint = [];
    for (const element of all(document)) {
      if (element.closest("head")) continue;
      const text = [...element.childNodes]
        .filter((node) => node.nodeType === Node.TEXT_NODE)
        .map((node) => node.textContent)
        .join("")
        .trim();
      if (
        text === "" ||
        !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
        element.closest("canvas, svg, option, .aside, .shares, style, script, noscript")
      )
        continue;
      const style = getComputedStyle(element);
      const under = ground(element);
      const ink = over(style.color, under);
      const [low = 0, high = 0] = [luminance(ink), luminance(under)].sort((a, b) => a - b);
      const size = parseFloat(style.fontSize);
      const large = size >= 24 || (size >= 18.6 && Number(style.fontWeight) >= 700);
      const contrast = (high + 0.05) / (low + 0.05);
      if (contrast < (large ? 3 : 4.5))
        faint.push(
          `${contrast.toFixed(2)}: ${element.className || element.tagName} "${text.slice(0, 30)}" ${ink} on ${under}`,
        );
    }
    return faint;
  });
}

/**
 * The focused element: its name, and whether the focus is visible. In the editor it is the name of the code.
 * @param {Page} page
 */
export async function focus(page) {
  if (await page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.matches(".cm-content")))
    await page.locator(".cm-focused").waitFor(); // its focus is drawn a moment later
  return page.evaluate(() => {
    const element = document.activeElement ?? document.body;
    const inner = element.shadowRoot?.activeElement;
    if (element === document.body) return { name: "nothing", seen: false };
    const style = getComputedStyle(inner?.closest(".cm-editor") ?? element);
    const field =
      element instanceof HTMLInputElement || element instanceof HTMLSelectElement
        ? element.labels?.[0]?.firstElementChild
        : undefined;
    const name = (inner ?? element).getAttribute("aria-label") ?? (field ?? element).textContent ?? "";
    return {
      name: name.trim(),
      seen: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1 && element.checkVisibility(),
    };
  });
}

/**
 * Goes through the page with Tab, one round. Esc leaves the code of the editor, where Tab indents.
 * @param {Page} page
 */
export async function tabAround(page) {
  /** @type {{ name: string, seen: boolean, before: boolean }[]} */
  const reached = [];
  for (;;) {
    if (await page.evaluate(() => document.activeElement?.className === "editor-code"))
      await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    const order = await page.evaluate(() => {
      const element = document.activeElement ?? document.body;
      if (element === document.body || element.hasAttribute("data-reached")) return undefined; // the round is complete
      element.setAttribute("data-reached", "");
      const past = Reflect.get(window, "past");
      Reflect.set(window, "past", element);
      return {
        before:
          past instanceof Node && (past.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING) !== 0,
      };
    });
    if (!order) break;
    reached.push({ ...order, ...(await focus(page)) });
  }
  const missed = await page.evaluate(() =>
    [...document.querySelectorAll("button, select, input, summary, [tabindex]")]
      .filter(
        (element) =>
          element.checkVisibility() &&
          element.getAttribute("tabindex") !== "-1" &&
          !element.hasAttribute("data-reached"),
      )
      .map((element) => element.outerHTML.slice(0, 100)),
  );
  assert.deepEqual(missed, []);
  assert.deepEqual(
    reached.filter(({ seen }) => !seen),
    [],
  );
  assert.deepEqual(
    reached.filter(({ before }) => before),
    [],
  );
  return reached.map(({ name }) => name);
}
