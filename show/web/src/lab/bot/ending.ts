// The ends of bots in Python. A worker that is asked to end does so by itself, also while its bot computes, unless that is within
// one long call of C, such as sum(range(10**12)): then nothing is heard of it.
import { stop } from "./runtime/python/program";

const grace = 5000; // milliseconds for a worker to end by itself
const doom = 5000; // milliseconds after which Chromium has not crashed

export class Endings {
  private readonly stuck = new Map<Worker, (ended: boolean) => void>();

  /** Asks a worker to end; tells whether it has. What has not may do so later. */
  ask(worker: Worker, tell: (ended: boolean) => void): void {
    const wait = setTimeout(() => {
      this.stuck.set(worker, tell);
      tell(false);
    }, grace);
    worker.onerror = worker.onmessageerror = null;
    worker.onmessage = ({ data }) => {
      if (data?.stopped !== true) return;
      clearTimeout(wait);
      this.stuck.delete(worker);
      worker.terminate(); // whatever it says
      tell(true);
    };
    worker.postMessage(stop);
  }

  /**
   * Ends the workers that have not ended. Chromium's process of the frame crashes some seconds after one that computes was
   * ended, for Python waits by JSPI; then nothing is told any more.
   */
  kill(): void {
    for (const [worker, tell] of this.stuck) {
      worker.terminate();
      setTimeout(tell, doom, true);
    }
    this.stuck.clear();
  }
}
