// The code that runs in the worker of a bot in Python, after the script of Pyodide: it boots Pyodide from bytes, and
// runs the bot in it. It is no protection: a bot can do anything with its worker, and the guard trusts nothing that the
// worker says.
import type { Files } from "../../../files";
import type { Bytes } from "../../../messages";
import type { Said } from "../../messages";
import { Inbox } from "../inbox";
import { removeAbsent } from "../absent";
import { messageOf } from "../netorcai";
import { Lines, Voice } from "../voice";
import netorcai from "./netorcai.py";
import { entryOf, stop, type Boot } from "./program";
import running from "./run.py";

/** The part of Pyodide's interface that is used here. */
interface Pyodide {
  FS: { mkdirTree(path: string): void; writeFile(path: string, text: string): void };
  runPython(code: string, options?: { filename: string }): void;
  globals: { get(name: string): PythonFunction };
  makeMemorySnapshot(): Bytes;
  /** Python polls the first element while it runs: 2 is an interrupt. */
  setInterruptBuffer(buffer: { 0: number }): void;
}

interface PythonFunction {
  (...values: unknown[]): string;
  /** Calls the function in a way that lets it wait for promises. */
  callPromising(...values: unknown[]): Promise<string>;
}

declare const loadPyodide: (options: object) => Promise<Pyodide>;

/** The end of a program, as run.py reports it. */
interface End {
  code?: number;
  refused?: string;
  file?: string;
  line?: number;
  column?: number;
  text?: string;
  stack?: string;
}

const home = "/bot";
const longest = 250; // milliseconds that a bot computes before the worker looks for messages
const nowhere = "https://pyodide.invalid/"; // where Pyodide believes its files are

/** Modules that bots often use: those imported before the snapshot is made need no time to import later. */
const usual =
  "import collections, copy, dataclasses, enum, functools, heapq, itertools, json, math, random, re, time, traceback, typing";

const scope = globalThis as unknown as {
  postMessage(said: Said | { snapshot: Bytes } | { booted: true } | { failed: string }, ports?: Transferable[]): void;
  setTimeout(task: () => void, time: number): void;
  close(): void;
  addEventListener(name: "message", listener: (event: MessageEvent) => void, options?: { once: boolean }): void;
};
const post = scope.postMessage.bind(scope);
const close = scope.close.bind(scope);
const later = scope.setTimeout.bind(scope);

/** Boots Pyodide from bytes: what it would fetch is already here. */
async function boot({ info, module, stdlib, snapshot }: Boot): Promise<Pyodide> {
  const { instantiateStreaming } = WebAssembly;
  globalThis.fetch = () => Promise.resolve(new Response(stdlib));
  WebAssembly.instantiateStreaming = async (_, imports) => ({
    module,
    instance: await WebAssembly.instantiate(module, imports),
  });
  const print = (line: string): void => voice.print(line, true); // messages of the interpreter itself
  const pyodide = await loadPyodide({
    indexURL: nowhere,
    lockFileContents: { info, packages: {} },
    env: { HOME: home, PYTHONHASHSEED: "0" },
    stdin: () => null,
    stdout: print,
    stderr: print,
    ...(snapshot ? { _loadSnapshot: snapshot } : { _makeSnapshot: true }),
  });
  WebAssembly.instantiateStreaming = instantiateStreaming;
  removeAbsent();
  const lines = new Lines(print);
  const log = (...values: unknown[]): void => lines.write(`${values.map(String).join(" ")}\n`);
  Object.defineProperty(globalThis, "console", {
    value: { log, info: log, debug: log, warn: log, error: log },
    configurable: true,
    writable: true,
  });
  return pyodide;
}

const voice = new Voice(post);

const keyOf = ({ file, line, text }: End): string => JSON.stringify([file, line, text]);

class Runtime {
  private readonly inbox = new Inbox();
  private readonly told = new Set<string>(); // syntax errors that were reported
  private begun = false;
  private since = 0; // when the bot began to compute; Infinity: it must pause

