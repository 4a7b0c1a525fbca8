// Bots of the page, each in a worker of its own, in a frame without network and storage. Nothing of a bot runs in the page.
import guard from "bundle:src/lab/bot/guard.ts";
import { newFrame } from "./frame";
import type { Files, Order, Print, Problem, Report } from "./messages";

export type { Files, Print, Problem } from "./messages";

/** What the page hears of a bot. */
export interface BotEvents {
  problem?(problem: Problem): void;
  output?(line: Print): void;
  /** It does not play on, and the match goes on without it; why. */
  gone?(why: string): void;
}

/** A bot that runs. */
export interface BotRun {
  /** For the match: lines to the bot, answers from it. */
  readonly port: MessagePort;
  /** Ends it at once; nothing is heard of it any more. */
  stop(): void;
}

const pause = 1000; // milliseconds between two questions whether the frame lives
const patience = 60_000; // milliseconds for its start

/** The frame with its guard. The browser may end it at any time, for example because a bot takes all memory. */
class Cell {
  readonly frame = newFrame();
  readonly ready: Promise<void>;
  heard = true; // it has answered the last question
  private readonly page: MessagePort;

  constructor(parent: HTMLElement, hear: (report: Report) => void) {
    const { port1, port2 } = new MessageChannel();
    this.page = port1;
    this.ready = new Promise((resolve, reject) => {
      setTimeout(() => reject(new Error("this browser does not let bots run: their frame does not start")), patience);
      port1.onmessage = ({ data }: MessageEvent<Report>) => {
        if (!("pong" in data)) return hear(data);
        this.heard = true;
        resolve();
      };
    });
    this.frame.addEventListener("load", () => this.frame.contentWindow?.postMessage(guard, "*", [port2]), { once: true });
    parent.append(this.frame);
  }

  send(order: Order, ...ports: MessagePort[]): void {
    this.page.postMessage(order, ports);
  }

  remove(): void {
    this.page.close();
    this.frame.remove();
  }
}

export class BotHost {
  private cell: Cell | undefined;
  private successor: Cell | undefined; // of a frame that does not answer
  private readonly bots = new Map<number, BotEvents>();
  private started = 0;
  private timer: ReturnType<typeof setInterval> | undefined;

  /** The frame goes into the parent, which must stay in the document. */
  constructor(private readonly parent: HTMLElement) {}

  /** Starts a bot. Its program begins with the first line that comes on its port; errors in its syntax are told before. */
  async start(files: Files, { on = {} }: { on?: BotEvents } = {}): Promise<BotRun> {
    const cell = (this.cell ??= this.newCell()), { port1, port2 } = new MessageChannel(), id = ++this.started;
    this.bots.set(id, on);
    this.timer ??= setInterval(() => this.look(), pause);
    cell.send({ start: id, files }, port2);
    await cell.ready.catch((problem: unknown) => {
      this.stop(id);
      if (this.cell === cell) this.close();
      throw problem;
    });
    return { port: port1, stop: () => this.stop(id) };
  }

  /** Ends all bots. */
  close(): void {
    this.bots.clear();
    this.cell?.remove();
    this.cell = undefined;
    this.rest();
  }

  private stop(id: number): void {
    if (!this.bots.delete(id)) return;
    this.cell?.send({ stop: id });
    if (this.bots.size === 0) this.rest();
  }

  private newCell(): Cell {
    return new Cell(this.parent, (report) => this.hear(report));
  }

  private hear(report: Report): void {
    if ("pong" in report) return;
    const on = this.bots.get(report.id);
    if ("prints" in report) for (const print of report.prints) on?.output?.(print);
    else if ("problem" in report) on?.problem?.(report.problem);
    else {
      this.bots.delete(report.id);
      on?.gone?.(report.gone);
      if (this.bots.size === 0) this.rest();
    }
  }

  /** No bot runs: nobody has to ask for the frame. */
  private rest(): void {
    clearInterval(this.timer);
    this.timer = undefined;
    this.successor?.remove();
    this.successor = undefined;
  }

  /**
   * Asks whether the frame lives. One that does not answer gets a successor. If that is ready first, the old one is dead: to
   * answer takes far less than to start, on a busy machine, too.
   */
  private look(): void {
    const cell = this.cell;
    if (!cell) return;
    if (cell.heard) {
      this.successor?.remove();
      this.successor = undefined;
      cell.heard = false;
      cell.send({ ping: true });
    } else if (!this.successor) {
      const next = (this.successor = this.newCell());
      void next.ready.then(() => {
        if (next === this.successor && !cell.heard) this.replace(next);
      }, () => {}); // the next match tells it
    }
  }

  private replace(next: Cell): void {
    this.cell?.remove();
    this.cell = next;
    this.successor = undefined;
    const lost = [...this.bots.values()];
    this.bots.clear();
    this.rest();
    for (const on of lost) on.gone?.("the browser has ended its process, which needs too much memory");
  }
}
