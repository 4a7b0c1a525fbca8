// The laboratory's editor in a browser, with a policy that allows only the page's own styles and scripts.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before } from "node:test";
import { file, serve, starter } from "./lab-editor.mjs";
import { pageTest } from "./lab.mjs";
import { newFolder } from "./program.mjs";
import { button, until } from "./view.mjs";

/** @typedef {import("playwright-core").Page} Page */

let address = "";
let close = () => {};
before(async () => ({ address, close } = await serve()));
after(() => close());

/**
 * Opens the editor with the starter's files.
 * @param {import("./lab.mjs").Lab} lab
 * @param {import("playwright-core").BrowserContextOptions} [options]
 * @param {string} [place]
 */
async function open(lab, options, place = address) {
  const page = await (await lab.visitor(options)).open(place);
  await page.evaluate((files) => window.editorPage.start(files), starter);
  return page;
}

/** @param {Page} page */
const code = (page) => page.locator(".cm-content");
/**
 * @param {Page} page
 * @param {string} name
 */
const textOf = (page, name) => page.evaluate((file) => window.editorPage.text(file), name);
/** @param {Page} page */
const options = (page) =>
  page
    .locator(".cm-tooltip-autocomplete [role=option]")
    .evaluateAll((list) => list.map((option) => option.querySelector(".cm-completionLabel")?.textContent ?? ""));
/**
 * Waits for exactly these completions: those of an earlier name may still be shown.
 * @param {Page} page
 * @param {string} want
 */
const completes = (page, want) =>
  until(
    () => options(page),
    (list) => list.join(" ") === want,
    want,
  );
/** @param {Page} page */
const focused = (page) =>
  page.evaluate(
    () => document.activeElement?.shadowRoot?.activeElement?.className ?? document.activeElement?.textContent ?? "",
  );
/**
 * Holds the pointer over something until the editor explains it. If lines move meanwhile, it tries again.
 * @param {Page} page
 * @param {import("playwright-core").Locator} place
 * @param {import("playwright-core").Locator} tooltip
 */
const pointAt = (page, place, tooltip) =>
  until(
    async () => {
      await page.mouse.move(2, 2);
      await place.hover();
      return tooltip.waitFor({ timeout: 3000 }).then(
        () => true,
        () => false,
      );
    },
    (seen) => seen,
    "what the pointer is told",
  );
/** @param {string} [kind] */
const shot = async (/** @type {Page} */ page, kind = "") => {
  if (process.env["SHOTS"]) await page.screenshot({ path: join(process.env["SHOTS"], `editor-${kind}.png`) });
};

/**
 * Puts the cursor at the end of a line of bot.js and types there.
 * @param {Page} page
 * @param {string} after a text of the line
 * @param {string} text
 */
async function write(page, after, text) {
  const line = lineOf(after);
  await page.evaluate((at) => window.editorPage.editor.show("bot.js", at), line);
  await page.keyboard.press("End");
  await page.keyboard.type(text);
}

/**
 * The index of the line of bot.js that contains a text.
 * @param {string} text
 */
const lineOf = (text) => (starter["bot.js"] ?? "").split("\n").findIndex((line) => line.includes(text)) + 1;

