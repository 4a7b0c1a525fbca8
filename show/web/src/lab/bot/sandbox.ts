// A frame without network and storage, in which bots run, each in a worker of its own. Nothing of a bot runs in the page.
import guard from "bundle:src/lab/bot/guard.ts";
import { newFrame } from "./frame";
import type { Files } from "../files";
import type { Print, Problem } from "../output";
import type { Order, Pyodide, Report } from "./messages";

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
  readonly frame: HTMLIFrameElement;
  readonly ready: Promise<void>;
  heard = true; // it has answered the last question
  private readonly page: MessagePort;

  constructor(parent: HTMLElement, hear: (report: Report) => void, pyodide: Pyodide | undefined) {
    this.frame = newFrame(pyodide !== undefined);
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
    if (pyodide) this.send({ pyodide });
  }

  send(order: Order, ...ports: MessagePort[]): void {
    this.page.postMessage(order, ports);
  }

  remove(): void {
    this.page.close();
    this.frame.remove();
  }
}

/** A bot that was started. */
interface Started {
  on: BotEvents;
  ready(): void;
  failed(problem: Error): void;
}

/** A frame in which bots run, of one kind. */
export class Sandbox {
  private cell: Cell | undefined;
  private successor: Cell | undefined; // of a frame that does not answer
  private readonly bots = new Map<number, Started>();
  private started = 0;
  private timer: ReturnType<typeof setInterval> | undefined;

  /** The frame goes into the parent, which must stay in the document. With Pyodide its bots are those in Python. */
  constructor(private readonly parent: HTMLElement, private readonly pyodide?: Pyodide) {
    if (pyodide) this.cell = this.newCell(); // it takes a while until Python has booted
  }

  /** Starts a bot, see BotHost. */
  async start(files: Files, on: BotEvents): Promise<BotRun> {
    const cell = (this.cell ??= this.newCell()), { port1, port2 } = new MessageChannel(), id = ++this.started;
    const ready = new Promise<void>((ready, failed) => this.bots.set(id, { on, ready, failed }));
    ready.catch(() => {}); // where nobody waits for it
    this.timer ??= setInterval(() => this.look(), pause);
    cell.send({ start: id, files }, port2);
    await cell.ready.catch((problem: unknown) => {
      this.stop(id);
      if (this.cell === cell) this.close();
      throw problem;
    });
    if (this.pyodide) await ready;
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
    const bot = this.bots.get(id);
    if (!this.bots.delete(id)) return;
    bot?.failed(new Error("it was ended"));
    this.cell?.send({ stop: id });
    if (this.bots.size === 0) this.rest();
  }

  private newCell(): Cell {
    return new Cell(this.parent, (report) => this.hear(report), this.pyodide);
  }

  private hear(report: Report): void {
    if ("pong" in report) return;
    const bot = this.bots.get(report.id);
    if ("prints" in report) for (const print of report.prints) bot?.on.output?.(print);
    else if ("problem" in report) bot?.on.problem?.(report.problem);
    else if ("ready" in report) bot?.ready();
    else {
      this.bots.delete(report.id);
      if (bot) gone(bot, report.gone);
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
    for (const bot of lost) gone(bot, "the browser has ended its process, which needs too much memory");
  }
}

/** Tells that a bot does not play on. */
function gone({ on, failed }: Started, why: string): void {
  failed(new Error(why));
  on.gone?.(why);
}
