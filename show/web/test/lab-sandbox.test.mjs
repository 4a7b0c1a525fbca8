// Bots of the page: they play like programs, their errors are reported with positions, and hostile ones reach nothing.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { Visitor } from "./browser.mjs";
import { chromiumOptions } from "./chromium.mjs";
import { must, newFolder, run } from "./program.mjs";
import {
  askOf,
  attempts,
  before,
  BotInPage,
  envLine,
  filesOf,
  oneFile,
  rawBot,
  serve,
  startLine,
  tries,
  turnLine,
} from "./sandbox.mjs";
import { until } from "./view.mjs";

/** @typedef {Awaited<ReturnType<typeof serve>>} Site */
/** @typedef {import("./sandbox.mjs").Ask} Ask */

const options = { timeout: 480_000 };
const begin = [{ type: "env", env: {} }, startLine];

/**
 * A test with a page. At its end it asserts that there was no request to the stranger's server, and none to the page's
 * server except for the page.
 * @param {string} name
 * @param {(ask: Ask, site: Site, page: import("playwright-core").Page) => Promise<void>} body
 */
function sandboxTest(name, body) {
  test(name, options, async () => {
    const site = await serve();
    const visitor = await Visitor.enter();
    visitor.expected = tries(site);
    try {
      const page = await visitor.open(site.page);
      await page.waitForFunction("window.begin");
      await body((expression) => page.evaluate(expression), site, page);
      assert.deepEqual(site.stranger, []);
      assert.deepEqual(site.asked, ["/", "/page.js"]);
      assert.deepEqual(visitor.complaints, []);
    } finally {
      await visitor.context.close();
      site.close();
    }
  });
}

/** A bot that runs a text in each turn and then answers. @param {string} text */
const inTurn = (text) => ({
  "bot.js": `const { Client, fail } = require("./netorcai.js");
async function main() {
  const client = await Client.connect("mybot");
  const game = await client.waitForStart();
  for await (const turn of client.turns()) {
${text}
    client.act([{ n: turn.game_state.n }]);
  }
  console.log("winner", client.gameEnds.winner_player_id);
}
main().catch(fail);
`,
});

for (const protocol of ["netorcai", "stdio"]) {
  sandboxTest(`the starter over ${protocol} plays the same moves in the page as with play`, async (ask) => {
    const folder = newFolder();
    const seed = 11;
    must(
      folder,
      "bot",
      "new",
      "mybot",
      "--lang",
      "javascript",
      ...(protocol === "stdio" ? ["--protocol", "stdio"] : []),
    );
    must(
      folder,
      "play",
      "--map",
      "arena4",
      "--turns",
      "60",
      "--seed",
      String(seed),
      "--bot",
      "./mybot",
      "--bot",
      "builtin:greedy",
      "--replay",
      "m.blast",
      "--quiet",
    );
    const lines = run(folder, "bot", "replay-input", "m.blast", "--player", "A", "--stdio")
      .stdout.trimEnd()
      .split("\n");
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
    writeFileSync(
      join(folder, "said.mjs"),
      `import answers from "./answers.json" with { type: "json" };
import { createInterface } from "node:readline";
for await (const line of createInterface({ input: process.stdin })) {
  const { type, turn } = JSON.parse(line);
  if (type === "turn") console.log(answers[turn]);
}
`,
    );
    const again = run(
      folder,
      "replay",
      "rerun",
      "m.blast",
      "--player",
      "A",
      "--bot",
      "stdio:node --no-warnings said.mjs",
    );
    assert.match(again.stdout + again.stderr, /\n59 turns, all as recorded\n/);
    await bot.stop();
  });
}