pageTest("files are tabs, bot.js first; what is written is in the file and can be undone", async (lab) => {
  const page = await open(lab);
  const tabs = page.getByRole("tab");
  assert.deepEqual(await tabs.locator("span:first-child").allTextContents(), [
    "bot.js",
    "board.js",
    "netorcai.js",
    "README.md",
    "bot.toml",
  ]);
  assert.equal(await tabs.first().getAttribute("aria-selected"), "true");
  await write(page, "const NICKNAME", "\nfunction more() {\nlet a = [1");
  const [written = ""] = /function more[\s\S]*?\n}/.exec(await textOf(page, "bot.js")) ?? [];
  assert.equal(written, "function more() {\n  let a = [1]\n}"); // it indents by two spaces and closes brackets
  assert.ok((await page.evaluate(() => window.editorPage.changes)) > 0);
  await tabs.nth(1).click();
  await page.locator(".cm-line", { hasText: "Helpers for the board of hexabomb" }).waitFor();
  assert.equal(await tabs.nth(1).getAttribute("aria-selected"), "true");
  await tabs.first().click();
  await code(page).focus();
  for (let i = 0; i < 20 && (await textOf(page, "bot.js")) !== starter["bot.js"]; i++)
    await page.keyboard.press("Control+z");
  assert.equal(await textOf(page, "bot.js"), starter["bot.js"]);
  await page.keyboard.press("Control+f");
  await page.keyboard.type("waysOut(");
  await until(
    () => page.locator(".cm-searchMatch").count(),
    (n) => n >= 2,
    "what was searched",
  );
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+Enter");
  assert.equal(await page.evaluate(() => window.editorPage.runs), 1);
  await page.evaluate(() =>
    addEventListener(
      "keydown",
      (event) => {
        if (event.key === "s")
          setTimeout(() => document.body.setAttribute("data-prevented", String(event.defaultPrevented)));
      },
      { capture: true },
    ),
  );
  await page.keyboard.press("Control+s"); // otherwise the browser would save the page
  await page.locator("body[data-prevented=true]").waitFor();
});

pageTest(
  "names are completed with their documentation: fields of the state, the client, helpers, lists",
  async (lab) => {
    const page = await open(lab);
    await write(page, "const actions", "\nstate.");
    await completes(page, "bombs cell_count cells characters explosions score");
    await page.keyboard.type("cha");
    await completes(page, "characters");
    await page.locator(".cm-completionInfo code").first().waitFor();
    assert.deepEqual(await page.locator(".cm-completionInfo code").allTextContents(), [
      "characters: Character[]",
      "Character = Cell & {id: number, color: number, alive: boolean, revive_delay: number, bomb_count: number}",
    ]);
    await shot(page, "completion");
    await page.keyboard.press("Enter");
    await page.keyboard.type(".filter((c) => c.");
    await completes(page, "alive bomb_count color id q r revive_delay");
    await page.keyboard.press("Escape");
    await write(page, "await client.waitForStart()", "\nclient.");
    await completes(page, "act close gameEnds turns waitForStart");
    await page.keyboard.press("Escape");
    await write(page, "const BOMB", "\nconst f = ways");
    const helpers = await until(
      () => options(page),
      (list) => list.includes("waysOut"),
      "the helper",
    );
    assert.equal(helpers[0], "waysOut");
    await until(
      () => page.locator(".cm-completionInfo").textContent(),
      (text) => (text ?? "").includes("The first moves with which a character on the cell survives"),
      "its words",
    );
    assert.match(
      (await page.locator(".cm-completionInfo code").first().textContent()) ?? "",
      /^waysOut\(state: State, cell: Cell, bomb\?: \{range: number, delay: number\}\): Way\[\]$/,
    );
  },
);

pageTest("the pointer and F1 explain a name", async (lab) => {
  const page = await open(lab);
  const about = page.locator(".about");
  await pointAt(
    page,
    page.locator(".cm-line", { hasText: "const color = playerId + 1" }).getByText("freeCells"),
    about,
  );
  assert.equal(await about.locator("code").first().textContent(), "freeCells(state: State): Set<string>");
  assert.match(
    (await about.textContent()) ?? "",
    /The keys of the cells that hold neither a living character nor a bomb/,
  );
  await shot(page, "hover");
  await page.mouse.move(2, 2);
  await about.waitFor({ state: "detached" });
  await write(page, "const NICKNAME", "");
  await page.keyboard.press("Home");
  for (let i = 0; i < 8; i++) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("F1");
  await about.waitFor();
  assert.equal(await about.locator("code").textContent(), 'const NICKNAME = "mybot"');
  assert.match((await about.textContent()) ?? "", /1 to 10 characters without blanks/);
  await page.keyboard.press("Escape");
  await about.waitFor({ state: "detached" });
});

