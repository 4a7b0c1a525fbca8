// Workers in which Python has booted, for bots. Each bot gets a worker of its own, so that nothing of a match is left
// for the next one.
//
// Booting takes seconds. So it is done once, in a worker that runs no bot, and all other workers start with a snapshot
// of its memory.
import runtime from "bundle:src/lab/bot/runtime/python/main.ts";
import type { Bytes } from "../messages";
import type { Pyodide } from "./messages";
import type { Boot } from "./runtime/python/program";
import { makeWorker } from "./worker";

export class Interpreters {
  private readonly program: string;
  private readonly boot: Promise<Boot>;
  private spare: Promise<Worker>;

  constructor({ script, info, wasm, stdlib }: Pyodide) {
    this.program = `${script}\n${runtime}`;
    this.boot = WebAssembly.compile(wasm).then(async (module) => {
      const [worker, said] = await this.start({ info, module, stdlib });
      worker.terminate();
      return { info, module, stdlib, snapshot: said.snapshot as Bytes };
    });
    this.spare = this.next();
    this.spare.catch(() => {}); // the caller of take gets the error
  }

  /** Returns a worker that takes files and then lines, and starts another one for the next bot. */
  take(): Promise<Worker> {
    const worker = this.spare;
    this.spare = this.next();
    this.spare.catch(() => {});
    return worker;
  }

  private async next(): Promise<Worker> {
    const [worker] = await this.start(await this.boot);
    return worker;
  }

  /** A worker, and its first message after Python has booted in it. */
  private start(boot: Boot): Promise<[Worker, { snapshot?: Bytes }]> {
    const worker = makeWorker(this.program);
    worker.postMessage(boot);
    return new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) =>
        "failed" in data ? reject(new Error(`Python does not start here: ${data.failed}`)) : resolve([worker, data]);
      worker.onerror = (event) => reject(new Error(`Python does not start here: ${event.message}`));
    });
  }
}
