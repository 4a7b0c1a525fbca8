// Hostile bots in the laboratory in all its forms: served, as one file from disk, and opened from a match. They reach
// nothing, and the page keeps working.
import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { hexabomb, pageTest } from "./lab.mjs";
import { enter, openBot, serve as serveLab, setUp, untilOver, untilStatus } from "./lab-desk.mjs";
import { must } from "./program.mjs";
import { attempts, rawBot, serve, tries } from "./sandbox.mjs";
import { button, until } from "./view.mjs";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("./lab.mjs").Lab} Lab */

/** The ways to open the laboratory. @type {Record<string, (lab: Lab) => Promise<string> | string>} */
const ways = {
  "as it is served": serveLab,
  "as one file from a disk": (lab) => {
    must(lab.folder, "lab", "-o", "lab.html");
    return pathToFileURL(join(lab.folder, "lab.html")).href;
  },
  "beside the matches of watch": async (lab) => {
    lab.record("a.blast", ...hexabomb);
    return `${await lab.watch("a.blast")}lab.html#match=a&turn=20`;
  },
};

/** A bot that runs a text in each turn and then answers with no actions. @param {string} text */
const inTurn = (text) => ({
  "bot.js": `const { Client, fail } = require("./netorcai.js");
async function main() {
  const client = await Client.connect("mybot");
  await client.waitForStart();
  for await (const turn of client.turns()) {
${text}
    client.act([]);
  }
}
main().catch(fail);
`,
});

/** The parts of the page that a bot could try to change. */
const picture = `JSON.stringify([Object.keys(Object.prototype), document.cookie, document.querySelectorAll("iframe").length, document.querySelectorAll("body > *").length, "harm" in window, localStorage.getItem("harm")])`;

for (const [way, reach] of Object.entries(ways)) {
  pageTest(`a bot in the laboratory reaches nothing: ${way}`, async (lab) => {
    const stranger = await serve();
    const address = await reach(lab);
    const visitor = await lab.visitor({ reducedMotion: "reduce" });
    try {
      const site = { other: stranger.other, page: new URL(".", address).href };
      visitor.expected = tries(site);
      const page = await visitor.open(address);
      await page.locator(".desk-page[data-ready]").waitFor();
      await setUp(page, { opponent: "human", map: "tiny", turns: 60 }); // the match waits for the reader
      await page.evaluate(`window.harmed = []; addEventListener("message", ({ data }) => window.harmed.push(data))`);
      const ordinary = {
        ...inTurn(
          "    if (turn.turn_number === 0) console.log(JSON.stringify(await require('./hostile.js')(globalThis)));",
        ),
        "hostile.js": attempts(site),
      };
      /** @type {string | undefined} */
      let was;
      for (const [files, allowed] of /** @type {const} */ ([
        [ordinary, []],
        [rawBot(site), [["broadcast", "done"]]],
      ])) {
        await openBot(lab, page, files);
        /** @type {string[]} */
        const sent = [];
        visitor.context.on("requestfinished", (request) => sent.push(request.url()));
        await page.keyboard.press("Control+Enter");
        const all = page.getByRole("button", { name: "All turns" });
        if ((await all.getAttribute("aria-pressed")) !== "true") await all.click();
        await all.evaluate((chip) => chip.blur()); // Enter must be a move, not a click
        const said = page.locator(".prints-lines .text", { hasText: '"broadcast"' });
        await until(
          () => said.count(),
          (n) => n === 0,
          "what the bot before printed to be gone",
        );
        await until(
          async () => {
            await page.keyboard.press("Enter"); // output is shown with the next turn
            return said.count();
          },
          (n) => n > 0,
          "what it tried",
        );
        const tried = Object.entries(
          /** @type {Record<string, string>} */ (JSON.parse((await said.first().textContent()) ?? "")),
        );
        assert.ok(tried.length > 50, `${tried.length} attempts`);
        assert.deepEqual(
          tried.filter(([, came]) => !came.startsWith("refused")),
          allowed,
        );
        const now = await page.evaluate(picture);
        assert.equal(now, (was ??= now));
        assert.deepEqual(
          sent.filter((url) => !/^(blob|data):|\/lab\/(worker\.js|wasm_exec\.js|lab\.wasm)$/.test(url)),
          [],
        );
        await button(page, "Stop").click();
        await untilStatus(page, /^Stopped/);
      }
      assert.deepEqual(await page.evaluate("window.harmed"), []);
      assert.deepEqual(
        await page.evaluate(
          "indexedDB.databases().then((all) => all.map(({ name }) => name).filter((name) => name === 'harm'))",
        ),
        [],
      );
      assert.deepEqual(stranger.stranger, []);
    } finally {
      stranger.close();
    }
  });
}