pageTest("a problem is at its line and in the list; one click, or Enter, goes there", async (lab) => {
  const page = await open(lab);
  const line = lineOf("const NICKNAME");
  await page.evaluate(
    (at) =>
      window.editorPage.problems([
        { file: "bot.js", line: at, column: 7, text: "ReferenceError: x is not defined", turn: 3 },
        { file: "board.js", line: 99999, column: 0, text: "Error: far away" },
        { file: "elsewhere.js", line: 1, column: 1, text: "Error: elsewhere" },
        { file: "bot.js", line: 0, column: 0, text: "Error: somewhere" },
      ]),
    line,
  );
  await page.locator(".cm-lintRange-error").waitFor();
  assert.equal(await page.locator(".cm-lintRange-error").textContent(), "NICKNAME");
  assert.deepEqual(
    await page
      .locator(".cm-lint-marker-error")
      .evaluateAll((marks) =>
        marks.map((mark) => [getComputedStyle(mark).content, getComputedStyle(mark, "::before").content]),
      ),
    [["normal", '"●"']],
  );
  const list = page.getByRole("list", { name: "Problems" });
  assert.deepEqual(await list.getByRole("listitem").allTextContents(), [
    `bot.js:${line} ReferenceError: x is not defined (turn 3)`,
    "board.js:99999 Error: far away",
    "elsewhere.js: Error: elsewhere",
    "bot.js: Error: somewhere",
  ]);
  assert.equal(await list.getByRole("button").count(), 2);
  assert.equal(await page.getByRole("tab", { name: "board.js" }).locator(".badge").textContent(), "1");
  await shot(page, "problem");
  await list.getByRole("button").nth(1).focus();
  await page.keyboard.press("Enter");
  await page.locator('[role=tab][aria-selected=true][data-file="board.js"]').waitFor();
  assert.match(await focused(page), /cm-content/);
  await list.getByRole("button").first().click();
  const underlined = page.locator(".cm-lintRange-error");
  await pointAt(
    page,
    underlined,
    page.locator(".cm-diagnostic", { hasText: "ReferenceError: x is not defined (turn 3)" }),
  );
  await write(page, "const NICKNAME", " and more");
  await page.locator(".cm-lintRange-error").waitFor({ state: "detached" }); // the line has changed since the run
  await page.keyboard.type("\nlet a = = 1;");
  await pointAt(
    page,
    underlined,
    page.locator(".cm-diagnostic", { hasText: "This cannot be read as JavaScript: '=' is not expected here." }),
  );
  await page.evaluate(() => window.editorPage.problems([]));
  assert.equal(await page.locator(".editor-problems").isVisible(), false);
});

pageTest("prints of the turn that is shown, of all turns, and a click that goes to the turn", async (lab) => {
  const page = await open(lab);
  const rows = page.locator(".prints-lines li");
  const prints = page.getByRole("region", { name: "Prints" });
  assert.match((await prints.textContent()) ?? "", /What the bot prints \(console\.log, print\) appears here/);
  await page.evaluate(() =>
    window.editorPage.prints(
      [
        { turn: 1, text: "<b>one</b>", error: false },
        { turn: 2, text: "two", error: false },
        { turn: 2, text: "oops", error: true },
      ],
      2,
    ),
  );
  await until(
    () => rows.allTextContents(),
    (list) => list.join() === "two,oops",
    "the lines of the turn",
  );
  assert.equal(await rows.nth(1).getAttribute("data-kind"), "error");
  await button(page, "All turns").click();
  await until(
    () => rows.allTextContents(),
    (list) => list.join() === "1<b>one</b>,2two,2oops",
    "all lines",
  );
  await rows.first().getByRole("button").click();
  assert.deepEqual(await page.evaluate(() => window.editorPage.jumps), [1]);
  await page.getByRole("searchbox", { name: "Only lines with this text" }).fill("OO");
  await until(
    () => rows.allTextContents(),
    (list) => list.join() === "2oops",
    "the line with the text",
  );
  await page.getByRole("searchbox").fill("");
  await page.evaluate(() =>
    window.editorPage.prints(
      Array.from({ length: 5000 }, (_, i) => ({ turn: i, text: `line ${i}`, error: false })),
      3000,
    ),
  );
  await until(
    () => rows.last().textContent(),
    (text) => text === "3000line 3000",
    "the lines up to the turn",
  );
  assert.equal(await rows.count(), 500);
  assert.match((await prints.textContent()) ?? "", /4,500 more lines not shown/);
});

