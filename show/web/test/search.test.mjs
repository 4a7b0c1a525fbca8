// The search of the manual.
import assert from "node:assert/strict";
import { pageTest, hexabomb } from "./lab.mjs";
import { assertNamed, faintTexts } from "./reading.mjs";
import { until } from "./view.mjs";

/** @typedef {import("playwright-core").Page} Page */

/**
 * Types a query and returns the addresses of the results.
 * @param {Page} page
 * @param {string} query
 */
async function find(page, query) {
  await page.getByRole("searchbox", { name: "Search the manual" }).fill(query);
  const links = page.locator(".found a");
  const hrefs = () => links.evaluateAll((list) => list.map((link) => link.getAttribute("href") ?? ""));
  const asked = `?${new URLSearchParams({ find: query })}`;
  const nothing = page.locator("#search [role=status]").filter({ hasText: `Nothing found for “${query}”` });
  await until(
    async () => (await nothing.count()) > 0 || (await hrefs()).some((at) => at.includes(asked)),
    (is) => is,
    query,
  );
  const found = await hrefs();
  assert.ok(
    found.every((at) => at.includes(asked)),
    found.join(" "),
  );
  return found;
}

pageTest("search finds places by their words, without asking the server again", async (lab) => {
  lab.record("m.blast", ...hexabomb);
  const address = await lab.watch("m.blast");
  const page = await (await lab.visitor()).open(`${address}docs/`);
  await page.keyboard.press("/");
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "Search the manual");
  assert.ok((await find(page, "chain")).some((at) => at.startsWith("rules-hexabomb.html")));
  await page.context().setOffline(true);
  const limit = await find(page, "time limit");
  assert.ok(limit.length > 2, limit.join(" "));
  const status = page.locator("#search [role=status]");
  assert.match(await status.innerText(), /^\d+ places/);
  assert.ok((await page.locator(".found mark").allInnerTexts()).some((text) => /^time$/i.test(text)));
  const flag = await find(page, "--no-timeout");
  assert.ok(
    flag.some((at) => at.startsWith("commands.html?find=--no-timeout#play")),
    flag.join(" "),
  );
  assert.deepEqual(await find(page, "zebra crossing"), []);
  assert.equal(await status.innerText(), "Nothing found for “zebra crossing”. Try fewer words, or other ones.");
  assert.deepEqual(await find(page, "<img src=x>"), []);
  await page.keyboard.press("Escape");
  await status.waitFor({ state: "hidden" });
  assert.equal(await page.getByRole("searchbox").inputValue(), "");
});

pageTest("the keyboard alone goes from the field to a place, whose hits are marked", async (lab) => {
  lab.record("m.blast", ...hexabomb);
  const address = await lab.watch("m.blast");
  const page = await (await lab.visitor()).open(`${address}docs/viewer.html`);
  await page.keyboard.press("/");
  const [first = "", second = ""] = await find(page, "bomb turn");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("href")), second);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  assert.equal(await page.evaluate(() => document.activeElement?.tagName), "INPUT");
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.href.endsWith(first));
  await page.locator("main mark").first().waitFor();
  const marks = await page.locator("main mark").allInnerTexts();
  assert.ok(marks.length > 0 && marks.every((text) => /^(bomb|turn)$/i.test(text)), marks.join(" "));
  assert.equal(await page.getByRole("searchbox").inputValue(), "bomb turn");
});

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  pageTest(`what is found has names, stands out and fits a phone (${colorScheme})`, async (lab) => {
    lab.record("m.blast", ...hexabomb);
    const address = await lab.watch("m.blast");
    const page = await (await lab.visitor({ colorScheme })).open(`${address}docs/rules-hexabomb.html?find=bomb`);
    await page.locator("main mark").first().waitFor();
    await find(page, "bomb");
    assert.deepEqual(await faintTexts(page), []);
    await assertNamed(page);
    await page.setViewportSize({ width: 390, height: 800 });
    const panel = await page.locator(".found").boundingBox();
    assert.ok(
      panel && panel.x >= 0 && panel.x + panel.width <= 390 && panel.y + panel.height <= 800,
      JSON.stringify(panel),
    );
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  });
}

// What people type, and where the first results have to lead.
const asked = {
  lua: "stdio.html",
  ruby: "stdio.html",
  perl: "stdio.html",
  elo: "ratings.html",
  log: "questions.html",
  compare: "compare.html",
  "compare two versions": "compare.html",
  "is version 2 better": "compare.html",
  "how strong am I": "questions.html",
  windows: "install.html",
  "go on windows": "install.html",
  proxy: "proxies.html",
  nginx: "proxies.html",
  "logs by turn": "questions.html",
  "only the lost games": "results.html",
  "why did I lose": "questions.html",
  "a language without a starter": "questions.html",
  debugger: "debugging.html",
  gymnasium: "training.html",
  "play by hand": "viewer.html",
  "sudden death": "rules-hexabomb.html",
};

pageTest("search finds what people type", async (lab) => {
  lab.record("m.blast", ...hexabomb);
  const address = await lab.watch("m.blast");
  const page = await (await lab.visitor()).open(`${address}docs/`);
  for (const [query, want] of Object.entries(asked)) {
    const first = (await find(page, query)).slice(0, 3);
    assert.ok(
      first.some((at) => at.startsWith(want)),
      `${query}: ${first.join(" ")}, expected ${want} among them`,
    );
  }
});
