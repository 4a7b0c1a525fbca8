// The laboratory as the page uses it: a worker, which starts when it is first asked for something.
import { errorText } from "../ui/format";
import type { Answer, Question, Verdict } from "./messages";

interface Waiting {
  resolve(verdict: Verdict): void;
  reject(problem: Error): void;
}

const address = "lab/worker.js";

export class LabClient {
  private worker: Worker | undefined;
  private readonly waiting = new Map<number, Waiting>();
  private asked = 0;

  /**
   * Plays a replay (.blast) again and compares every turn. The bytes go to the worker: the caller has them no more. It fails with
   * words for the reader.
   */
  verify(replay: Uint8Array<ArrayBuffer>): Promise<Verdict> {
    return new Promise((resolve, reject) => {
      const question: Question = { id: ++this.asked, verify: replay };
      this.waiting.set(question.id, { resolve, reject });
      try {
        this.worker ??= this.start();
        this.worker.postMessage(question, [replay.buffer]);
      } catch (problem) {
        this.fail(errorText(problem));
      }
    });
  }

  private start(): Worker {
    const worker = new Worker(address);
    worker.addEventListener("message", ({ data }: MessageEvent<Answer>) => {
      if (worker === this.worker) this.hear(data); // not what a worker that was ended said before
    });
    worker.addEventListener("error", (event) => {
      event.preventDefault(); // it is told here
      this.fail(event.message || `${address} cannot be loaded`);
    });
    return worker;
  }

  private hear(answer: Answer): void {
    if ("broken" in answer) return this.fail(answer.broken);
    const waiting = this.waiting.get(answer.id);
    this.waiting.delete(answer.id);
    if ("error" in answer) waiting?.reject(new Error(answer.error));
    else waiting?.resolve(answer.verdict);
  }

  /** Ends the worker and all that waits for it. The next question starts another one. */
  private fail(why: string): void {
    this.worker?.terminate();
    this.worker = undefined;
    const failed = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of failed) reject(new Error(`the rules do not run in this browser: ${why}`));
  }
}
