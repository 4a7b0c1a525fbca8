// Bots in Python, in the page: they play as programs do, and reach nothing.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Visitor } from "./browser.mjs";
import { must, newFolder, run } from "./program.mjs";
import { pyodide } from "./pyodide.mjs";
import { BotInPage, envLine, filesOf, serve } from "./sandbox.mjs";

const python = pyodide();
const folder = "folder" in python ? python.folder : "";
const options = { timeout: 480_000, ...("missing" in python && { skip: python.missing }) };

/**
 * A test with a page that runs bots in Python.
 * @param {string} name
 * @param {(ask: import("./sandbox.mjs").Ask, site: Awaited<ReturnType<typeof serve>>) => Promise<void>} body
 */
function pythonTest(name, body) {
  test(name, options, async () => {
    const site = await serve({ python: folder }), visitor = await Visitor.enter();
    visitor.expected = new RegExp(`Content Security Policy|Failed to|blocked|SecurityError|^request to (${site.other}|${site.page})`);
    try {
      const page = await visitor.open(site.page);
      await page.waitForFunction("window.begin");
      await body((expression) => page.evaluate(expression), site);
      assert.deepEqual(site.stranger, []);
      assert.deepEqual(site.asked.sort(), ["/", "/page.js", "/python/pyodide-lock.json", "/python/pyodide.asm.js", "/python/pyodide.asm.wasm", "/python/pyodide.js", "/python/python_stdlib.zip"]);
      assert.deepEqual(visitor.complaints, []);
    } finally {
      await visitor.context.close();
      site.close();
    }
  });
}

for (const protocol of ["netorcai", "stdio"]) {
  pythonTest(`the starter over ${protocol} plays the same moves in the page as with play`, async (ask) => {
    const folder = newFolder(), seed = 11;
    must(folder, "bot", "new", "mybot", "--lang", "python", ...(protocol === "stdio" ? ["--protocol", "stdio"] : []));
    must(folder, "play", "--map", "arena4", "--turns", "60", "--seed", String(seed), "--bot", "./mybot", "--bot", "builtin:greedy", "--replay", "m.blast", "--quiet");
    const lines = run(folder, "bot", "replay-input", "m.blast", "--player", "A", "--stdio").stdout.trimEnd().split("\n");
    assert.equal(lines.length, 61);
    const bot = await BotInPage.start(ask, filesOf(join(folder, "mybot")));
    await bot.say(envLine(seed, JSON.parse(lines[0] ?? "").player));
    /** @type {string[]} */
    const answers = [];
    for (const line of lines) {
      await bot.say(line);
      const { type, turn } = JSON.parse(line);
      if (type === "turn") answers.push(await bot.answer(turn));
    }
    const { prints } = await bot.until((heard) => heard.prints.length > 0, "its last words");
    assert.match(prints[0]?.text ?? "", /^winner: -?\d we are: \d$/);
    writeFileSync(join(folder, "answers.json"), JSON.stringify(answers));
    writeFileSync(join(folder, "said.mjs"), `import answers from "./answers.json" with { type: "json" };
import { createInterface } from "node:readline";
for await (const line of createInterface({ input: process.stdin })) {
  const { type, turn } = JSON.parse(line);
  if (type === "turn") console.log(answers[turn]);
}
`);
    const again = run(folder, "replay", "rerun", "m.blast", "--player", "A", "--bot", "stdio:node --no-warnings said.mjs");
    assert.match(again.stdout + again.stderr, /\n59 turns, all as recorded\n/);
    await bot.stop();
  });
}
