// Plays matches: the rules run in a worker, and each program of the page runs in a sandbox of its own.
import type { BotEvents, BotHost, BotRun } from "../bot/host";
import type { LabClient, Running } from "../client";
import type { Files } from "../files";
import type { Bytes } from "../messages";
import type { Order } from "../order";
import { ofPage } from "./setup";

/** The files of the programs of the page, by seat. */
export type Programs = ReadonlyMap<number, Files>;

/** A match that is being played, with its programs. */
export interface Played {
  readonly running: Running;
  stop(): void;
}

export class Engine {
  private readonly runs = new Set<BotRun>();
  private closed = false;

  constructor(
    private readonly rules: LabClient,
    private readonly bots: BotHost,
  ) {}

  /**
   * Plays a match. programs are for the seats with the bot "page"; on gets the events of the program at the seat own. A
   * match that goes on from a turn of a replay needs that replay.
   */
  async play(order: Order, programs: Programs, own: number, on: BotEvents, replay?: Bytes): Promise<Played> {
    const runs: BotRun[] = [];
    const ports: Record<number, MessagePort> = {};
    const end = (): void => {
      for (const run of runs.splice(0)) {
        this.runs.delete(run);
        run.stop();
      }
    };
    try {
      for (const [seat, files] of programs) {
        if (order.config.seats?.[seat]?.bot !== ofPage) continue;
        const run = await this.bots.start(files, seat === own ? { on } : {});
        this.runs.add(run);
        runs.push(run);
        ports[seat] = run.port;
        if (this.closed) throw new Error("the engine was closed"); // it may have been closed while the bot started
      }
    } catch (problem) {
      end();
      throw problem;
    }
    const running = this.rules.match(order, ports, replay);
    const done = running.done.then(async (over) => {
      await Promise.all(runs.map((run) => run.heard())); // errors of a bot must be known when its match is over
      return over;
    });
    done.then(end, end);
    return {
      running: { ...running, done },
      stop: () => {
        running.stop();
        end();
      },
    };
  }

  /** Ends the rules and all programs. */
  close(): void {
    this.closed = true;
    for (const run of this.runs) run.stop();
    this.runs.clear();
    this.rules.close();
  }
}