test("a match of the laboratory with the starter is the same as with play", options, async () => {
  const site = await serve();
  const visitor = await Visitor.enter();
  const folder = newFolder();
  try {
    must(folder, "bot", "new", "mybot", "--lang", "javascript");
    must(
      folder,
      "play",
      "--map",
      "tiny",
      "--turns",
      "40",
      "--seed",
      "7",
      "--no-timeout",
      "--bot",
      "./mybot",
      "--bot",
      "builtin:greedy",
      "--replay",
      "play.blast",
      "--quiet",
    );
    const page = await visitor.open(site.page);
    await page.waitForFunction("window.begin");
    const { text, prints, gone } = await page.evaluate(`(async () => {
      const lab = new LabClient(), prints = [], gone = [];
      const run = await host.start(${JSON.stringify(filesOf(join(folder, "mybot")))}, { on: { output: (line) => prints.push(line.text), gone: (why) => gone.push(why) } });
      const config = { map: "tiny", turns: 40, seed: 7, no_timeout: true, seats: [{ bot: "page", name: "mybot" }, { bot: "builtin:greedy" }] };
      const { replay } = await lab.match({ config }, { 0: run.port }).done;
      while (prints.length === 0) await new Promise(requestAnimationFrame);
      run.stop();
      lab.close();
      return { text: btoa(String.fromCharCode(...replay)), prints, gone };
    })()`);
    writeFileSync(join(folder, "page.blast"), Buffer.from(text, "base64"));
    const hashes = run(folder, "replay", "hash", "play.blast", "page.blast")
      .stdout.trim()
      .split("\n")
      .map((line) => line.split(/\s+/)[0]);
    assert.equal(hashes.length, 2);
    assert.equal(hashes[1], hashes[0]);
    assert.match(prints.join("\n"), /^winner: -?\d we are: \d$/);
    assert.deepEqual(gone, []);
    assert.deepEqual(visitor.complaints, []);
  } finally {
    await visitor.context.close();
    site.close();
  }
});

test("a match of the laboratory goes on without a bot that loops, and without one that fails", options, async () => {
  const site = await serve();
  const visitor = await Visitor.enter();
  try {
    const page = await visitor.open(site.page);
    await page.waitForFunction("window.begin");
    for (const [text, time, why] of /** @type {const} */ ([
      ["if (turn.turn_number === 3) for (;;);", 'turn_time: "200ms"', /^$/],
      ["if (turn.turn_number === 3) null.x;", "no_timeout: true", /^its program failed: TypeError: .* \(bot\.js:6\)$/],
    ])) {
      const { result, gone } = await page.evaluate(`(async () => {
        const lab = new LabClient(), gone = [];
        const run = await host.start(${JSON.stringify(inTurn(text))}, { on: { gone: (why) => gone.push(why) } });
        const config = { map: "tiny", turns: 30, seed: 7, ${time}, seats: [{ bot: "page", name: "mybot" }, { bot: "builtin:greedy" }] };
        const { result } = await lab.match({ config }, { 0: run.port }).done;
        run.stop();
        lab.close();
        return { result, gone };
      })()`);
      assert.equal(result.turns, 30);
      assert.ok(result.seats[0].left_turn > 0, JSON.stringify(result.seats));
      assert.match(gone.join(), why);
    }
    assert.deepEqual(visitor.complaints, []);
  } finally {
    await visitor.context.close();
    site.close();
  }
});

