// Bots in Python, in the page: they play as programs do, and reach nothing.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Visitor } from "./browser.mjs";
import { pageTest } from "./lab.mjs";
import { changeLine, ended, enter, playSeries, setUp, status, unzip, untilOver, untilStatus } from "./lab-desk.mjs";
import { must, newFolder, run } from "./program.mjs";
import { pyodide } from "./pyodide.mjs";
import { button } from "./view.mjs";
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

/**
 * A test of the laboratory with Python.
 * @param {string} name
 * @param {(lab: import("./lab.mjs").Lab, address: string) => Promise<void>} body
 */
function deskTest(name, body) {
  if ("missing" in python) test(name, options, () => {});
  else pageTest(name, async (lab) => body(lab, await lab.start("lab", "--python", folder, "--listen", "127.0.0.1:0", "--no-browser").page()));
}

/** @param {import("playwright-core").Page} page */
const speakPython = async (page) => {
  await page.getByLabel("Language").selectOption("python");
  await untilStatus(page, /^Change something/);
};

deskTest("Python is chosen, changed, run and downloaded, and the program plays the same match", async (lab, address) => {
  const page = await enter(lab, address);
  const asked = /** @type {string[]} */ ([]);
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  assert.equal(await page.getByLabel("Language").inputValue(), "javascript");
  const t = performance.now();
  await speakPython(page);
  console.log("python", performance.now() - t);
  assert.deepEqual(asked.filter((path) => path.startsWith("/python/")).sort(), ["/python/pyodide-lock.json", "/python/pyodide.asm.js", "/python/pyodide.asm.wasm", "/python/pyodide.js", "/python/python_stdlib.zip"]);
  await changeLine(page, "GAIN = 4, 3, 8", "REACH, DELAY, GAIN = 3, 3, 5");
  await setUp(page, { map: "tiny", seed: 7 });
  const before = performance.now();
  await page.keyboard.press("Control+Enter");
  await untilStatus(page, /^Your bot (wins|loses)|^Nobody/);
  console.log(`the first match was over ${Math.round(performance.now() - before)} ms after Run: ${await status(page)}`);
  if (process.env["SHOTS"]) await page.screenshot({ path: join(process.env["SHOTS"], "python.png") });
  const replay = await lab.download(page, () => button(page, "Save replay").click());
  writeFileSync(join(lab.folder, "page.blast"), replay.content);
  unzip((await lab.download(page, () => button(page, "Download").click())).content, lab.folder);
  const told = /blastyard (play .*)$/.exec(await status(page))?.[1] ?? "";
  must(lab.folder, ...told.split(" "), "--quiet", "--replay", "program.blast", "--turn-time", "60s");
  const hash = (/** @type {string} */ file) => run(lab.folder, "replay", "hash", file).stdout.split(" ")[0];
  assert.equal(hash("page.blast"), hash("program.blast"));
});
