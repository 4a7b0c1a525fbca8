// The parts of Node that bots use: process, console, timers, readline.
import type { Formatter } from "./format";
import type { Inbox } from "./inbox";
import { Lines } from "./voice";

/** What these parts need of the runtime. */
export interface World {
  inbox: Inbox;
  formatter: Formatter;
  print(line: string, error: boolean): void;
  exit(code: number): void;
  /** The program reads its standard input, so its standard output holds answers. */
  readsInput(): void;
}

type Listener = (...values: unknown[]) => unknown;

/** An object with listeners, like Node's EventEmitter. */
class Emitter {
  private readonly listeners = new Map<string, Set<Listener>>();

  on(name: string, listener: Listener): this {
    const all = this.listeners.get(name) ?? new Set();
    this.listeners.set(name, all.add(listener));
    return this;
  }

  once(name: string, listener: Listener): this {
    const first: Listener = (...values) => {
      this.off(name, first);
      return listener(...values);
    };
    return this.on(name, first);
  }

  off(name: string, listener: Listener): this {
    this.listeners.get(name)?.delete(listener);
    return this;
  }

  emit(name: string, ...values: unknown[]): boolean {
    const all = [...(this.listeners.get(name) ?? [])];
    for (const listener of all) listener(...values);
    return all.length > 0;
  }
}

/** The lines of the standard input as they arrive. */
async function* inputLines(world: World): AsyncGenerator<string, void> {
  world.readsInput();
  for (let line = await world.inbox.next(); line !== undefined; line = await world.inbox.next()) yield line;
}

/** process.stdin: its text in chunks of one line each. */
class Input extends Emitter {
  private flowing = false;

  constructor(private readonly world: World) {
    super();
  }

  override on(name: string, listener: Listener): this {
    super.on(name, listener);
    if (name === "data") this.resume();
    return this;
  }

  resume(): this {
    if (!this.flowing) {
      this.flowing = true;
      (async () => {
        for await (const piece of this) this.emit("data", piece);
        this.emit("end");
        this.emit("close");
      })();
    }
    return this;
  }

  setEncoding(): this {
    return this; // the chunks are text already
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string, void> {
    for await (const line of inputLines(this.world)) yield `${line}\n`;
  }
}

/** The result of readline.createInterface for the standard input. */
class LineReader extends Emitter {
  private flowing = false;
  private closed = false;

  constructor(private readonly world: World) {
    super();
  }

  override on(name: string, listener: Listener): this {
    super.on(name, listener);
    if (name === "line" && !this.flowing) {
      this.flowing = true;
      (async () => {
        for await (const line of this) this.emit("line", line);
        this.close();
      })();
    }
    return this;
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.emit("close");
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string, void> {
    for await (const line of inputLines(this.world)) {
      if (this.closed) return;
      yield line;
    }
  }
}

/** process.stdout or process.stderr. */
class Output {
  readonly isTTY = false;
  private readonly lines: Lines;

  constructor(print: (line: string) => void) {
    this.lines = new Lines(print);
  }

  write(text: unknown): boolean {
    this.lines.write(text instanceof Uint8Array ? new TextDecoder().decode(text) : String(text));
    return true;
  }

  flush(): void {
    this.lines.flush();
  }
}

export class Process extends Emitter {
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly argv: string[];
  readonly env: Record<string, string> = {};
  readonly platform = "browser";
  readonly pid = 1;
  exitCode: number | undefined = undefined;
  private readonly began = performance.now();
  readonly hrtime = Object.assign(
    ([seconds, nanos]: [number, number] = [0, 0]): [number, number] => {
      const all = BigInt(Math.round(performance.now() * 1e6)) - (BigInt(seconds) * 1_000_000_000n + BigInt(nanos));
      return [Number(all / 1_000_000_000n), Number(all % 1_000_000_000n)];
    },
    { bigint: () => BigInt(Math.round(performance.now() * 1e6)) },
  );

  constructor(
    private readonly world: World,
    entry: string,
  ) {
    super();
    this.argv = ["node", `/${entry}`];
    this.stdin = new Input(world);
    this.stdout = new Output((line) => world.print(line, false));
    this.stderr = new Output((line) => world.print(line, true));
  }

  exit(code: number | undefined = this.exitCode): never {
    this.world.exit(code ?? 0);
    throw new Error("the program has ended"); // nothing shows this error: it only stops the bot's own code
  }

  cwd(): string {
    return "/";
  }

