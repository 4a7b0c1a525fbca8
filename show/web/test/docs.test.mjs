// The manual, which the server of the matches also serves.
import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { hexabomb, pageTest } from "./lab.mjs";
import { must } from "./program.mjs";
import { untilAddress, untilTurn } from "./view.mjs";

pageTest("the keys lead to the manual, and its contents from page to page", async (lab) => {
  lab.record("m.blast", ...hexabomb);
  const page = await lab.open((await lab.watch("m.blast")) + "#match=m&turn=5");
  await untilTurn(page, 5);
  await page.keyboard.press("?");
  const opened = page.context().waitForEvent("page");
  await page.getByRole("dialog", { name: "Keys" }).getByRole("link", { name: "the manual" }).click();
  const manual = await opened;
  await manual.getByRole("heading", { level: 1, name: "The blastyard manual" }).waitFor();
  assert.match(manual.url(), /\/docs\/$/);
  const contents = manual.getByRole("navigation", { name: "Contents" });
  await contents.getByRole("link", { name: "Rules: hexabomb" }).click();
  await manual.getByRole("heading", { level: 1, name: "Rules: hexabomb" }).waitFor();
  await manual.waitForLoadState("load");
  const loaded = await manual.evaluate(() =>
    [...document.images].map((image) => image.complete && image.naturalWidth > 0),
  );
  assert.ok(loaded.length > 10 && loaded.every(Boolean), "all pictures are there");
  const ground = () => manual.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await manual.emulateMedia({ colorScheme: "light" });
  assert.equal(await ground(), "rgb(255, 255, 255)");
  await manual.emulateMedia({ colorScheme: "dark" });
  assert.equal(await ground(), "rgb(15, 18, 22)");
  await contents.getByRole("link", { name: "Bombs", exact: true }).click();
  await untilAddress(manual, /rules-hexabomb\.html#bombs$/);
  await manual.setViewportSize({ width: 390, height: 800 });
  assert.ok(
    await manual.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
    "a narrow page is not wider than its window",
  );
});

pageTest("a match in a file of its own speaks of no manual", async (lab) => {
  lab.record("m.blast", ...hexabomb);
  must(lab.folder, "replay", "export", "m.blast", "-o", "m.html");
  const page = await lab.open(pathToFileURL(join(lab.folder, "m.html")).href);
  await page.locator(".match").waitFor();
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keys" }).waitFor();
  assert.equal(await page.getByRole("link", { name: "the manual" }).count(), 0);
});