pageTest(
  "the keyboard alone: into the code, Tab indents, Escape and Tab leave it, arrows change the file",
  async (lab) => {
    const page = await open(lab);
    await page.getByRole("button", { name: "Before" }).focus();
    await page.keyboard.press("Tab");
    assert.equal(await focused(page), "bot.js");
    await page.keyboard.press("Tab");
    assert.match(await focused(page), /cm-content/);
    await page.keyboard.press("Tab");
    assert.match(await focused(page), /cm-content/);
    assert.ok((await textOf(page, "bot.js")).startsWith("  //"));
    await page.keyboard.press("Shift+Tab");
    assert.equal(await textOf(page, "bot.js"), starter["bot.js"]);
    assert.match((await page.locator(".editor-hint").textContent()) ?? "", /Esc, then Tab leaves the code/);
    await page.keyboard.press("Escape");
    assert.equal(await page.locator(".editor-hint").textContent(), "Tab now leaves the code.");
    await page.keyboard.press("Tab");
    assert.match(await focused(page), /^Prints of turn 0/);
    await page.keyboard.press("Shift+Tab");
    assert.match(await focused(page), /cm-content/);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Shift+Tab");
    assert.equal(await focused(page), "bot.js");
    await page.keyboard.press("ArrowRight");
    assert.equal(await focused(page), "board.js");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    assert.equal(await focused(page), "bot.toml");
    assert.equal(await textOf(page, "bot.js"), starter["bot.js"]);
  },
);

pageTest("dark and light follow the page, and letters can be read", async (lab) => {
  const page = await open(lab, { colorScheme: "dark" });
  /** @returns {Promise<number>} the least contrast of any coloured word */
  const contrast = () =>
    page.evaluate(() => {
      const root = document.querySelector(".editor-code")?.shadowRoot;
      const dom = root?.querySelector(".cm-editor");
      if (!root || !dom) throw new Error("no editor");
      const light = (/** @type {string} */ color) => {
        const [r = 0, g = 0, b = 0] = (color.match(/[\d.]+/g) ?? [])
          .map((n) => Number(n) / 255)
          .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const ground = light(getComputedStyle(dom).backgroundColor);
      return Math.min(
        ...[...root.querySelectorAll(".cm-line span, .cm-line, .cm-gutterElement")].map((word) => {
          const letters = light(getComputedStyle(word).color);
          return (Math.max(ground, letters) + 0.05) / (Math.min(ground, letters) + 0.05);
        }),
      );
    });
  const ground = () => page.locator(".cm-editor").evaluate((dom) => getComputedStyle(dom).backgroundColor);
  assert.ok((await contrast()) >= 4.5, String(await contrast()));
  assert.equal(await ground(), "rgb(255, 255, 255)");
  await page.evaluate(() => document.documentElement.setAttribute("data-theme", "dark"));
  assert.equal(await ground(), "rgb(23, 27, 33)");
  assert.ok((await contrast()) >= 4.5, String(await contrast()));
  await shot(page, "dark");
});

pageTest("360 pixels: letters of 16 pixels, lines that wrap, nothing wider than the screen", async (lab) => {
  const page = await open(lab, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  assert.equal(await code(page).evaluate((dom) => getComputedStyle(dom).fontSize), "16px");
  await write(page, "const actions", "\nstate.");
  await completes(page, "bombs cell_count cells characters explosions score");
  await page.evaluate(() =>
    window.editorPage.problems([{ file: "bot.js", line: 3, column: 1, text: "Error: ".padEnd(300, "x") }]),
  );
  await page.locator(".editor-problems button").waitFor();
  await shot(page, "phone");
  assert.deepEqual(
    await page.evaluate(() =>
      [
        document.documentElement.scrollWidth,
        document.querySelector(".editor-code")?.shadowRoot?.querySelector(".cm-scroller")?.scrollWidth ?? 999,
      ].map((width) => width <= 360),
    ),
    [true, true],
  );
  for (const tab of await page.getByRole("tab").all()) assert.ok(((await tab.boundingBox())?.height ?? 0) >= 44);
});

pageTest("400 % of 1280 pixels: the code can be reached and written in", async (lab) => {
  const page = await open(lab, { viewport: { width: 320, height: 200 } });
  await write(page, "const NICKNAME", " // more");
  assert.match(await textOf(page, "bot.js"), /without blanks \/\/ more\n/);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 320));
  await page.getByRole("button", { name: "All turns" }).click();
  await page.getByRole("searchbox", { name: "Only lines with this text" }).fill("x");
  await page.getByText("No line has this text.").waitFor();
  await shot(page, "zoom");
});