sandboxTest("what is wrong in a bot is told with the place in its author's file, and the turn", async (ask) => {
  const helper = "// a helper\nexports.half = (n) => {\n  if (n > 1) {\n      return n.missing.half;\n  }\n};\n";
  /** @type {[string, Record<string, string>, object[], RegExp][]} */
  const cases = [
    [
      "syntax",
      { "bot.js": '"use strict";\nconst a = 1;\n  let b = ;\n' },
      [{ file: "bot.js", line: 3, column: 11 }],
      /^SyntaxError: Unexpected token ';'$/,
    ],
    [
      "a brace too many",
      { "bot.js": "function f() {\n}\n}\nmodule.exports = {};\n" },
      [{ file: "bot.js", line: 3, column: 1 }],
      /^SyntaxError: Unexpected token '}'$/,
    ],
    [
      "a brace that is missing",
      { "bot.js": "require('./b');\n", "b.js": "function f() {\n  if (1) {\n}\n// the end\n" },
      [{ file: "b.js", line: 5, column: 1 }],
      /^SyntaxError: Unexpected end of input$/,
    ],
    [
      "strict",
      { "bot.js": '// first\n"use strict";\nvar x = 010;\n' },
      [{ file: "bot.js", line: 3, column: 9 }],
      /^SyntaxError: Octal/,
    ],
    [
      "at load",
      { "bot.js": "\n  undefined_name();\n" },
      [{ file: "bot.js", line: 2, column: 3 }],
      /^ReferenceError: undefined_name is not defined$/,
    ],
    [
      "with an old name",
      { "bot.js": "//# sourceURL=other.js\n\nnull.x;\n" },
      [{ file: "bot.js", line: 3, column: 6 }],
      /^TypeError: /,
    ],
    [
      "a text that is thrown",
      { "bot.js": "\n\n   throw 'no way';\n" },
      [{ file: "bot.js", line: 3, column: 4 }],
      /no way/,
    ],
    [
      "a module of Node",
      { "bot.js": "\nconst fs = require('node:fs');\n" },
      [{ file: "bot.js", line: 2, column: 12 }],
      /^Error: The page has no module node:fs: modules of Node and packages are not available here, except perf_hooks, process, readline, timers, util; write your bot without it$/,
    ],
    [
      "a file that is missing",
      { "bot.js": "require('./sub/x');\n", "sub/x.js": "require('../y.js');" },
      [{ file: "sub/x.js", line: 1, column: 1 }],
      /^Error: Cannot find module '..\/y.js'/,
    ],
    [
      "in a turn",
      { ...inTurn("    if (turn.turn_number === 1) require('./help.js').half(2);"), "help.js": helper },
      [{ file: "help.js", line: 4, column: 24, turn: 1 }],
      /^TypeError: Cannot read properties of undefined/,
    ],
    [
      "a rejection",
      inTurn("    Promise.reject(new RangeError('far'));"),
      [{ file: "bot.js", line: 6, column: 20, turn: 0 }],
      /^RangeError: far$/,
    ],
    [
      "in a timer",
      inTurn("    setTimeout(() => {\n      throw new Error('late');\n    }, 1);"),
      [{ file: "bot.js", line: 7, column: 13 }],
      /^Error: late$/,
    ],
    [
      "without an end",
      inTurn("    const f = () => f() + 1;\n    f();"),
      [{ file: "bot.js", line: 6, turn: 0 }],
      /^RangeError: Maximum call stack/,
    ],
    ["exit", inTurn("    process.exit(3);"), [], /with exit code 3/],
    [
      "too much memory at once",
      inTurn("    new ArrayBuffer(2 ** 43);"),
      [{ file: "bot.js", line: 6, column: 5, turn: 0 }],
      /^RangeError: .*array buffer/i,
    ],
  ];
  for (const [title, files, places, text] of cases) {
    const bot = await BotInPage.start(ask, files);
    await bot.say(...begin, turnLine(0));
    await bot.until(
      ({ played, gone }) => gone.length > 0 || played.some((said) => "turn" in said),
      `an answer or an end: ${title}`,
    );
    await bot.say(turnLine(1));
    const { problems, gone, prints, played } = await bot.until((heard) => heard.gone.length > 0, `the end: ${title}`);
    for (const [i, place] of places.entries()) {
      const { text: said, ...at } = problems[i] ?? {};
      assert.deepEqual({ ...at, ...place }, at, `${title}: ${JSON.stringify(problems)}`); // a turn if it is certain
      assert.match(said ?? "", text, title);
    }
    assert.equal(problems.length, places.length, title);
    assert.match(
      gone[0] ?? "",
      places.length > 0 && !/rejection/.test(title) ? /its program failed: / : /its program /,
      title,
    );
    assert.ok(
      played.some((said) => "gone" in said),
      title,
    );
    if (title === "in a turn") {
      const stack = prints.map((line) => line.text).join("\n");
      assert.match(stack, /\n {4}at exports\.half \(help\.js:4:24\)\n {4}at main \(bot\.js:6:\d+\)$/);
      assert.doesNotMatch(stack, /blob:|blastyard/);
    }
    if (places.length === 0) assert.match(gone[0] ?? "", text);
  }
});

sandboxTest("a file with an error that is not needed is told, and the bot plays", async (ask) => {
  const bot = await BotInPage.start(ask, { ...inTurn(""), "old.js": "let let = 1;\n" });
  await bot.say(...begin, turnLine(0));
  assert.equal(await bot.answer(0), '[{"n":0}]');
  const { problems } = await bot.heard();
  assert.deepEqual(
    problems.map(({ file, line }) => [file, line]),
    [["old.js", 1]],
  );
  await bot.stop();
});