  constructor(
    private readonly pyodide: Pyodide,
    private readonly files: Files,
  ) {
    const { FS } = pyodide;
    for (const [name, text] of Object.entries({ ...files, "netorcai.py": netorcai })) {
      FS.mkdirTree([home, ...name.split("/").slice(0, -1)].join("/"));
      FS.writeFile(`${home}/${name}`, text);
    }
    pyodide.runPython(running, { filename: "run.py" });
    const names = Object.keys(files)
      .filter((name) => name.endsWith(".py"))
      .sort();
    for (const problem of JSON.parse(pyodide.globals.get("check")(JSON.stringify(names)))) {
      this.told.add(keyOf(problem));
      voice.problem(problem);
    }
    post({ ready: true });
  }

  hear(line: string): void {
    if (voice.ended) return;
    const message = JSON.parse(line);
    if (message.type === "turn") voice.asked(message.turn);
    if (!this.begun) void this.run(message.type === "env" ? message.env : {});
    this.begun = true;
    if (message.type === "env") return;
    this.inbox.put(line);
    if (message.type === "end") this.inbox.close();
  }

  /** Runs the bot's first file to its end. */
  private async run(env: Record<string, string>): Promise<void> {
    const now = performance.now.bind(performance);
    const runtime = this;
    const resumes = <T>(value: T): T => {
      this.since = now();
      return value;
    };
    this.pyodide.setInterruptBuffer({
      get 0() {
        if (now() - runtime.since < longest || runtime.since === Infinity) return 0;
        runtime.since = Infinity;
        return 2;
      },
      set 0(_) {},
    });
    const outputs = [false, true].map((error) => new Lines((line) => voice.output(line, error)));
    const host = {
      write: (text: string, error: boolean) => outputs[Number(error)]?.write(text),
      line: () => this.inbox.next().then(resumes),
      pause: () => new Promise<void>((resolve) => later(resolve, 0)).then(resumes),
      message: async () => {
        const line = resumes(await this.inbox.next());
        return line === undefined ? undefined : JSON.stringify(messageOf(line));
      },
      answer: (actions: string) => voice.answer(actions),
      readsInput: () => void (voice.stdio = true),
    };
    const entry = entryOf(this.files);
    resumes(undefined);
    let end: End;
    try {
      end = JSON.parse(await this.pyodide.globals.get("run").callPromising(host, entry, JSON.stringify(env)));
    } catch (thrown) {
      const text = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown); // Pyodide failed
      end = { file: entry, line: 0, column: 0, text, stack: text };
    }
    for (const output of outputs) output.flush();
    this.end(end, entry);
  }

  private end({ code = 0, refused, file = "", line = 0, column = 0, text, stack = "" }: End, entry: string): void {
    if (text !== undefined) {
      for (const part of stack.trimEnd().split("\n")) voice.print(part, true);
      if (!this.told.has(keyOf({ file, line, text }))) voice.problem({ file, line, column, text });
      voice.end(`its program failed: ${text}${line > 0 ? ` (${file}:${line})` : ""}`);
    } else {
      if (refused !== undefined) voice.problem({ file: entry, line: 0, column: 0, text: refused });
      voice.end(`its program has ended${code === 0 ? "" : ` with exit code ${code}`}`);
    }
  }
}

scope.addEventListener(
  "message",
  async ({ data: order }: MessageEvent<Boot>) => {
    let runtime: Runtime | undefined;
    try {
      const pyodide = await boot(order);
      if (!order.snapshot) {
        pyodide.runPython(usual);
        const snapshot = pyodide.makeMemorySnapshot();
        return post({ snapshot }, [snapshot.buffer]);
      }
      scope.addEventListener("message", ({ data }: MessageEvent<Files | string>) => {
        if (data === stop) {
          post({ stopped: true });
          close();
        } else if (typeof data === "string") runtime?.hear(data);
        else runtime ??= new Runtime(pyodide, data);
      });
      post({ booted: true });
    } catch (problem) {
      post({ failed: String(problem) });
    }
  },
  { once: true },
);