pageTest("a page that is a file with a policy of its own has the same editor and keeps versions", async (lab) => {
  const page = await open(lab, {}, file());
  await write(page, "const actions", "\nstate.");
  await until(
    () => options(page),
    (list) => list.includes("characters"),
    "completions",
  );
  assert.notEqual(await page.locator(".cm-gutters").evaluate((dom) => getComputedStyle(dom).color), "rgb(0, 0, 0)");
  assert.equal(await page.evaluate(() => window.editorPage.openVersions()), "");
});

pageTest("versions that were run are listed after a reload: restored, named, saved, removed", async (lab) => {
  const page = await open(lab);
  const rows = page.getByRole("region", { name: "Earlier versions" }).getByRole("listitem");
  assert.equal(await page.evaluate(() => window.editorPage.openVersions()), "");
  assert.match((await page.locator(".versions-note").textContent()) ?? "", /Each version that you run is kept here/);
  await page.evaluate(() => window.editorPage.keep("won 3 of 4"));
  await page.evaluate(() => window.editorPage.keep("won 4 of 4")); // nothing has changed since the last version
  assert.equal(await rows.count(), 1);
  await write(page, "const NICKNAME", " // changed");
  await page.evaluate(() => window.editorPage.keep("lost"));
  await page.reload();
  await page.evaluate(() => window.editorPage.openVersions());
  await until(
    () => rows.count(),
    (n) => n === 2,
    "both versions",
  );
  assert.deepEqual(await rows.locator(".result").allTextContents(), ["lost", "won 4 of 4"]);
  await page.evaluate((files) => window.editorPage.start(files), { ...starter, "bot.js": "let mine;" });
  await rows.last().getByRole("button", { name: "Restore" }).click();
  assert.equal(await textOf(page, "bot.js"), starter["bot.js"]);
  await rows.last().getByRole("button", { name: "Rename" }).click();
  await page.keyboard.type("The first <one>");
  await page.keyboard.press("Enter");
  await until(
    () => rows.last().locator("strong").textContent(),
    (name) => name === "The first <one>",
    "the name",
  );
  const saved = await lab.download(page, () => rows.last().getByRole("button", { name: "Save as file" }).click());
  assert.equal(saved.name, "The-first-one.zip");
  assert.ok(saved.content.includes("The-first-one/bot.js"));
  await rows.first().getByRole("button", { name: "Remove" }).click();
  assert.equal(await rows.count(), 2);
  await rows.first().getByRole("button", { name: "Really remove" }).click();
  await until(
    () => rows.count(),
    (n) => n === 1,
    "one version",
  );
  assert.equal(await rows.locator("strong").textContent(), "The first <one>");
  await shot(page, "versions");
});

