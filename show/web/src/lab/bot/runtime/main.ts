// The code that runs in the worker of a bot before the bot's own files. It imitates a small part of Node. It is no
// protection: a bot can do anything with its worker, and the guard trusts nothing that the worker says.
import type { Problem } from "../../output";
import type { Said } from "../messages";
import { firstPlace, hook, ownStack, placeOf, type Body, type Part, type Start } from "../program";
import { Formatter } from "./format";
import { Inbox } from "./inbox";
import { netorcai } from "./netorcai";
import { newConsole, nodeModules, Process, Timers } from "./node";
import { removeAbsent } from "./absent";
import { Voice } from "./voice";

const idleTime = 500; // milliseconds without anything to wait for, after which the program has ended

const scope = globalThis as unknown as DedicatedWorkerScope;

interface DedicatedWorkerScope extends EventTarget {
  postMessage(said: Said): void;
  setTimeout(task: () => void, time: number): number;
  clearTimeout(id: number | undefined): void;
}

const post = scope.postMessage.bind(scope);
const later = scope.setTimeout.bind(scope);
const forget = scope.clearTimeout.bind(scope);

class Runtime {
  private readonly bodies = new Map<string, Body>();
  private readonly modules = new Map<string, { exports: unknown }>();
  private readonly inbox = new Inbox();
  private readonly timers = new Timers(() => this.look());
  private readonly formatter = new Formatter((error) => this.stackOf(error));
  private parts: Part[] = [];
  private entry = "";
  private process: Process | undefined;
  private node = new Map<string, unknown>();
  private readonly voice = new Voice(post);
  private idle: number | undefined;
  private leaving = false; // the exit listeners are running

  define(file: string, body: Body): void {
    this.bodies.set(file, body);
  }

  start({ entry, parts }: Start): void {
    this.entry = entry;
    this.parts = parts;
    Reflect.deleteProperty(globalThis, hook);
    removeAbsent();
    scope.addEventListener("message", (event) => this.hear(String((event as MessageEvent).data)));
    scope.addEventListener("error", (event) => {
      event.preventDefault();
      const { error, message, lineno, colno } = event as ErrorEvent;
      this.fail(error ?? message, placeOf(this.parts, lineno, colno));
    });
    scope.addEventListener("unhandledrejection", (event) => {
      event.preventDefault();
      this.fail((event as PromiseRejectionEvent).reason);
    });
    post({ ready: true });
  }

  private hear(line: string): void {
    if (this.voice.ended) return;
    const message = JSON.parse(line);
    this.look();
    if (message.type === "turn") this.voice.asked(message.turn);
    if (!this.process) this.load(message.type === "env" ? message.env : {});
    if (message.type === "env") return;
    this.inbox.put(line);
    if (message.type === "end") this.inbox.close();
  }

  /** Runs the bot's first file. */
  private load(env: Record<string, string>): void {
    const world = {
      inbox: this.inbox,
      formatter: this.formatter,
      print: (line: string, error: boolean) => this.voice.output(line, error),
      exit: (code: number) => this.exit(code),
      readsInput: () => void (this.voice.stdio = true),
      answer: (actions: string) => this.voice.answer(actions),
      fail: (error: unknown) => this.fail(error),
      refuse: (text: string) => {
        this.voice.print(text, true);
        this.voice.problem({ file: this.entry, line: 0, column: 0, text });
        this.exit(1);
      },
    };
    const process = (this.process = new Process(world, this.entry));
    const timers = this.timers.globals();
    Object.assign(process.env, env);
    this.node = nodeModules(world, process, timers);
    this.modules.set("netorcai.js", { exports: netorcai(world) });
    Object.defineProperty(globalThis, "console", {
      value: newConsole(process, world),
      configurable: true,
      writable: true,
    });
    Object.assign(globalThis, timers, { process, global: globalThis });
    this.require(this.entry, "node");
  }

  /** The exports of a file, which runs when it is first required. */
  private require(file: string, by: string): unknown {
    const known = this.modules.get(file);
    if (known) return known.exports;
    const body = this.bodies.get(file);
    if (body === undefined) throw new Error(`Cannot find module '${file}', which ${by} needs`);
    if (typeof body === "string") return this.modules.set(file, { exports: JSON.parse(body) }).get(file)?.exports;
    if (typeof body === "object")
      throw Object.assign(new SyntaxError(body.text.replace(/^SyntaxError: /, "")), { [told]: body });
    const folder = file.split("/").slice(0, -1);
    const module = { exports: {}, id: file, filename: `/${file}` };
    this.modules.set(file, module);
    const main = file === this.entry ? module : this.modules.get(this.entry);
    const require = Object.assign((name: string) => this.find(String(name), folder, file), { main });
    body.call(module.exports, module.exports, require, module, `/${file}`, `/${folder.join("/")}`);
    return module.exports;
  }

