// What somebody gets of a page who hears it, or sees little contrast.
import assert from "node:assert/strict";

/** @typedef {import("playwright-core").Page} Page */

/**
 * What the browser tells a screen reader of all that takes the focus: role and name.
 * @param {Page} page
 */
export async function focusables(page) {
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
export async function assertNamed(page, least = 20) {
  const controls = await focusables(page);
  assert.ok(controls.length >= least, `${controls.length} controls`);
  assert.deepEqual(controls.filter(({ name }) => name === ""), []);
}

/**
 * Texts whose contrast is below that of WCAG 2.2 AA: 4.5, or 3 where they are large.
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
