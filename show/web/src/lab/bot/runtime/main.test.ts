import runtime from "bundle:src/lab/bot/runtime/main.ts";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { createContext, runInContext } from "node:vm";
import type { Files } from "../../files";
import { most, type Said } from "../messages";
import { compose } from "../program";

/** Runs a bot's program in a context that offers what a worker has. */
class Program {
  readonly said: Said[] = [];
  private readonly listeners = new Map<string, (event: object) => void>();
  private wake: (() => void) | undefined;
  readonly scope: Record<string, unknown>;

  constructor(files: Files) {
    this.scope = {
      postMessage: (said: Said) => {
        this.said.push(structuredClone(said));
        this.wake?.();
      },
      addEventListener: (name: string, listener: (event: object) => void) => this.listeners.set(name, listener),
      setTimeout,
      setInterval: (...[task, time]: Parameters<typeof setInterval>) => setInterval(task, time).unref(), // not awaited
      clearTimeout,
      performance,
      queueMicrotask,
      TextDecoder,
      fetch,
      Worker: class {},
    };
    runInContext(compose(runtime, files), createContext(this.scope));
    assert.deepEqual(this.said.splice(0), [{ ready: true }]);
  }

  say(...lines: object[]): this {
    for (const line of lines) {
      try {
        this.listeners.get("message")?.({ data: JSON.stringify(line) });
      } catch (error) {
        this.listeners.get("error")?.({
          error,
          message: `Uncaught ${error}`,
          lineno: 0,
          colno: 0,
          preventDefault() {},
        });
      }
    }
    return this;
  }

  /** Returns all messages so far, as soon as one of them satisfies right. */
  async until(right: (said: Said) => boolean): Promise<Said[]> {
    while (!this.said.some(right)) await new Promise<void>((resolve) => (this.wake = resolve));
    return this.said;
  }

  gone(): Promise<Said[]> {
    return this.until((said) => "gone" in said);
  }
}

const env = { type: "env", env: { BLASTYARD_SEED: "7" } };
const start = {
  type: "start",
  game: "hexabomb",
  player: 1,
  name: "mybot",
  players: 3,
  special_players: 1,
  turns: 9,
  turn_ms: 50,
  first_turn_ms: 10000,
  state: { s: 0 },
};
const turn = (n: number): object => ({ type: "turn", turn: n, state: { s: n } });
const end = { type: "end", winner: -1, state: { s: 9 } };
const print = (text: string, error = false, turn = 0): Said => ({ print: text, error, turn });

test("netorcai.js of the page gives the messages of netorcai", async () => {
  const program = new Program({
    "bot.js": `
const { Client, NetorcaiError, Kicked, fail } = require("./netorcai");
(async () => {
  const client = await Client.connect("mybot");
  console.log(JSON.stringify(await client.waitForStart()));
  for await (const turn of client.turns()) {
    console.log(JSON.stringify(turn));
    client.act([]);
    client.act([1]);
  }
  console.log(JSON.stringify(client.gameEnds), process.env.BLASTYARD_SEED);
  await Client.connect("bad name").catch((error) => console.log(error instanceof Kicked, error instanceof NetorcaiError, error.reason));
  await client.waitForStart();
})().catch(fail);`,
  });
  const said = await program.say(env, start, turn(0), end).gone();
  assert.deepEqual(said, [
    print(
      '{"message_type":"GAME_STARTS","player_id":1,"nb_players":2,"nb_special_players":1,"nb_turns_max":9,"milliseconds_before_first_turn":50,"milliseconds_between_turns":50,"players_info":[],"initial_game_state":{"s":0}}',
    ),
    print('{"message_type":"TURN","turn_number":0,"players_info":[],"game_state":{"s":0}}'),
    { answer: "[]", turn: 0 },
    print("(a second answer to the same turn)", true),
    print('{"message_type":"GAME_ENDS","winner_player_id":-1,"game_state":{"s":9}} 7'),
    print("true true LOGIN denied: Invalid nickname"),
    print("the server closed the connection before the game had ended", true),
    {
      problem: {
        file: "bot.js",
        line: 0,
        column: 0,
        text: "the server closed the connection before the game had ended",
        turn: 0,
      },
    },
    { gone: "its program has ended with exit code 1" },
  ]);
});

test("what is no list of actions is told in plain words at its place", async () => {
  for (const [value, words] of [
    ["undefined", "undefined"],
    ["null", "null"],
    ["({})", "{}"],
    ["'x'.repeat(1e6)", `'${"x".repeat(79)}`],
    ["(async () => [])()", "Promise"],
  ]) {
    const program = new Program({
      "bot.js": `
const { Client, fail } = require("./netorcai");
const chooseActions = () => ${value};
(async () => {
  const client = await Client.connect("mybot");
  for await (const turn of client.turns()) client.act(chooseActions());
})().catch(fail);`,
    });
    const said = await program.say(env, turn(0)).gone();
    const text = `TypeError: act got ${words}, expected a list of actions: what does chooseActions return?`;
    assert.deepEqual(
      said.filter((one) => !("print" in one)),
      [
        { problem: { file: "bot.js", line: 6, column: 51, text, turn: 0 } },
        { gone: `its program failed: ${text} (bot.js:6)` },
      ],
    );
  }
});

test("the module has the exports of the file that it replaces", async () => {
  const file = readFileSync(new URL("../../../../../../bots/javascript/netorcai.js", import.meta.url), "utf8");
  const [, names = ""] = /module\.exports = \{ (.*) \}/.exec(file) ?? [];
  const program = new Program({ "bot.js": 'console.log(Object.keys(require("./netorcai.js")).join(", "));' });
  assert.deepEqual(await program.say(env).gone(), [print(names), { gone: "its program has ended" }]);
});