pageTest("a bot that loops loses its turns, and the page says so and does not hang", async (lab) => {
  const page = await enter(lab, await serveLab(lab), { reducedMotion: "reduce" });
  await setUp(page, { map: "tiny", seed: 7, turns: 30 });
  await openBot(lab, page, inTurn("    if (turn.turn_number === 3) for (;;);"));
  await untilOver(page, async () => {
    await page.keyboard.press("Control+Enter");
    await untilStatus(page, /^Playing…$/);
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(undefined)))),
    );
    await page.getByRole("button", { name: "Copy link" }).focus();
  });
  await untilStatus(page, /Your bot left in turn \d+: no answer from turn \d+ on\. Look for an endless loop there\./);
  await openBot(
    lab,
    page,
    inTurn("    for (const end = Date.now() + 1500; turn.turn_number === 3 && Date.now() < end; );"),
  );
  await untilOver(page, () => page.keyboard.press("Control+Enter"));
  await untilStatus(page, /Your bot was late in \d+ turns?\./);
  await until(
    () => page.workers().length,
    (n) => n <= 2,
    "the end of the bots",
  );
});

pageTest("while a bot does not answer in its first turn the page says what is waited for", async (lab) => {
  const page = await enter(lab, await serveLab(lab), { reducedMotion: "reduce" });
  await setUp(page, { map: "tiny", seed: 7, turns: 30 });
  await openBot(lab, page, inTurn("    for (;;);"));
  await page.keyboard.press("Control+Enter");
  await untilStatus(page, /^Playing… A bot has not answered yet: it has 10 seconds for its first answer\.$/);
  await untilStatus(page, /Your bot left in turn \d+: no answer from turn \d+ on\./);
});

pageTest("markup in what a bot prints, draws and throws is shown as text", async (lab) => {
  const page = await enter(lab, await serveLab(lab), { reducedMotion: "reduce" });
  await setUp(page, { map: "tiny", seed: 7, turns: 30 });
  const image = (/** @type {number} */ n) => `<img src=x onerror=window.harm=${n}>`;
  await openBot(
    lab,
    page,
    inTurn(`    console.log('${image(1)}');
    console.log('@draw {"cell":[0,0],"text":"${image(2)}"}');
    console.log(new Proxy({}, { get() { throw 1; }, ownKeys() { throw 2; } }), { toJSON() { throw 3; }, get inner() { throw 4; } });
    if (turn.turn_number === 5) throw Object.assign(new Error('${image(3)}' + "x".repeat(1e6)), { name: "<b>E" });`),
  );
  await untilOver(page, () => page.keyboard.press("Control+Enter"));
  const text = await untilStatus(page, /its program failed: <b>E: <img src=x onerror=window\.harm=3>x/);
  assert.ok(text.length < 600, `${text.length} characters`);
  await page.getByRole("spinbutton", { name: "Go to turn" }).fill("4");
  await page.keyboard.press("Enter");
  await page
    .locator(".prints-lines li", { hasText: image(1) })
    .first()
    .waitFor();
  await page.locator(".editor-problems button", { hasText: image(3) }).waitFor();
  await page.getByRole("tab", { name: /^Output/ }).click();
  await page
    .locator(".output code", { hasText: image(1) })
    .first()
    .waitFor();
  assert.equal(await page.evaluate(() => document.querySelectorAll("img, b, [onerror]").length), 0);
  assert.equal(await page.evaluate(() => "harm" in window), false);
  for (const width of [1280, 390, 320]) {
    await page.setViewportSize({ width, height: 720 });
    assert.ok(
      await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
      `the page is wider than ${width} pixels`,
    );
  }
  if (process.env["SHOTS"]) await page.screenshot({ path: `${process.env["SHOTS"]}/lab-markup.png` });
});