pageTest("a browser that keeps nothing says so, and the versions work until the page is closed", async (lab) => {
  const visitor = await lab.visitor();
  await visitor.context.addInitScript(() =>
    Object.defineProperty(window, "indexedDB", {
      get: () => {
        throw new Error("not allowed here");
      },
    }),
  );
  const page = await visitor.open(address);
  await page.evaluate((files) => window.editorPage.start(files), starter);
  assert.equal(await page.evaluate(() => window.editorPage.openVersions()), "not allowed here");
  await page.evaluate(() => window.editorPage.keep("won"));
  assert.match(
    (await page.locator(".versions-note").textContent()) ?? "",
    /^This browser keeps no versions \(not allowed here\)/,
  );
  assert.equal(await page.getByRole("region", { name: "Earlier versions" }).getByRole("listitem").count(), 1);
});

pageTest("files go through a zip file and a link and come back; a folder is picked", async (lab) => {
  const page = await open(lab);
  await write(page, "const NICKNAME", " // ü 💣");
  const { zip, link, length } = await page.evaluate((files) => window.editorPage.around(files), starter);
  const want = { ...starter, "bot.js": await textOf(page, "bot.js") };
  assert.deepEqual([zip, link], [want, want]);
  assert.ok(length < 4000, `${length} letters`);
  const folder = join(newFolder(), "mybot");
  mkdirSync(join(folder, "lib"), { recursive: true });
  mkdirSync(join(folder, ".git"));
  for (const [name, content] of [
    ["bot.js", "let a;"],
    ["lib/b.js", "let b;"],
    [".git/config", "x"],
  ])
    writeFileSync(join(folder, String(name)), String(content));
  writeFileSync(join(folder, "picture.png"), Uint8Array.of(137, 80, 78, 71, 0, 255));
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: "Open a folder" }).click(),
  ]);
  await chooser.setFiles(folder);
  assert.deepEqual(
    await until(
      () => page.evaluate(() => window.editorPage.opened),
      (files) => files !== undefined,
      "the folder",
    ),
    { "bot.js": "let a;", "lib/b.js": "let b;" },
  );
  assert.deepEqual(await page.evaluate(() => window.editorPage.said), [
    "mybot/picture.png left out: only text can be here",
  ]);
});

pageTest("a long line wraps, and Home and End go by the line, not by its rows", async (lab) => {
  const page = await open(lab, { viewport: { width: 900, height: 600 } });
  const long = `  // ${"word ".repeat(60)}last`;
  await page.evaluate((text) => window.editorPage.start({ "bot.js": `${text}\nsecond\n` }), long);
  await code(page).click({ position: { x: 60, y: 8 } });
  const rows = await page.locator(".cm-line").evaluateAll((list) => list.map((line) => line.clientHeight));
  assert.ok((rows[0] ?? 0) > 2 * (rows[1] ?? 0), `heights of the lines: ${rows}`);
  const wide = await page.locator(".cm-scroller").evaluate((area) => area.scrollWidth - area.clientWidth);
  assert.equal(wide, 0, "nothing is cut off");
  const first = async () => (await textOf(page, "bot.js"))?.split("\n")[0];
  await page.keyboard.press("End");
  await page.keyboard.type("X");
  assert.equal(await first(), `${long}X`);
  await page.keyboard.press("Home");
  await page.keyboard.type("Y");
  assert.equal(await first(), `  Y${long.trimStart()}X`, "the first letter");
  await page.keyboard.press("Home");
  await page.keyboard.press("Home");
  await page.keyboard.type("Z");
  assert.equal(await first(), `Z  Y${long.trimStart()}X`, "then the start of the line");
  await page.keyboard.press("Shift+End");
  await page.keyboard.press("Delete");
  assert.equal(await first(), "Z");
});
