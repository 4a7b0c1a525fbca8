// The bots of the page: those in JavaScript and those in Python have a sandbox each.
import type { Files } from "../files";
import type { Pyodide } from "./messages";
import { isPython } from "./runtime/python/program";
import { Sandbox, type BotEvents, type BotRun } from "./sandbox";

export type { BotEvents, BotRun } from "./sandbox";

export class BotHost {
  private readonly javascript: Sandbox;
  private python: Promise<Sandbox> | undefined;
  private booted: Sandbox | undefined; // that for Python

  /** The frames go into the parent, which must stay in the document. Without Pyodide no bot in Python runs. */
  constructor(
    private readonly parent: HTMLElement,
    private readonly pyodide?: () => Promise<Pyodide>,
  ) {
    this.javascript = new Sandbox(parent, () => this.clear());
  }

  /**
   * Starts a bot. Its program begins with the first line that comes on its port; errors in its syntax are told before. One in
   * Python is started when its interpreter has booted.
   */
  async start(files: Files, { on = {} }: { on?: BotEvents } = {}): Promise<BotRun> {
    const sandbox = isPython(files) ? await this.forPython() : this.javascript;
    await this.booted?.free();
    return sandbox.start(files, on);
  }

  /** Loads and boots Python: a bot that is started later does not wait for that. */
  async prepare(): Promise<void> {
    const sandbox = await this.forPython();
    await sandbox.free();
    (await sandbox.start({}, {})).stop();
  }

  /** Bots that do not end by themselves are ended while no other runs: Chromium gives all frames one process, and may end it. */
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
        this.python = undefined; // the next one tries again
        throw problem;
      });
    return this.python;
  }
}

/** What to say where Python is not offered. */
export const howToGetPython = "blastyard lab --python DIR serves it, where DIR holds the files of Pyodide";