sandboxTest("prints have their turn, and a bot that was slow gets the newest turn", async (ask) => {
  const bot = await BotInPage.start(
    ask,
    inTurn("    console.log('at', turn.turn_number, { a: [1, 2] });\n    console.error('%s!', 'two\\nlines');"),
  );
  await bot.say(...begin, turnLine(0), turnLine(1), turnLine(2), turnLine(3));
  await bot.answer(3);
  await bot.say({ type: "end", winner: 1, state: {} });
  const { prints, played } = await bot.until((heard) => heard.prints.length === 7, "all lines");
  assert.deepEqual(
    prints.map(({ turn, text, error }) => [turn, text, error]),
    [
      [0, "at 0 { a: [ 1, 2 ] }", false],
      [0, "two", true],
      [0, "lines!", true],
      [3, "at 3 { a: [ 1, 2 ] }", false],
      [3, "two", true],
      [3, "lines!", true],
      [3, "winner 1", false],
    ],
  );
  assert.deepEqual(
    played.filter((said) => "turn" in said),
    [
      { turn: 0, actions: '[{"n":0}]' },
      { turn: 3, actions: '[{"n":3}]' },
    ],
  );
  assert.deepEqual((await bot.heard()).gone, []); // the match had already ended
  await bot.stop();
});

sandboxTest("a bot asks for what is not its own: network, storage, the page, other bots", async (ask, site) => {
  await ask(
    `Object.assign(window, { channel: new BroadcastChannel("harm"), harm: [] }).channel.onmessage = ({ data }) => window.harm.push(data)`,
  );
  await ask(
    `localStorage.setItem("mine", "1"); document.cookie = "mine=1"; addEventListener("message", ({ data }) => window.harm.push(data))`,
  );
  const picture =
    "JSON.stringify([document.documentElement.outerHTML, Object.keys(localStorage), document.cookie, Object.keys(Object.prototype)])";
  const bot = await BotInPage.start(ask, {
    ...inTurn("    console.log(JSON.stringify(await require('./hostile.js')(globalThis)));"),
    "hostile.js": attempts(site),
  });
  const was = await ask(picture);
  await bot.say(...begin, turnLine(0));
  await bot.answer(0);
  // A bot that has kept what the runtime removes.
  const raw = await BotInPage.start(ask, rawBot(site));
  const [kept, ordinary] = await Promise.all(
    [raw, bot].map(async (one) => {
      const { prints } = await one.until((heard) => heard.prints.length > 0, "what it tried");
      return Object.entries(/** @type {Record<string, string>} */ (JSON.parse(prints[0]?.text ?? "")));
    }),
  );
  assert.deepEqual(
    ordinary?.filter(([, came]) => !came.startsWith("refused")),
    [],
  );
  // Although it has all that the browser gives to a worker, only other bots in the same frame may hear a broadcast.
  assert.deepEqual(
    kept?.filter(([, came]) => !came.startsWith("refused")),
    [["broadcast", "done"]],
  );
  assert.ok((kept?.length ?? 0) > 30);
  assert.equal(await ask(picture), was);
  assert.deepEqual(await ask("window.harm"), []);
  assert.deepEqual(await ask("indexedDB.databases().then((all) => all.length)"), 0);
  assert.deepEqual(await ask("caches.keys()"), []);
  await bot.stop();
  await raw.stop();
});

