// The page on a small touch screen.
import assert from "node:assert/strict";
import { canvasSize, difference, picture, placeOf } from "./board.mjs";
import { bomberman, hexabomb, pageTest } from "./lab.mjs";
import { api, button, slider, until, untilTurn } from "./view.mjs";

/** @typedef {import("playwright-core").Page} Page */

const phone = { viewport: { width: 360, height: 640 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };
const least = 40; // pixels of a touch target

/**
 * Asserts that all controls are on the screen, or in a row that scrolls, and large enough.
 * @param {Page} page
 */
async function assertTouchable(page) {
  const faults = await page.evaluate((least) => {
    const scrolls = (/** @type {Element | null} */ element) => {
      for (let e = element; e && e !== document.body; e = e.parentElement) {
        if (e.scrollWidth > e.clientWidth && getComputedStyle(e).overflowX === "auto") return true;
      }
      return false;
    };
    const found = [];
    for (const control of document.querySelectorAll("button, select, input, summary")) {
      if (!control.checkVisibility()) continue;
      const { left, right, top, bottom, width, height } = control.getBoundingClientRect();
      const name = `${control.getAttribute("aria-label") ?? control.textContent}: ${Math.round(width)}×${Math.round(height)} at ${Math.round(left)},${Math.round(top)}`;
      if (width < least - 0.5 || height < least - 0.5) found.push(`small: ${name}`);
      if ((left < 0 || right > innerWidth) && !scrolls(control.parentElement)) found.push(`off the screen: ${name}`);
      if ((top < 0 || bottom > innerHeight) && !control.closest(".panel")) found.push(`off the screen: ${name}`);
    }
    if (document.documentElement.scrollWidth > innerWidth)
      found.push(`the page is ${document.documentElement.scrollWidth} pixels wide`);
    return found;
  }, least);
  assert.deepEqual(faults, []);
}

for (const [game, args] of /** @type {const} */ ([
  ["hexabomb", hexabomb],
  ["2016-Bomberman", bomberman],
])) {
  pageTest(`${game} on a phone: all is on the screen and large enough for fingers`, async (lab) => {
    lab.record("m.blast", ...args);
    const page = await lab.open((await lab.watch("m.blast")) + "#match=m&turn=30", phone);
    await untilTurn(page, 30);
    for (const tab of ["Standings", "Charts", "Events", "Output", "Refused"]) {
      await page.getByRole("tab", { name: tab }).tap();
      await page.getByRole("tab", { name: tab, selected: true }).waitFor();
      await assertTouchable(page);
    }
    await button(page, "A turn forward").tap();
    await untilTurn(page, 31);
    await slider(page).fill("12");
    await untilTurn(page, 12);
    await button(page, "Danger").tap();
    await button(page, "Danger").and(page.locator("[aria-pressed=true]")).waitFor();
    await button(page, "Keys").tap();
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
    await assertTouchable(page);
    await page
      .getByRole("button", { name: /^Close/ })
      .filter({ visible: true })
      .tap();
    await page.setViewportSize({ width: 640, height: 360 }); // in landscape
    await until(
      async () => (await canvasSize(page)).width,
      (width) => width < 400 && width > 150,
      "the board beside the panels",
    );
    await assertTouchable(page);
  });
}

pageTest("a tap says what is on a cell, two fingers zoom", async (lab) => {
  lab.record("h.blast", ...hexabomb);
  const page = await lab.open((await lab.watch("h.blast")) + "#match=h&turn=0", phone);
  const { header } = await api(page, "/api/matches/h");
  const before = await picture(page);
  const place = placeOf(header, 0, await canvasSize(page));
  await page.locator(".stage canvas").tap({ position: place });
  const words = page.locator(".words", { hasText: `(${header.cells[0].join(", ")}): ` });
  await words.waitFor();
  const box = await page.locator(".stage canvas").boundingBox();
  assert.ok(box);
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2;
  const touch = await page.context().newCDPSession(page);
  const fingers = (/** @type {number} */ apart) => [
    { x: x - apart, y, id: 0 },
    { x: x + apart, y, id: 1 },
  ];
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: fingers(30) });
  for (const apart of [40, 60, 80])
    await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: fingers(apart) });
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await until(
    async () => difference(await picture(page), before),
    (n) => n > 5000,
    "a larger board",
  );
});