  uptime(): number {
    return (performance.now() - this.began) / 1000;
  }

  nextTick(task: Listener, ...values: unknown[]): void {
    queueMicrotask(() => task(...values));
  }
}

export function newConsole(process: Process, { formatter }: World): object {
  let indent = "";
  const counts = new Map<string, number>();
  const times = new Map<string, number>();
  const write = (error: boolean, values: readonly unknown[]): void => {
    const text = formatter.format(values);
    process[error ? "stderr" : "stdout"].write(
      `${indent === "" ? text : indent + text.replaceAll("\n", `\n${indent}`)}\n`,
    );
  };
  const log = (...values: unknown[]): void => write(false, values);
  const error = (...values: unknown[]): void => write(true, values);
  const since = (label: string): string =>
    `${label}: ${(performance.now() - (times.get(label) ?? performance.now())).toFixed(3)}ms`;
  return {
    log,
    info: log,
    debug: log,
    error,
    warn: error,
    dir: (value: unknown) => log(formatter.inspect(value)),
    table: (value: unknown) => log(value),
    trace: (...values: unknown[]) => error(`Trace: ${formatter.format(values)}`),
    assert: (holds: unknown, ...values: unknown[]) => {
      if (!holds) error(values.length === 0 ? "Assertion failed" : `Assertion failed: ${formatter.format(values)}`);
    },
    count: (label = "default") => {
      counts.set(label, (counts.get(label) ?? 0) + 1);
      log(`${label}: ${counts.get(label)}`);
    },
    time: (label = "default") => void times.set(label, performance.now()),
    timeLog: (label = "default") => log(since(label)),
    timeEnd: (label = "default") => log(since(label)),
    group: (...values: unknown[]) => {
      if (values.length > 0) log(...values);
      indent += "  ";
    },
    groupEnd: () => void (indent = indent.slice(2)),
  };
}

type Timed = (...values: unknown[]) => void;

/** Timers that know whether one of them keeps the program running. */
export class Timers {
  private readonly set = globalThis.setTimeout.bind(globalThis) as (task: Timed, time?: number) => number;
  private readonly repeat = globalThis.setInterval.bind(globalThis) as (task: Timed, time?: number) => number;
  private readonly clear = globalThis.clearTimeout.bind(globalThis) as (id?: number) => void;
  private readonly running = new Set<Timer>();

  constructor(private readonly ran: () => void) {}

  get wanted(): boolean {
    return [...this.running].some(({ kept }) => kept);
  }

  /** The timer functions that the bot sees as globals. */
  globals(): object {
    const clear = (timer: unknown): void => {
      const found = timer instanceof Timer ? timer : [...this.running].find(({ id }) => id === Number(timer));
      if (found && this.running.delete(found)) this.clear(found.id);
    };
    return {
      setTimeout: (task: Timed, time?: number, ...values: unknown[]) => this.start(false, task, time, values),
      setInterval: (task: Timed, time?: number, ...values: unknown[]) => this.start(true, task, time, values),
      setImmediate: (task: Timed, ...values: unknown[]) => this.start(false, task, 0, values),
      clearTimeout: clear,
      clearInterval: clear,
      clearImmediate: clear,
    };
  }

  private start(again: boolean, task: Timed, time: number | undefined, values: unknown[]): Timer {
    if (typeof task !== "function") throw new TypeError("a timer needs a function");
    const run = (): void => {
      if (!again) this.running.delete(timer);
      this.ran();
      task(...values);
    };
    const timer: Timer = new Timer((again ? this.repeat : this.set)(run, time));
    this.running.add(timer);
    return timer;
  }
}

class Timer {
  kept = true; // it keeps the program running

  constructor(readonly id: number) {}

  ref(): this {
    this.kept = true;
    return this;
  }

  unref(): this {
    this.kept = false;
    return this;
  }

  hasRef(): boolean {
    return this.kept;
  }

  [Symbol.toPrimitive](): number {
    return this.id;
  }
}

/** The modules of Node that bots can require. */
export function nodeModules(world: World, process: Process, timers: object): Map<string, unknown> {
  const { formatter } = world;
  return new Map<string, unknown>([
    ["perf_hooks", { performance }],
    ["process", process],
    ["readline", { createInterface: () => new LineReader(world) }],
    ["timers", timers],
    [
      "util",
      {
        format: (...values: unknown[]) => formatter.format(values),
        inspect: (value: unknown) => formatter.inspect(value),
      },
    ],
  ]);
}