sandboxTest("forged messages and changed prototypes stay with the bot", async (ask) => {
  const forged = `
    const nasty = ["x", 1, null, {}, { turn: 0, answer: 5 }, { answer: "[]", turn: -1 }, { answer: "[]", turn: 7 }, { answer: "[]" }, { print: {} }, { problem: 4 },
      { problem: { file: 1 } }, { problem: { file: "a", line: -1, column: 0, text: "" } }, { problem: { file: "a", line: 1e99, column: 0, text: "" } },
      { pong: true }, { id: 1, prints: [1] }, { start: 9, files: {} }, { stop: 1 }, JSON.parse('{"__proto__":{"harm":1},"constructor":{"prototype":{"harm":1}}}')];
    for (const message of nasty) self.postMessage(message);
    self.postMessage({ problem: { file: "f".repeat(1e5), line: 1, column: 1, text: "t".repeat(1e5), turn: "x", more: 1 } });
    Object.prototype.harm = Array.prototype.harm = 1;
    Object.defineProperty(Object.prototype, "turn", { set() {}, get: () => 3, configurable: true });
    self.postMessage({ print: "last", error: 0, turn: 1e9 });`;
  const other = await BotInPage.start(ask, inTurn(""));
  const bot = await BotInPage.start(ask, { "bot.js": before(forged) });
  const { played, prints, problems, gone } = await bot.until((heard) => heard.prints.length > 0, "its last message");
  assert.deepEqual(played, [{ output: "last", error: false }]);
  assert.deepEqual(prints, [{ turn: 0, text: "last", error: false }]);
  assert.deepEqual(
    problems.map(({ file, text, ...rest }) => [file.length, text.length, rest]),
    [[200, 2000, { line: 1, column: 1 }]],
  );
  assert.deepEqual(gone, []);
  assert.equal(await ask("'harm' in {} || 'harm' in [] || 'turn' in {}"), false);
  await other.say(...begin, turnLine(0));
  assert.equal(await other.answer(0), '[{"n":0}]');
  assert.deepEqual((await other.heard()).gone, []);
});

/** Whether the page keeps working: frames are drawn and timers run. @param {Ask} ask */
const goesOn = (ask) =>
  ask("new Promise((yes) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(() => yes(true)))))");

sandboxTest("an endless loop holds nobody up, and ends with stop", async (ask) => {
  const loop = await BotInPage.start(ask, inTurn("    console.log('in'); for (;;);"));
  await loop.say(...begin, turnLine(0), turnLine(1));
  await loop.until(({ prints }) => prints.length > 0, "the loop");
  assert.equal(await goesOn(ask), true);
  const other = await BotInPage.start(ask, inTurn(""));
  await other.say(...begin, turnLine(0));
  assert.equal(await other.answer(0), '[{"n":0}]');
  assert.deepEqual((await loop.heard()).played, [{ output: "in", error: false }]);
  await loop.stop();
  assert.equal(await ask("(runs[0].run.port.postMessage('late'), document.querySelectorAll('iframe').length)"), 1);
  await other.say(turnLine(1));
  assert.equal(await other.answer(1), '[{"n":1}]');
});

sandboxTest("a file that runs while its syntax is checked ends with its bot", async (ask, _, page) => {
  const other = await BotInPage.start(ask, inTurn(""));
  await other.say(...begin, turnLine(0));
  await other.answer(0);
  assert.equal(page.workers().length, 2); // those of the guard and the bot
  const runs =
    "}); self.postMessage = () => {}; new Worker(URL.createObjectURL(new Blob(['setInterval(() => {}, 1000)']))); setTimeout(() => { for (;;); }, 500); (function () {";
  const bot = await BotInPage.start(ask, { "a.js": runs, "bot.js": "let let = 1;" });
  await bot.say(...begin, turnLine(0));
  await until(
    () => page.workers().length,
    (n) => n === 4,
    "the worker that the file makes",
  );
  await bot.stop();
  await until(
    () => page.workers().length,
    (n) => n === 2,
    "the end of the file and of its worker",
  );
  await other.say(turnLine(1));
  assert.equal(await other.answer(1), '[{"n":1}]');
});

sandboxTest("a million prints: the first are kept, the rest is counted", async (ask) => {
  const bot = await BotInPage.start(ask, inTurn("    for (let i = 0; i < 1e6; i++) console.log(i);"));
  await bot.say(...begin, turnLine(0));
  await bot.answer(0);
  assert.equal(await goesOn(ask), true);
  const { prints } = await bot.until((heard) => heard.prints.length === 2002, "the lines");
  assert.deepEqual(
    prints.slice(1998).map(({ text }) => text),
    [
      "1998",
      "1999",
      "(that is too much: the rest of the output of this turn is dropped)",
      "(998000 lines were dropped)",
    ],
  );
  await bot.say(turnLine(1));
  await bot.answer(1);
  await bot.stop();
});

