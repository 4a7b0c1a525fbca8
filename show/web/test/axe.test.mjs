// axe-core finds no serious fault: viewer, list and manual, light and dark.
import assert from "node:assert/strict";
import { axeFaults } from "./axe.mjs";
import { bomberman, hexabomb, pageTest } from "./lab.mjs";
import { untilTurn } from "./view.mjs";

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  pageTest(`viewer, list and manual have no serious fault (${colorScheme})`, async (lab) => {
    lab.record("one.blast", ...hexabomb);
    lab.record("two.blast", ...bomberman);
    const address = await lab.watch(".");
    const page = await lab.open(`${address}#match=one&turn=20`, { colorScheme });
    await untilTurn(page, 20);
    assert.deepEqual(await axeFaults(page), [], "viewer");
    await page.keyboard.press("o");
    await page.locator(".matches li button").first().waitFor();
    assert.deepEqual(await axeFaults(page), [], "list");
    for (const name of ["", "rules-hexabomb.html", "commands.html"]) {
      await page.goto(`${address}docs/${name}`);
      await page.locator("#search input").waitFor();
      assert.deepEqual(await axeFaults(page), [], `manual ${name}`);
    }
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter"); // the skip link
    assert.equal(await page.evaluate(() => document.activeElement?.tagName), "MAIN");
  });
}
