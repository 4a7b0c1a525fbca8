// A click before the laboratory is ready counts.
import assert from "node:assert/strict";
import { axeFaults } from "./axe.mjs";
import { pageTest } from "./lab.mjs";
import { serve, status } from "./lab-desk.mjs";

pageTest("Run before the rules are loaded is done when they are; the laboratory has no serious fault", async (lab) => {
  const visitor = await lab.visitor();
  /** @type {() => void} */
  let enter = () => {};
  const held = new Promise((resolve) => (enter = () => resolve(undefined)));
  await visitor.context.route(/lab\.wasm/, async (route) => {
    await held;
    await route.continue();
  });
  const page = await visitor.open(await serve(lab));
  await page.getByRole("button", { name: /^Run/ }).click();
  assert.match(await status(page), /starts as soon as the page is ready/);
  assert.equal(await page.locator(".desk-page[data-ready]").count(), 0);
  enter();
  await page.locator(".desk-page[data-over='1']").waitFor();
  assert.match(await status(page), /^Your bot (wins|loses)|^Nobody wins/);
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await axeFaults(page), [], colorScheme);
  }
});