sandboxTest("who sends megabytes or floods is ended, and the others play on", async (ask) => {
  const other = await BotInPage.start(ask, inTurn(""));
  await other.say(...begin);
  /** @type {[Record<string, string>, RegExp][]} */
  const cases = [
    [inTurn("    client.act(['x'.repeat(5e6)]);"), /^its answer has 5000004 characters: at most 65536 expected$/],
    [
      { "bot.js": before("for (;;) postMessage({ print: 'x'.repeat(60000), error: false, turn: 0 });") },
      /^it (sends more messages|prints more) than the page takes$/,
    ],
    [{ "bot.js": before("for (;;) postMessage(1);") }, /^it sends more messages than the page takes$/],
    [
      { "bot.js": before("for (;;) postMessage({ problem: { file: 'bot.js', line: 1, column: 1, text: 'x' } });") },
      /^it sends more messages than the page takes$/,
    ],
  ];
  for (const [i, [files, why]] of cases.entries()) {
    const bot = await BotInPage.start(ask, files);
    await bot.say(...begin, turnLine(0));
    const { gone, problems } = await bot.until((heard) => heard.gone.length > 0, "its end");
    assert.match(gone[0] ?? "", why);
    assert.ok(problems.length <= 20);
    assert.equal(await goesOn(ask), true);
    await other.say(turnLine(i));
    assert.equal(await other.answer(i), `[{"n":${i}}]`);
  }
});

sandboxTest("what is wrong in a bot is heard when its match is over", async (ask) => {
  const bot = await BotInPage.start(ask, inTurn("    nosuch();"));
  const problems = ask(`new Promise((resolve) => {
    const { run, heard } = ${bot.name};
    run.port.onmessage = async ({ data }) => "gone" in data && (await run.heard(), resolve(heard.problems.length));
  })`);
  await bot.say(...begin, turnLine(0));
  assert.equal(await problems, 1);
});

test("a bot that takes all memory: the page lives, says that it is gone, and starts others", options, async () => {
  const site = await serve();
  const { args, ...rest } = chromiumOptions();
  // A small heap, so that the test does not fill the machine's memory. The result of running out is the same.
  const browser = await chromium.launch({ ...rest, args: [...args, "--js-flags=--max-heap-size=200"] });
  try {
    const page = await browser.newPage();
    const ask = await askOf(page);
    await page.goto(site.page);
    await until(() => ask("'begin' in window"), Boolean, "the page");
    const other = await BotInPage.start(ask, inTurn(""));
    const bot = await BotInPage.start(
      ask,
      inTurn("    const all = []; for (let i = 0; ; i++) all.push('x'.repeat(5e7 + i)), all[i].charCodeAt(7);"),
    );
    await bot.say(...begin, turnLine(0));
    const why = ["the browser has ended its process, which needs too much memory"];
    assert.deepEqual((await bot.until((heard) => heard.gone.length > 0, "its end")).gone, why);
    assert.deepEqual((await other.heard()).gone, why); // it was in the same frame
    assert.equal(await goesOn(ask), true);
    const next = await BotInPage.start(ask, inTurn(""));
    await next.say(...begin, turnLine(0));
    assert.equal(await next.answer(0), '[{"n":0}]');
    assert.equal(await ask("document.querySelectorAll('iframe').length"), 1);
  } finally {
    await browser.close();
    site.close();
  }
});

test("a page that is one file on a disk has bots, too, and they reach as little", options, async () => {
  const site = await serve();
  const visitor = await Visitor.enter();
  const file = join(newFolder(), "page.html");
  visitor.expected = tries(site);
  writeFileSync(file, oneFile());
  try {
    const page = await visitor.open(pathToFileURL(file).href);
    await page.waitForFunction("window.begin");
    const bot = await BotInPage.start((expression) => page.evaluate(expression), {
      ...inTurn("    console.log(JSON.stringify(await require('./hostile.js')(globalThis)));"),
      "hostile.js": attempts(site),
    });
    await bot.say(...begin, turnLine(0));
    assert.equal(await bot.answer(0), '[{"n":0}]');
    const { prints } = await bot.until((heard) => heard.prints.length > 0, "what it tried");
    const tried = Object.entries(JSON.parse(prints[0]?.text ?? ""));
    assert.deepEqual(
      tried.filter(([, came]) => !came.startsWith("refused")),
      [],
    );
    assert.ok(tried.length > 30);
    assert.deepEqual([...site.stranger, ...site.asked], []);
    assert.deepEqual(visitor.complaints, []);
  } finally {
    await visitor.context.close();
    site.close();
  }
});