for (const [title, read] of [
  [
    "readline, as a list",
    "for await (const line of require('node:readline').createInterface({ input: process.stdin })) take(line);",
  ],
  [
    "readline, by events",
    "require('readline').createInterface({ input: process.stdin }).on('line', take).on('close', () => console.error('closed'));",
  ],
  ["pieces, as a list", "process.stdin.setEncoding('utf8'); for await (const piece of process.stdin) take(piece);"],
  ["pieces, by events", "process.stdin.on('data', take).once('end', () => console.error('closed'));"],
] as const) {
  test(`a bot reads its standard input: ${title}`, async () => {
    const program = new Program({
      "bot.js": `
const take = (line) => {
  const { type, turn } = JSON.parse(line);
  if (type !== "turn") return console.error(type);
  process.stdout.write("[" + turn);
  process.stdout.write("]\\n\\nmore\\n");
};
(async () => { ${read} })();`,
    });
    await program.say(env, start, turn(0)).until((one) => "answer" in one && one.turn === 0);
    await program.say(turn(1)).until((one) => "answer" in one && one.turn === 1);
    const said = await program.say(end).gone();
    const stray = "(a line that answers nothing: more)";
    assert.deepEqual(
      said.map((one) => ("answer" in one ? one.answer : "print" in one ? one.print : "gone" in one ? one.gone : "")),
      [
        "start",
        "[0]",
        stray,
        "[1]",
        stray,
        "end",
        ...(/events/.test(title) ? ["closed"] : []),
        "its program has ended",
      ],
    );
  });
}

test("files need each other as in Node", async () => {
  const files = {
    "bot.js": `const a = require("./lib/a"), { n } = require("./data.json");
console.log(a.name, a.b.again === a, n, require.main === module, a === require("./lib/a.js"), require("./lib") === 5, __filename, __dirname, typeof Buffer);`,
    "lib/a.js":
      'exports.name = __filename + __dirname; exports.b = require("../b.js"); exports.main = require.main === module;',
    "b.js": 'module.exports = { again: require("./lib/a.js") };',
    "lib/index.js": "module.exports = 5;",
    "data.json": '{"n": 3}',
    "notes.txt": "}",
  };
  assert.deepEqual(
    (await new Program(files).say(env).gone())[0],
    print("/lib/a.js/lib true 3 true true true /bot.js / undefined"),
  );
});

test("what is required and not there is told with what to do", async () => {
  for (const [name, words] of [
    [
      "fs",
      "The page has no module fs: modules of Node and packages are not available here, except perf_hooks, process, readline, timers, util; write your bot without it",
    ],
    ["helper", 'There is no module helper; to load the file of your bot, write require("./helper")'],
    ["./other", "Cannot find module './other', which bot.js needs: it is not among the bot's files"],
  ] as const) {
    const program = new Program({ "bot.js": `require("${name}");`, "helper.js": "" });
    const said = await program.say(env).gone();
    assert.ok(
      said.some((one) => "problem" in one && one.problem.text === `Error: ${words}`),
      JSON.stringify(said),
    );
  }
});

test("timers, exit and what it leaves behind", async () => {
  const program = new Program({
    "bot.js": `
process.on("exit", (code) => process.stderr.write("bye " + code));
const never = setInterval(() => {}, 1e6);
setInterval(() => {}, 1e6).unref();
setTimeout((a) => { console.log(a, never.hasRef()); clearInterval(never); process.exitCode = 4; }, 50, "late");
setImmediate(() => console.log("soon"));
process.nextTick(() => console.log("next"));
console.group("group"); console.warn("in\\nside"); console.groupEnd(); console.assert(1 > 2, "not %d", 5);
console.log(process.argv, typeof process.hrtime.bigint(), typeof fetch, typeof Worker, globalThis === global);`,
  });
  assert.deepEqual(await program.say(env).gone(), [
    print("group"),
    print("  in", true),
    print("  side", true),
    print("Assertion failed: not 5", true),
    print("[ 'node', '/bot.js' ] bigint undefined undefined true"),
    print("next"),
    print("soon"),
    print("late true"),
    print("bye 4", true),
    { gone: "its program has ended with exit code 4" },
  ]);
});

test("a listener of the exit may exit with another code", async () => {
  const program = new Program({ "bot.js": 'process.on("exit", () => process.exit(3)); process.exit(0);' });
  assert.deepEqual((await program.say(env).gone()).at(-1), { gone: "its program has ended with exit code 3" });
});

test("a lot of output is cut in lines, in a turn and in a match", async () => {
  const program = new Program({
    "bot.js": `
process.stdin.on("data", (line) => {
  const { turn } = JSON.parse(line);
  if (turn === 0) for (let i = 0; i < 5000; i++) console.error(i);
  if (turn === 1) console.error("x".repeat(1e5));
  if (turn === 1) for (let i = 0; i < 9; i++) console.error("y".repeat(60000));
  if (turn !== undefined) console.log("[]");
});`,
  });
  const said = await program.say(env, turn(0)).until((one) => "answer" in one);
  assert.equal(said.length, most.lines + 3);
  assert.deepEqual(said.slice(-3), [
    print("(that is too much: the rest of the output of this turn is dropped)", true),
    print("(3000 lines were dropped)", true),
    { answer: "[]", turn: 0 },
  ]);
  said.length = 0;
  await program.say(turn(1)).until((one) => "answer" in one);
  const texts = said.flatMap((one) => ("print" in one ? [one.print] : []));
  assert.match(texts[0] ?? "", /^x+… \(100000 characters\)$/);
  assert.ok((texts[0]?.length ?? 0) <= most.line);
  assert.ok(texts.join("").length < most.text + most.line);
  assert.equal(texts.at(-1), "(5 lines were dropped)");
  program.say(end);
});
