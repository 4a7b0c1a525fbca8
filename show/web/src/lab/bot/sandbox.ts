// A frame without network and storage in which bots run, each in a worker of its own. No code of a bot runs in the
// page.
import guard from "bundle:src/lab/bot/guard.ts";
import { newFrame } from "./frame";
import type { Files } from "../files";
import type { Print, Problem } from "../output";
import type { Order, Pyodide, Report } from "./messages";

/** Callbacks for what the page learns about a bot. */
export interface BotEvents {
  problem?(problem: Problem): void;
  output?(line: Print): void;
  /** The bot does not play on, with the reason. The match goes on without it. */
  gone?(why: string): void;
}

/** A running bot. */
export interface BotRun {
  /** The port for the match: lines to the bot, answers from it. */
  readonly port: MessagePort;
  /** Waits until the page has received all that the bot has said so far, because the match receives it another way. */
  heard(): Promise<void>;
  /** Ends the bot at once; no callback is called any more. */
  stop(): void;
}

const pause = 1000; // milliseconds between two checks that the frame lives
const patience = 60_000; // milliseconds that the frame may take to start

/** The frame with its guard. The browser may end it at any time, for example because a bot uses all memory. */
class Cell {
  readonly frame: HTMLIFrameElement;
  heard = true; // it has answered the last ping
  private readonly page: MessagePort;
  private asked: ((lives: boolean) => void)[] = [];

  constructor(parent: HTMLElement, hear: (report: Report) => void, pyodide: Pyodide | undefined) {
    this.frame = newFrame(pyodide !== undefined);
    const { port1, port2 } = new MessageChannel();
    this.page = port1;
    port1.onmessage = ({ data }: MessageEvent<Report>) => {
      if (!("pong" in data)) return hear(data);
      this.heard = true;
      this.told(true);
    };
    this.frame.addEventListener("load", () => this.frame.contentWindow?.postMessage(guard, "*", [port2]), {
      once: true,
    });
    parent.append(this.frame);
    if (pyodide) this.send({ pyodide });
  }

  /** Waits for a sign of life; false: the frame was removed meanwhile. */
  lives(): Promise<boolean> {
    this.send({ ping: true });
    return new Promise((resolve, reject) => {
      this.asked.push(resolve);
      setTimeout(() => reject(new Error("this browser does not let bots run: their frame does not start")), patience);
    });
  }

  send(order: Order, ...ports: MessagePort[]): void {
    this.page.postMessage(order, ports);
  }

  remove(): void {
    this.page.close();
    this.frame.remove();
    this.told(false);
  }

  private told(lives: boolean): void {
    for (const tell of this.asked.splice(0)) tell(lives);
  }
}

/** A bot that was started. */
interface Started {
  on: BotEvents;
  ready(): void;
  failed(problem: Error): void;
}

/** The frame of a bot has died. */
class Lost extends Error {}

/** A frame in which bots of one kind run. */
export class Sandbox {
  private cell: Cell | undefined;
  private successor: Cell | undefined; // a replacement for a frame that does not answer
  private readonly bots = new Map<number, Started>();
  private readonly stuck = new Set<number>(); // bots that do not end by themselves
  private freed: (() => void)[] = []; // callers that wait until there are none
  private starting = 0;
  private started = 0;
  private timer: ReturnType<typeof setInterval> | undefined;

  /**
   * The frame is put into the parent, which must stay in the document. With Pyodide it runs bots in Python, else in
   * JavaScript. changed is called when no bot runs any more, and when a bot does not end.
   */
  constructor(
    private readonly parent: HTMLElement,
    private readonly changed: () => void,
    private readonly pyodide?: Pyodide,
  ) {
    if (pyodide) this.cell = this.newCell(); // booting Python takes a while
  }

  /** Whether bots run. */
  get busy(): boolean {
    return this.bots.size + this.starting > 0;
  }

  /** Starts a bot, see BotHost. */
  async start(files: Files, on: BotEvents): Promise<BotRun> {
    try {
      return await this.begin(files, on);
    } catch (problem) {
      if (!(problem instanceof Lost)) throw problem;
      return this.begin(files, on); // the bot was not the cause: it had not begun
    }
  }

