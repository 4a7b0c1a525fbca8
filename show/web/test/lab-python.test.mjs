// Bots in Python in the page: they play like programs, and reach nothing.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Visitor } from "./browser.mjs";
import { pageTest } from "./lab.mjs";
import { changeLine, ended, enter, playSeries, setUp, status, unzip, untilOver, untilStatus } from "./lab-desk.mjs";
import { must, newFolder, run } from "./program.mjs";
import { pyodide } from "./pyodide.mjs";
import { button, until } from "./view.mjs";
import { askOf, attempts, BotInPage, envLine, filesOf, serve, startLine, tries, turnLine } from "./sandbox.mjs";

const python = pyodide();
const folder = "folder" in python ? python.folder : "";
const options = { timeout: 480_000, ...("missing" in python && { skip: python.missing }) };

const begin = [{ type: "env", env: { BLASTYARD_SEED: "7" } }, startLine];
const loaded = ["pyodide-lock.json", "pyodide.asm.js", "pyodide.asm.wasm", "pyodide.js", "python_stdlib.zip"].map(
  (name) => `/python/${name}`,
);

/** @typedef {Awaited<ReturnType<typeof serve>>} Site */

/**
 * A test with a page that runs bots in Python. At its end it asserts that there was no request to the stranger's
 * server, and none to the page's server except for the page and Python. more is code added to Pyodide's script.
 * @param {string} name
 * @param {(ask: import("./sandbox.mjs").Ask, site: Site) => Promise<void>} body
 * @param {(site: Pick<Site, "page" | "other">) => string} [more]
 */
function pythonTest(name, body, more = () => "") {
  test(name, options, async () => {
    const site = await serve({ python: folder, more });
    const visitor = await Visitor.enter();
    visitor.expected = tries(site);
    try {
      const page = await visitor.open(site.page);
      await page.waitForFunction("window.begin");
      await body((expression) => page.evaluate(expression), site);
      assert.deepEqual(site.stranger, []);
      assert.deepEqual(site.asked.sort(), ["/", "/page.js", ...loaded]);
      assert.deepEqual(visitor.complaints, []);
    } finally {
      await visitor.context.close();
      site.close();
    }
  });
}

/** A bot that runs a text in each turn and then answers. @param {string} text */
const inTurn = (text) => ({
  "bot.py": `import netorcai

def main():
    with netorcai.Client("mybot") as client:
        game = client.wait_for_start()
        for turn in client.turns():
${text}
            client.act([{"n": turn["game_state"]["n"]}])
        print("winner", client.game_ends["winner_player_id"])

main()
`,
});

