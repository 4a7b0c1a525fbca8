// The faults that axe-core finds on a page.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * The serious and critical faults of a page: rule, element, and its beginning.
 * @param {import("playwright-core").Page} page
 * @returns {Promise<string[]>}
 */
export async function axeFaults(page) {
  await page.evaluate(source);
  return page.evaluate(async () => {
    const { violations } = await Reflect.get(window, "axe").run(document, { resultTypes: ["violations"] });
    return violations
      .filter((/** @type {{ impact: string }} */ { impact }) => impact === "serious" || impact === "critical")
      .flatMap((/** @type {any} */ { id, nodes }) =>
        nodes.map((/** @type {any} */ { target, html }) => `${id}: ${target.join(" ")}: ${html.slice(0, 120)}`),
      );
  });
}
