// The bots of the page. Bots in JavaScript and bots in Python run in separate sandboxes.
import type { Files } from "../files";
import type { Pyodide } from "./messages";
import { isPython } from "./runtime/python/program";
import { Sandbox, type BotEvents, type BotRun } from "./sandbox";

export type { BotEvents, BotRun } from "./sandbox";

export class BotHost {
  private readonly javascript: Sandbox;
  private python: Promise<Sandbox> | undefined;
  private booted: Sandbox | undefined; // the sandbox for Python

  /** The frames are put into the parent, which must stay in the document. Without Pyodide bots in Python do not run. */
  constructor(
    private readonly parent: HTMLElement,
    private readonly pyodide?: () => Promise<Pyodide>,
  ) {
    this.javascript = new Sandbox(parent, () => this.clear());
  }

  /**
   * Starts a bot. Its program begins with the first line on its port; syntax errors are reported before. A bot in
   * Python has started when its interpreter has booted.
   */
  async start(files: Files, { on = {} }: { on?: BotEvents } = {}): Promise<BotRun> {
    const sandbox = isPython(files) ? await this.forPython() : this.javascript;
    await this.booted?.free();
    return sandbox.start(files, on);
  }

  /** Loads and boots Python, so that a bot that is started later does not wait for it. */
  async prepare(): Promise<void> {
    const sandbox = await this.forPython();
    await sandbox.free();
    (await sandbox.start({}, {})).stop();
  }

  /**
   * Terminates bots that do not end by themselves while no other bot runs: Chromium runs all frames in one process, and
   * may end it.
   */
  private clear(): void {
    if (!this.javascript.busy && !this.booted?.busy) this.booted?.kill();
  }

  private forPython(): Promise<Sandbox> {
    if (!this.pyodide) return Promise.reject(new Error(`this page has no Python: ${howToGetPython}`));
    if (!("Suspending" in WebAssembly))
      return Promise.reject(
        new Error(
          "this browser cannot run bots in Python: it does not have JSPI, by which WebAssembly waits; Chrome and Edge have it since version 137",
        ),
      );
    this.python ??= this.pyodide()
      .then((pyodide) => (this.booted = new Sandbox(this.parent, () => this.clear(), pyodide)))
      .catch((problem: unknown) => {
        this.python = undefined; // the next call tries again
        throw problem;
      });
    return this.python;
  }
}

/** Tells how to get Python, for messages about its absence. */
export const howToGetPython = "blastyard lab --python DIR serves it, where DIR holds the files of Pyodide";