for (const protocol of ["netorcai", "stdio"]) {
  pythonTest(`the starter over ${protocol} plays the same moves in the page as with play`, async (ask) => {
    const folder = newFolder();
    const seed = 11;
    must(folder, "bot", "new", "mybot", "--lang", "python", ...(protocol === "stdio" ? ["--protocol", "stdio"] : []));
    must(
      folder,
      "play",
      "--map",
      "arena4",
      "--turns",
      "60",
      "--seed",
      String(seed),
      "--no-timeout",
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

pythonTest("what is wrong in a bot is told with the place in its author's file, and the turn", async (ask) => {
  /** @type {[string, Record<string, string>, object[], RegExp][]} */
  const cases = [
    [
      "syntax",
      { "bot.py": "a = 1\nb = = 2\n" },
      [{ file: "bot.py", line: 2, column: 5 }],
      /^SyntaxError: invalid syntax$/,
    ],
    [
      "an indent",
      { "bot.py": "import b\n", "b.py": "def f():\nreturn 1\n" },
      [{ file: "b.py", line: 2 }],
      /^IndentationError: expected an indented block/,
    ],
    [
      "at load",
      { "bot.py": "\nundefined_name()\n" },
      [{ file: "bot.py", line: 2, column: 1 }],
      /^NameError: name 'undefined_name' is not defined$/,
    ],
    [
      "a module that is missing",
      { "bot.py": "import json\nimport numpy\n" },
      [{ file: "bot.py", line: 2 }],
      /^ModuleNotFoundError: No module named 'numpy'/,
    ],
    [
      "in a turn",
      {
        ...inTurn('            import tools; turn["turn_number"] == 1 and tools.half(2)'),
        "tools.py": "def half(n):\n    return n.missing\n",
      },
      [{ file: "tools.py", line: 2, column: 12, turn: 1 }],
      /^AttributeError: 'int' object has no attribute 'missing'$/,
    ],
    [
      "without an end",
      inTurn("            f = lambda: f() + 1; f()"),
      [{ file: "bot.py", line: 7, turn: 0 }],
      /^RecursionError: /,
    ],
    [
      "no list of actions",
      inTurn("            client.act(None)"),
      [{ file: "bot.py", line: 7, turn: 0 }],
      /^TypeError: act got None, expected a list/,
    ],
    [
      "too much memory at once",
      inTurn("            [bytearray(1 << 30) for _ in range(5)]"),
      [{ file: "bot.py", line: 7, turn: 0 }],
      /^MemoryError/,
    ],
    [
      "a name with a blank",
      {
        "bot.py":
          'import netorcai, sys\ntry:\n    netorcai.Client("my bot")\nexcept netorcai.NetorcaiError as error:\n    sys.exit(f"bot.py: {error}")\n',
      },
      [{ file: "bot.py", line: 0, column: 0 }],
      /^bot.py: kicked by the server: LOGIN denied/,
    ],
    [
      "too much memory in the end",
      inTurn("            all = []\n            while True: all.append(bytearray(1 << 24))"),
      [{ file: "bot.py", line: 8, turn: 0 }],
      /^MemoryError/,
    ],
    [
      "exit of the interpreter",
      inTurn("            import os; os._exit(1)"),
      [{ file: "bot.py", line: 0, turn: 0 }],
      /exit\(1\)/,
    ],
    ["exit", inTurn("            raise SystemExit(3)"), [], /with exit code 3/],
    [
      "the end of the interpreter",
      inTurn("            import os; os.abort()"),
      [{ file: "bot.py", line: 0, turn: 0 }],
      /./,
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
      assert.deepEqual({ ...at, ...place }, at, `${title}: ${JSON.stringify(problems)}`);
      assert.match(said ?? "", text, title);
    }
    assert.equal(problems.length, places.length, title);
    assert.match(gone[0] ?? "", /^its program (failed: |has ended)/, title);
    if (places.length === 0) assert.match(gone[0] ?? "", text);
    assert.ok(
      played.some((said) => "gone" in said),
      title,
    );
    const stack = prints.map((line) => line.text).join("\n");
    if (!title.includes("interpreter")) assert.doesNotMatch(stack, /pyodide|\/bot\/|<exec>/, title);
    if (title === "in a turn")
      assert.match(
        stack,
        /^Traceback[\s\S]*\n {2}File "bot.py", line 7, in main\n[\s\S]*\n {2}File "tools.py", line 2, in half\n {4}return n.missing\n/,
      );
  }
});

pythonTest("prints have their turn, and a bot that was slow gets the newest turn", async (ask) => {
  const bot = await BotInPage.start(
    ask,
    inTurn(
      '            import sys; print("at", turn["turn_number"], "ü💣" * 3000); print("two\\nlines", end="!", file=sys.stderr)',
    ),
  );
  await bot.say(...begin, turnLine(0), turnLine(1), turnLine(2), turnLine(3));
  await bot.answer(3);
  await bot.say({ type: "end", winner: 1, state: {} });
  const { prints, played } = await bot.until((heard) => heard.prints.length === 6, "all lines");
  assert.deepEqual(
    prints.map(({ turn, text, error }) => [turn, text.replace(/ü.*$/, (all) => `${all.length}`), error]),
    [
      [0, "at 0 9000", false],
      [0, "two", true],
      [3, "at 3 9000", false],
      [3, "lines!two", true],
      [3, "winner 1", false],
      [3, "lines!", true],
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

pythonTest("every way to read lines waits for them", async (ask) => {
  for (const [i, text] of [
    "import sys\nfor line in sys.stdin:\n    answer(line)\n",
    "while True:\n    answer(input())\n",
    "import sys\nfor line in iter(sys.stdin.readline, ''):\n    answer(line)\n",
    "import sys\nfor line in sys.stdin.buffer:\n    answer(line)\n",
    "import fileinput\nfor line in fileinput.input('-'):\n    answer(line)\n",
    "import asyncio, sys\nasync def main():\n    for line in sys.stdin:\n        await asyncio.sleep(0.001)\n        answer(line)\nasyncio.run(main())\n",
  ].entries()) {
    const head =
      'import json, time\ndef answer(line):\n    m = json.loads(line)\n    if m["type"] == "turn":\n        time.sleep(0.001)\n        print(json.dumps([m["state"]]), flush=True)\n';
    const bot = await BotInPage.start(ask, {
      "bot.py": head + text,
      "bot.toml": 'command = "python3 bot.py"\nprotocol = "stdio"\n',
    });
    await bot.say(...begin);
    for (const turn of [0, 1, 2]) {
      await bot.say(turnLine(turn));
      assert.equal(await bot.answer(turn), `[{"n": ${turn}}]`, `way ${i}`);
    }
    await bot.stop();
  }
});

pythonTest("nothing is left of a bot for the next one", async (ask) => {
  const look = `import builtins, json, os, random, sys, js
seen = [hasattr(builtins, "harm"), hasattr(json, "harm"), hasattr(js, "harm"), "harm" in sys.modules, "HARM" in os.environ, os.path.exists("harm.txt"), hash("seven")]
print(json.dumps(seen))
builtins.harm = json.harm = js.harm = 1
sys.modules["harm"] = json
os.environ["HARM"] = "1"
open("harm.txt", "w").write("x")
print(random.random())
`;
  /** @type {string[][]} */
  const said = [];
  for (let i = 0; i < 3; i++) {
    const bot = await BotInPage.start(ask, { "bot.py": look });
    await bot.say(...begin);
    const { prints } = await bot.until((heard) => heard.gone.length > 0, "its end");
    said.push(prints.map(({ text }) => text));
  }
  const [[first, chance] = [], ...others] = said;
  assert.match(first ?? "", /^\[false, false, false, false, false, false, -?\d+\]$/);
  for (const [seen, number] of others) {
    assert.equal(seen, first);
    assert.notEqual(number, chance); // without a request for the seed, random numbers differ
  }
});

const harm = `
import json, sys
tried = {}
def attempt(name, act):
    try:
        tried[name] = str(act())
    except BaseException as error:
        tried[name] = "refused: " + type(error).__name__
def imported(name):
    import importlib
    exec(f"from js import {name}")
    return name
for name in ("fetch XMLHttpRequest WebSocket EventSource WebTransport importScripts Worker SharedWorker BroadcastChannel indexedDB caches navigator "
             "location postMessage close FontFace cookieStore localStorage document parent window").split():
    attempt("js." + name, lambda: imported(name))
def run_js(text):
    from pyodide.code import run_js
    return run_js(text)
def urllib():
    from urllib.request import urlopen
    return urlopen(URL).read()
def connect():
    import socket
    return socket.create_connection((URL.split("/")[2].split(":")[0], int(URL.split(":")[2].strip("/"))), 3).send(b"GET / HTTP/1.0\\r\\n\\r\\n")
def pyfetch():
    from pyodide.http import pyfetch
    from pyodide.ffi import run_sync
    return run_sync(pyfetch(URL))
def open_url():
    from pyodide.http import open_url
    return open_url(URL)
def package():
    import pyodide_js
    from pyodide.ffi import run_sync
    run_sync(pyodide_js.loadPackage(URL + "x-1.0-py3-none-any.whl"))
    import x
def system():
    import os
    return 1 / int(os.system("true") == 0)
def process():
    import subprocess
    return subprocess.run(["true"])
def thread():
    import threading
    threading.Thread(target=print).start()
def webassembly_function():
    import js
    return js.Object.constructor("return 1")()
attempt("eval", lambda: run_js("1"))
attempt("Function", webassembly_function)
for act in urllib, connect, pyfetch, open_url, package, system, process, thread:
    attempt(act.__name__, act)
print(json.dumps(tried))
`;

pythonTest(
  "a bot asks for what is not its own: with Python, and with all that the browser gives to a worker",
  async (ask, site) => {
    await ask(`Object.assign(window, { harm: [] })`);
    await ask(`localStorage.setItem("mine", "1"); addEventListener("message", ({ data }) => window.harm.push(data))`);
    const picture =
      "JSON.stringify([document.documentElement.outerHTML, Object.keys(localStorage), Object.keys(Object.prototype)])";
    const bot = await BotInPage.start(ask, { "bot.py": `URL = ${JSON.stringify(site.other)}\n${harm}` });
    const was = await ask(picture);
    await bot.say(...begin);
    // Pyodide's script has kept for this bot what the runtime removes.
    const raw = await BotInPage.start(ask, {
      "bot.py": "import js\nfrom pyodide.ffi import run_sync\nprint(run_sync(js.hostile()))\n",
    });
    await raw.say(...begin);
    const [kept, ordinary] = await Promise.all(
      [raw, bot].map(async (one) => {
        const { prints } = await one.until((heard) => heard.gone.length > 0, "what it tried");
        return Object.entries(/** @type {Record<string, string>} */ (JSON.parse(prints.at(-1)?.text ?? "")));
      }),
    );
    assert.deepEqual(
      ordinary?.filter(([, came]) => !came.startsWith("refused")),
      [],
    );
    assert.ok((ordinary?.length ?? 0) > 30);
    // Only other bots in the same frame may hear a broadcast. Compiling WebAssembly is allowed because Python needs it.
    assert.deepEqual(
      kept?.filter(([, came]) => !came.startsWith("refused")),
      [
        ["WebAssembly", "[object WebAssembly.Module]"],
        ["broadcast", "done"],
      ],
    );
    assert.ok((kept?.length ?? 0) > 30);
    assert.equal(await ask(picture), was);
    assert.deepEqual(await ask("window.harm"), []);
    assert.deepEqual(await ask("indexedDB.databases().then((all) => all.length)"), 0);
    assert.deepEqual(await ask("caches.keys()"), []);
    // The frame of bots in JavaScript is the same as on a page without Python.
    const script = await BotInPage.start(ask, {
      "bot.js": `try { new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])); console.log("compiled"); } catch (error) { console.log(String(error)); }`,
    });
    await script.say(...begin);
    const { prints } = await script.until((heard) => heard.prints.length > 0, "what it tried");
    assert.match(prints[0]?.text ?? "", /^CompileError: .*Content Security Policy/);
  },
  (site) => `
(() => {
  const raw = { navigator: self.navigator };
  for (let at = self; at; at = Object.getPrototypeOf(at)) for (const name of Object.getOwnPropertyNames(at)) try { raw[name] ??= typeof self[name] === "function" && /^[a-z]/.test(name) ? self[name].bind(self) : self[name]; } catch {}
  const { exports } = (() => { const module = {}; ${attempts(site)}; return module; })();
  self.hostile = async () => JSON.stringify(await exports(raw));
})();`,
);

pythonTest("an endless loop and a million prints hold nobody up", async (ask) => {
  const loop = await BotInPage.start(ask, inTurn('            print("in")\n            while True: pass'));
  await loop.say(...begin, turnLine(0), turnLine(1));
  await loop.until(({ prints }) => prints.length > 0, "the loop");
  const other = await BotInPage.start(
    ask,
    inTurn('            for i in range(100000 if turn["turn_number"] == 0 else 0): print(i)'),
  );
  await other.say(...begin, turnLine(0));
  assert.equal(await other.answer(0), '[{"n":0}]');
  const { prints } = await other.until((heard) => heard.prints.length === 2002, "the lines");
  assert.deepEqual(
    prints.slice(1999).map(({ text }) => text),
    ["1999", "(that is too much: the rest of the output of this turn is dropped)", "(98000 lines were dropped)"],
  );
  assert.deepEqual((await loop.heard()).played, [{ output: "in", error: false }]);
  await loop.stop();
  // Longer than the guard waits for the loop to end by itself. The process of the frame must survive.
  for (let turn = 1, end = performance.now() + 7000; turn < 3 || performance.now() < end; turn++) {
    await other.say(turnLine(turn));
    assert.equal(await other.answer(turn), `[{"n":${turn}}]`);
  }
  assert.deepEqual((await other.heard()).gone, []);
  await other.stop();
});

test("a bot within one long call of C is ended, and takes no other with it", options, async () => {
  const site = await serve({ python: folder });
  const visitor = await Visitor.enter();
  const script = {
    "bot.js": `const { Client, fail } = require("./netorcai.js");
async function main() {
  const client = await Client.connect("mybot");
  await client.waitForStart();
  for await (const turn of client.turns()) client.act([{ n: turn.game_state.n }]);
}
main().catch(fail);
`,
  };
  try {
    const page = await visitor.open(site.page);
    const ask = await askOf(page);
    await until(() => ask("'begin' in window"), Boolean, "the page");
    /**
     * Plays turns for at least a time.
     * @param {BotInPage} bot
     * @param {number} time in milliseconds
     */
    const goesOn = async (bot, time) => {
      for (let turn = 0, end = performance.now() + time; turn < 3 || performance.now() < end; turn++) {
        await bot.say(turnLine(turn));
        assert.equal(await bot.answer(turn), `[{"n":${turn}}]`);
      }
      await bot.stop();
    };
    const [other, stuck] = [
      await BotInPage.start(ask, inTurn("")),
      await BotInPage.start(ask, inTurn('            print("in")\n            sum(range(10**12))')),
    ];
    await other.say(...begin);
    await stuck.say(...begin, turnLine(0));
    await stuck.until(({ prints }) => prints.length > 0, "the call");
    await stuck.stop();
    await goesOn(other, 9000); // longer than the guard waits for the end, and then for Chromium
    for (const files of [inTurn(""), script]) {
      const next = await BotInPage.start(ask, files);
      await next.say(...begin);
      await goesOn(next, 3000);
    }
    assert.equal(await ask("document.querySelectorAll('iframe').length"), 2);
    assert.deepEqual(visitor.complaints, []);
  } finally {
    await visitor.context.close();
    site.close();
  }
});

/**
 * A test of the laboratory with Python.
 * @param {string} name
 * @param {(lab: import("./lab.mjs").Lab, address: string) => Promise<void>} body
 */
function deskTest(name, body) {
  if ("missing" in python) test(name, options, () => {});
  else
    pageTest(name, async (lab) =>
      body(lab, await lab.start("lab", "--python", folder, "--listen", "127.0.0.1:0", "--no-browser").page()),
    );
}

/** @param {import("playwright-core").Page} page */
const speakPython = async (page) => {
  await page.getByLabel("Language").selectOption("python");
  await untilStatus(page, /^Change something/);
};

deskTest(
  "Python is chosen, changed, run and downloaded, and the program plays the same match",
  async (lab, address) => {
    const page = await enter(lab, address);
    const asked = /** @type {string[]} */ ([]);
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    assert.equal(await page.getByLabel("Language").inputValue(), "javascript");
    const tops = await Promise.all(
      ["Run", "Learn"].map(async (name) => (await button(page, name).boundingBox())?.y ?? NaN),
    );
    assert.ok(Math.abs((tops[0] ?? 0) - (tops[1] ?? NaN)) < 4, tops.join()); // in one row, even at 1280 pixels
    const chosen = performance.now();
    await speakPython(page);
    console.log(`Python had booted ${Math.round(performance.now() - chosen)} ms after it was chosen`);
    assert.deepEqual(asked.filter((path) => path.startsWith("/python/")).sort(), loaded);
    await page.locator(".cm-line", { hasText: "def choose_actions" }).getByText("choose_actions").click();
    await page.keyboard.press("F1");
    await page
      .locator(".about", { hasText: "def choose_actions(state: State, player_id: int, may_revive: bool)" })
      .waitFor();
    await page.locator(".cm-line", { hasText: "import sys" }).getByText("sys").click();
    await page.keyboard.press("F1");
    await page.locator(".about", { hasText: "Nothing is known about sys" }).waitFor();
    await page.keyboard.press("Escape");
    await changeLine(page, "GAIN = 4, 3, 8", "REACH, DELAY, GAIN = 3, 3, 5");
    await setUp(page, { map: "tiny", seed: 7 });
    const before = performance.now();
    await page.keyboard.press("Control+Enter");
    await untilStatus(page, /^Your bot (wins|loses)|^Nobody/);
    console.log(
      `the first match was over ${Math.round(performance.now() - before)} ms after Run: ${await status(page)}`,
    );
    const replay = await lab.download(page, () => button(page, "Save replay").click());
    writeFileSync(join(lab.folder, "page.blast"), replay.content);
    unzip((await lab.download(page, () => button(page, "Download").click())).content, lab.folder);
    const told = /blastyard (play .*)$/.exec(await status(page))?.[1] ?? "";
    assert.match(told, /^play --map tiny --bot \.\/mybot /);
    must(lab.folder, ...told.split(" "), "--quiet", "--replay", "program.blast", "--turn-time", "60s");
    const hash = (/** @type {string} */ file) => run(lab.folder, "replay", "hash", file).stdout.split(" ")[0];
    assert.equal(hash("page.blast"), hash("program.blast"));
  },
);

deskTest(
  "each language keeps its own bot; a reload, a folder and a link bring their language with them",
  async (lab, address) => {
    const page = await enter(lab, address);
    const language = () => page.getByLabel("Language").inputValue();
    await changeLine(page, "GAIN = 8", "const GAIN = 7;");
    await speakPython(page);
    await changeLine(page, "NICKNAME =", 'NICKNAME = "snake"');
    await page.getByLabel("Game").selectOption("bomberman");
    await page.locator(".cm-line", { hasText: "A starter bot for 2016-Bomberman over standard input" }).waitFor();
    await page.getByLabel("Game").selectOption("hexabomb");
    await page.locator(".cm-line", { hasText: '"snake"' }).waitFor();
    await page.reload();
    await untilStatus(page, /^Change something/);
    assert.equal(await language(), "python");
    await page.locator(".cm-line", { hasText: '"snake"' }).waitFor();
    const zip = await lab.download(page, () => button(page, "Download").click());
    await page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }");
    await button(page, "Copy link").click();
    await untilStatus(page, /^Copied/);
    const link = String(await page.evaluate("window.copied"));
    await page.getByLabel("Language").selectOption("javascript");
    await page.locator(".cm-line", { hasText: "const GAIN = 7;" }).waitFor();
    const file = { name: "mybot.zip", mimeType: "application/zip", buffer: zip.content };
    await page.getByLabel("Zip file of a bot").setInputFiles(file);
    await page.locator(".cm-line", { hasText: '"snake"' }).waitFor();
    assert.equal(await language(), "python");

    const other = await (await lab.visitor()).open(link);
    await untilStatus(other, /^Change something/);
    assert.equal(await other.getByLabel("Language").inputValue(), "python");
    await other.locator(".cm-line", { hasText: '"snake"' }).waitFor();

    // Without Python on the server, the page does not offer it, and for a bot in Python says how to get it.
    const plain = await enter(lab, await lab.start("lab", "--listen", "127.0.0.1:0", "--no-browser").page());
    assert.equal(await plain.getByLabel("Language").isVisible(), false);
    const why =
      /this bot is in Python, and this page has none: blastyard lab --python DIR serves it, where DIR holds the files of Pyodide\.$/;
    await plain.getByLabel("Zip file of a bot").setInputFiles(file);
    assert.match(await untilStatus(plain, why), /^This cannot be opened: /);
    await plain.locator(".cm-line", { hasText: "A starter bot" }).first().waitFor();
    const linked = await (await lab.visitor()).open(link.replace(/^[^#]*/, plain.url().replace(/#.*/, "")));
    assert.match(await untilStatus(linked, why), /^The link cannot be opened: /);
    await button(linked, "Run").click();
    await untilStatus(linked, ended);
  },
);

deskTest(
  "what is wrong is told at its line, prints and drawings have their turn, and a loop loses its turns",
  async (lab, address) => {
    const page = await enter(lab, address, { reducedMotion: "reduce" });
    await speakPython(page);
    await setUp(page, { map: "tiny", seed: 5, turns: 30 });
    await changeLine(
      page,
      "actions: List[Action] =",
      "    actions = []; print('free cells', len(free)); draw(cell=[0, 0], color='red'); len(free) < 36 and nosuch()",
    );
    await page.keyboard.press("Control+Enter");
    await untilStatus(page, /^Your bot loses.* Your bot left in turn \d+: /);
    await page
      .locator(".editor-problems button", { hasText: "bot.py:18 NameError: name 'nosuch' is not defined" })
      .waitFor();
    await page.getByRole("spinbutton", { name: "Go to turn" }).fill("2"); // the first turn that the bot decides
    await page.keyboard.press("Enter");
    await page.locator(".prints-lines li", { hasText: /^free cells \d+$/ }).waitFor();
    assert.equal(await page.locator(".prints-lines li", { hasText: "@draw" }).count(), 0);
    await changeLine(page, "actions = []; print", "    while True: pass");
    await button(page, "Run").click();
    await untilStatus(
      page,
      /^Your bot loses.* Your bot left in turn \d+: no answer from turn \d+ on\. Look for an endless loop there\./,
    );
    await changeLine(page, "while True: pass", "    actions = []");
    await button(page, "Run").click();
    await untilStatus(page, /^Your bot (wins|loses)(?!.*left)/);
  },
);

deskTest("200 matches are those of play --games, in both games", async (lab, address) => {
  const page = await enter(lab, address);
  await speakPython(page);
  await setUp(page, { opponent: "builtin:hunter", map: "tiny", seed: 3, turns: 20 });
  const began = performance.now();
  await playSeries(page, 360_000); // a quarter of a second for each match, on a quiet machine
  console.log(`200 matches took ${Math.round(performance.now() - began)} ms`);
  unzip((await lab.download(page, () => button(page, "Download").click())).content, lab.folder);
  const command = (await page.locator(".desk-series .repeat code").textContent()) ?? "";
  const { stdout } = run(
    lab.folder,
    ...command.replace("--games 200", "--games 6").split(" ").slice(1),
    "--json",
    "--turn-time",
    "60s",
    "--replay",
    "none",
    "--results",
    "none",
  );
  await button(page, "Show 100 more").click();
  const told = new Map(
    await page
      .locator(".games li button")
      .evaluateAll((buttons) =>
        buttons.map(
          (button) =>
            /** @type {const} */ ([button.getAttribute("title"), button.querySelector(".score")?.textContent]),
        ),
      ),
  );
  const seeds = [...stdout.matchAll(/"match":\d+,"seed":(\d+)/g)].map(([, seed]) => seed); // too large for JSON.parse
  for (const [i, match] of JSON.parse(stdout).matches.entries()) {
    const [mine, other] = ["mybot", "hunter"].map((name) =>
      match.bots
        .find((/** @type {{ name: string, score: number }} */ bot) => bot.name === name)
        ?.score.toLocaleString("en"),
    );
    assert.equal(told.get(`Match ${i + 1}, seed ${seeds[i]}: show it`), `${mine} : ${other}`);
  }
  await page.getByLabel("Game").selectOption("bomberman");
  await setUp(page, { seed: 4, turns: 60 });
  await untilOver(page, () => button(page, "Run").click());
  const replay = await lab.download(page, () => button(page, "Save replay").click());
  writeFileSync(join(lab.folder, "page.blast"), replay.content);
  unzip((await lab.download(page, () => button(page, "Download").click())).content, lab.folder);
  const line = /blastyard (play .*)$/.exec(await status(page))?.[1] ?? "";
  must(lab.folder, ...line.split(" "), "--quiet", "--replay", "program.blast", "--turn-time", "60s");
  const hash = (/** @type {string} */ file) => run(lab.folder, "replay", "hash", file).stdout.split(" ")[0];
  assert.equal(hash("page.blast"), hash("program.blast"));
});

deskTest(
  "the lessons are in JavaScript: their code switches the language, says so, and the bot in Python is kept",
  async (lab, address) => {
    const page = await enter(lab, address, { reducedMotion: "reduce" });
    await speakPython(page);
    await changeLine(page, "NICKNAME =", 'NICKNAME = "snake"');
    await button(page, "Learn").click();
    await page.locator(".learn").getByRole("button", { name: "Open the code" }).click();
    await untilStatus(
      page,
      /^Opened\. The lessons are in JavaScript\. Your bot in Python is kept: choose its language to go on with it\.$/,
    );
    assert.equal(await page.getByLabel("Language").inputValue(), "javascript");
    await page.locator(".learn").getByRole("button", { name: "Run" }).click();
    await untilStatus(page, /^Lesson 1: Your character stands on/);
    await button(page, "Learn").click();
    await page.getByLabel("Language").selectOption("python");
    await page.locator(".cm-line", { hasText: '"snake"' }).waitFor();
  },
);
