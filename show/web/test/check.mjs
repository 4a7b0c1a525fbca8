// Helpers to test the check of a replay.
import { button, until } from "./view.mjs";

/** @typedef {import("playwright-core").Page} Page */

export const label = "Check the replay";

/** @param {Page} page */
export const item = (page) => page.getByRole("menuitem", { name: label });
/** @param {Page} page */
export const dialog = (page) => page.getByRole("dialog", { name: "Check of the replay" });
/** @param {Page} page */
export const result = (page) => dialog(page).getByRole("status");

/**
 * Opens the menu once the server has said that there is a replay.
 * @param {Page} page
 */
export async function openMenu(page) {
  await button(page, "Menu").click();
  await until(
    () => item(page).getAttribute("aria-disabled"),
    (disabled) => disabled === "false",
    "the check to be offered",
  );
}

/**
 * Checks the replay, and returns the result on the page.
 * @param {Page} page
 */
export async function check(page) {
  await openMenu(page);
  await item(page).click();
  return verdict(page);
}

/** @param {Page} page */
export const verdict = (page) =>
  until(
    async () => (await result(page).textContent()) ?? "",
    (text) => !/^(Checking…)?$/.test(text),
    "the end of the check",
  );