  /** Waits until all bots that were asked to end have ended. */
  async free(): Promise<void> {
    if (this.stuck.size > 0) await new Promise<void>((resolve) => this.freed.push(resolve));
  }

  /** Terminates the bots that do not end by themselves. The browser may end the process of all frames with them. */
  kill(): void {
    if (this.stuck.size > 0) this.cell?.send({ kill: true });
  }

  /** Ends all bots. */
  close(): void {
    this.bots.clear();
    this.cell?.remove();
    this.cell = undefined;
    this.release();
    this.rest();
  }

  private async begin(files: Files, on: BotEvents): Promise<BotRun> {
    this.timer ??= setInterval(() => this.look(), pause);
    this.starting++;
    const cell = await this.living().finally(() => this.starting--);
    const { port1, port2 } = new MessageChannel();
    const id = ++this.started;
    const ready = new Promise<void>((ready, failed) => this.bots.set(id, { on, ready, failed }));
    ready.catch(() => {}); // in case that nothing waits for it
    cell.send({ start: id, files }, port2);
    if (this.pyodide) await ready;
    const heard = async (): Promise<void> =>
      void (await Promise.race([cell.lives(), new Promise((resolve) => setTimeout(resolve, pause))]));
    return { port: port1, heard, stop: () => this.stop(id) };
  }

  /** The frame, once it answers. */
  private async living(): Promise<Cell> {
    for (;;) {
      const cell = (this.cell ??= this.newCell());
      try {
        if (await cell.lives()) return cell;
      } catch (problem) {
        if (this.cell === cell) this.close();
        throw problem;
      }
    }
  }

  private stop(id: number): void {
    const bot = this.bots.get(id);
    if (!this.bots.delete(id)) return;
    bot?.failed(new Error("it was ended"));
    this.cell?.send({ stop: id });
    this.rest();
  }

  private newCell(): Cell {
    return new Cell(this.parent, (report) => this.hear(report), this.pyodide);
  }

  private hear(report: Report): void {
    if ("pong" in report) return;
    const { id } = report;
    const bot = this.bots.get(id);
    if ("prints" in report) for (const print of report.prints) bot?.on.output?.(print);
    else if ("problem" in report) bot?.on.problem?.(report.problem);
    else if ("ready" in report) bot?.ready();
    else if ("ended" in report) this.ended(id, report.ended);
    else {
      this.bots.delete(id);
      if (bot) gone(bot, new Error(report.gone));
      this.rest();
    }
  }

  /** A bot that was asked to end has ended, or does not end. */
  private ended(id: number, has: boolean): void {
    if (has) {
      this.stuck.delete(id);
      if (this.stuck.size === 0) this.release();
      this.rest();
    } else {
      this.stuck.add(id);
      this.timer ??= setInterval(() => this.look(), pause);
      this.changed();
    }
  }

  /** Forgets the bots that did not end. */
  private release(): void {
    this.stuck.clear();
    for (const tell of this.freed.splice(0)) tell();
  }

  /** Stops the checks of the frame if no bot runs. */
  private rest(): void {
    if (this.busy) return;
    if (this.stuck.size === 0) {
      clearInterval(this.timer);
      this.timer = undefined;
      this.successor?.remove();
      this.successor = undefined;
    }
    this.changed();
  }

  /**
   * Checks that the frame lives. A frame that does not answer gets a successor. If the successor is ready first, the
   * old frame is dead: an answer takes far less time than a start, even on a busy machine.
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
      void next.lives().then(
        (lives) => {
          if (lives && next === this.successor && !cell.heard) this.replace(next);
        },
        () => {},
      ); // the next match reports it
    }
  }

  private replace(next: Cell): void {
    this.successor = undefined;
    const dead = this.cell;
    const lost = [...this.bots.values()];
    this.cell = next;
    this.bots.clear();
    dead?.remove();
    this.release();
    this.rest();
    for (const bot of lost) gone(bot, new Lost("the browser has ended its process, which needs too much memory"));
  }
}

/** Reports that a bot does not play on. */
function gone({ on, failed }: Started, why: Error): void {
  failed(why);
  on.gone?.(why.message);
}
