// A helper to test playing a match on.
import { button } from "./view.mjs";

/** @typedef {import("playwright-core").Page} Page */

/**
 * Opens the dialog at the turn that is shown.
 * @param {Page} page
 */
export async function playOn(page) {
  await button(page, "Menu").click();
  await page.getByRole("menuitem", { name: "Play on from here" }).click();
  const dialog = page.locator("dialog.branch");
  await dialog.waitFor();
  return dialog;
}