  /** Resolves the argument of require, from a file in a folder. */
  private find(name: string, folder: readonly string[], by: string): unknown {
    const isPath = /^\.{0,2}\//.test(name) || name === "." || name === "..";
    const module = this.node.get(name.replace(/^node:/, ""));
    if (!isPath && module !== undefined) return module;
    const file = this.fileAt(name, folder);
    if (isPath && file !== undefined) return this.require(file, by);
    if (isPath) throw new Error(`Cannot find module '${name}', which ${by} needs: it is not among the bot's files`);
    if (file !== undefined)
      throw new Error(`There is no module ${name}; to load the file of your bot, write require("./${name}")`);
    throw new Error(
      `The page has no module ${name}: modules of Node and packages are not available here, except ${[...this.node.keys()].join(", ")}; write your bot without it`,
    );
  }

  /** The file that a path means, relative to a folder. */
  private fileAt(path: string, folder: readonly string[]): string | undefined {
    const steps: string[] = path.startsWith("/") ? [] : [...folder];
    for (const step of path.split("/")) {
      if (step === "..") steps.pop();
      else if (step !== "" && step !== ".") steps.push(step);
    }
    const base = steps.join("/");
    const tries = [base, `${base}.js`, `${base}.cjs`, `${base}.json`, [...steps, "index.js"].join("/")];
    return tries.find((at) => this.modules.has(at) || this.bodies.has(at));
  }

  /** Ends the program because of a thrown value. at is the position where a value without a stack trace was thrown. */
  private fail(thrown: unknown, at?: ReturnType<typeof placeOf>): void {
    if (this.voice.ended) return; // process.exit also throws
    let text: string;
    let stack: string | undefined;
    let place = at;
    const broken = thrown instanceof Error ? (Reflect.get(thrown, told) as Problem | undefined) : undefined;
    if (thrown instanceof Error) {
      text = `${thrown.name}: ${thrown.message}`;
      stack = this.stackOf(thrown);
      place = firstPlace(this.parts, String(thrown.stack)) ?? at;
    } else text = typeof thrown === "string" ? thrown : this.formatter.inspect(thrown);
    place = broken ?? place ?? { file: this.entry, line: 0, column: 0 };
    for (const line of (broken ? text : (stack ?? `Uncaught ${text}`)).split("\n")) this.voice.print(line, true);
    if (!broken) this.voice.problem({ file: place.file, line: place.line, column: place.column, text });
    this.end(`its program failed: ${text}${place.line > 0 ? ` (${place.file}:${place.line})` : ""}`);
  }

  private exit(code: number): void {
    if (this.voice.ended) return;
    try {
      if (!this.leaving) {
        this.leaving = true;
        this.process?.emit("exit", code);
      }
    } catch (thrown) {
      return this.fail(thrown);
    }
    this.end(`its program has ended${code === 0 ? "" : ` with exit code ${code}`}`);
  }

  private end(why: string): void {
    this.process?.stdout.flush();
    this.process?.stderr.flush();
    this.voice.end(why);
  }

  /** Ends a program that waits for nothing any more, as Node does. */
  private look(): void {
    forget(this.idle);
    this.idle = later(() => {
      if (!this.inbox.wanted && !this.timers.wanted && this.process) this.exit(this.process.exitCode ?? 0);
    }, idleTime);
  }

  /** The stack trace of an error in the author's files, with its first line, which Firefox leaves out. */
  private stackOf(error: Error): string {
    const head = `${error.name}${error.message === "" ? "" : `: ${error.message}`}`;
    const stack = ownStack(this.parts, String(error.stack ?? ""));
    return stack.startsWith(error.name)
      ? stack
      : stack === ""
        ? head
        : `${head}\n${stack.replace(/^(?!\s)/gm, "    at ")}`;
  }
}

/** A property of a syntax error: the problem, which the page already knows. */
const told = Symbol("told");

const runtime = new Runtime();
Reflect.set(globalThis, hook, {
  define: (file: string, body: Body) => runtime.define(file, body),
  start: (start: Start) => runtime.start(start),
});
