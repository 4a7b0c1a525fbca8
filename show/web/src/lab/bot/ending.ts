// Ends bots in Python. A worker that is asked to end does so by itself, even while its bot computes, unless the bot is
// inside one long call into C, such as sum(range(10**12)). Such a worker does not answer.
import { stop } from "./runtime/python/program";

const grace = 5000; // milliseconds that a worker has to end by itself
const doom = 5000; // milliseconds after which a crash of Chromium is no longer expected

export class Endings {
  private readonly stuck = new Map<Worker, (ended: boolean) => void>();

  /**
   * Asks a worker to end and tells whether it has ended. A worker that has not may still end later, and is then told
   * again.
   */
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
      worker.terminate(); // whatever else it says
      tell(true);
    };
    worker.postMessage(stop);
  }

  /**
   * Terminates the workers that have not ended. If such a worker computes, Chromium's process of the frame crashes some
   * seconds later, because Python waits by JSPI. After a crash nothing more is told.
   */
  kill(): void {
    for (const [worker, tell] of this.stuck) {
      worker.terminate();
      setTimeout(tell, doom, true);
    }
    this.stuck.clear();
  }
}
