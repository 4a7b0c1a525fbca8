import assert from "node:assert/strict";
import { test } from "node:test";
import { createContext, runInContext } from "node:vm";
import { checkedPlace, checks, compose, entryOf, firstPlace, hook, ownStack, type Start } from "./program";

const runtime = "(() => {\n  /* two lines */\n})();";

/**
 * Runs a program with a runtime that only records what is defined. Returns the record and a function that runs a file.
 */
function run(files: Record<string, string>) {
  const bodies = new Map<string, unknown>();
  let started: Start | undefined;
  const context = createContext({
    [hook]: {
      define: (file: string, body: unknown) => bodies.set(file, body),
      start: (start: Start) => (started = start),
    },
  });
  runInContext(compose(runtime, files), context, { filename: "blob:null/0-1" });
  assert.ok(started);
  return { bodies, ...started };
}

test("an error in a file has the file's own line and column", () => {
  const files = {
    "a.js": "exports.a = 1;\r\nexports.b = '\u2028';\n",
    "bot.js": "#!/usr/bin/env node\n\n   throw new Error('here');",
    "sub/c.js": "//# sourceURL=odd.js\n  null.x",
    "data.json": "[1]",
    "README.md": "no",
  };
  const { bodies, parts, entry } = run(files);
  assert.equal(entry, "bot.js");
  assert.deepEqual([...bodies.keys()], ["a.js", "bot.js", "sub/c.js", "data.json"]);
  assert.equal(bodies.get("data.json"), "[1]");
  for (const [file, line, column] of [
    ["bot.js", 3, 10],
    ["sub/c.js", 2, 8],
  ] as const) {
    let stack = "";
    try {
      (bodies.get(file) as () => void)();
    } catch (error) {
      stack = String((error as Error).stack);
    }
    assert.deepEqual(firstPlace(parts, stack), { file, line, column });
    assert.match(ownStack(parts, stack), new RegExp(`${file}:${line}:${column}`));
  }
});

test("stacks of Firefox and of Chromium are told in the author's positions", () => {
  const parts = [{ file: "bot.js", first: 10, lines: 5 }];
  const firefox = "choose@blob:null/12-ab:12:7\nhear@blob:null/12-ab:3:900\nasync*main@blob:null/12-ab:14:3\n";
  assert.deepEqual(firstPlace(parts, firefox), { file: "bot.js", line: 3, column: 7 });
  assert.equal(ownStack(parts, firefox), "choose@bot.js:3:7\nasync*main@bot.js:5:3");
  const chromium =
    "TypeError: no\n    at choose (blastyard-program:12:7)\n    at hear (blastyard-program:3:900)\n    at new Promise (<anonymous>)\n    at blob:null/12-ab:10:1";
  assert.deepEqual(firstPlace(parts, chromium), { file: "bot.js", line: 3, column: 7 });
  assert.equal(
    ownStack(parts, chromium),
    "TypeError: no\n    at choose (bot.js:3:7)\n    at new Promise (<anonymous>)\n    at bot.js:1:1",
  );
  assert.equal(firstPlace(parts, "TypeError: no\n    at f (blastyard-program:15:1)"), undefined); // beyond its end
});

test("the first file is the one that bot.toml starts", () => {
  assert.equal(entryOf({}), "bot.js");
  assert.equal(entryOf({ "bot.toml": '# x\ncommand = "node ./src/my.js --fast"\n' }), "src/my.js");
  assert.equal(entryOf({ "bot.toml": 'command = "python3 bot.py"\n' }), "bot.js");
});

test("a file is checked without being run", () => {
  const ran: unknown[] = [];
  const context = createContext({ postMessage: (word: unknown) => ran.push(word), harm: () => ran.push("harm") });
  runInContext(checks.asFunction("harm(); return 1 // the end"), context);
  assert.deepEqual(ran, ["fine"]);
  assert.throws(
    () => runInContext(checks.alone("harm();"), context),
    (thrown) => thrown === 0,
  );
  assert.throws(() => runInContext(checks.alone('/* a */ // b\n"use strict"; var a = 010;'), context), {
    name: "SyntaxError",
  });
  assert.deepEqual(ran, ["fine"]);
  assert.deepEqual(checkedPlace("a.js", "x\ny", 3, 5), { file: "a.js", line: 2, column: 5 });
  assert.deepEqual(checkedPlace("a.js", "x\ny", 4, 1), { file: "a.js", line: 2, column: 1 });
});
