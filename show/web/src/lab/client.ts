// The laboratory as the page uses it: a worker, which starts with the first question.
import { errorText } from "../ui/format";
import type { Lesson } from "../model";
import type { Wish } from "../play/choices";
import { Refusal, type PersonClient, type Seat } from "../play/client";
import { parseMatch } from "../source/embedded";
import type { Source } from "../source/source";
import type { Files } from "./files";
import type { Lessons } from "./learn/lesson";
import { Telling } from "./livesource";
import type { Answer, Bytes, Call, Deed, Kind, Question, Result, Verdict } from "./messages";
import { byHand, orderText, type Offer, type Order } from "./order";
import { startWorker } from "./start";

/** A match that is being played. */
export interface Running {
  /** How it ended, with the replay if it is kept. Fails with a message for the reader. */
  done: Promise<{ result: Result; replay: Bytes | null }>;
  stop(): void;
  /** The match while it is played. Fails if the match ends before it begins, or if only the result is wanted. */
  source: Promise<Source>;
  /** The seat that is played by hand; undefined: none. */
  seat: PersonClient | undefined;
}

/** An answer to a question. */
type Reply = Extract<Answer, { id: number }>;

interface Asked {
  resolve(answer: Reply): void;
  reject(problem: Error): void;
}

export class LabClient {
  private worker: Worker | undefined;
  private readonly asked = new Map<number, Asked>();
  private readonly telling = new Map<number, Telling>(); // by id of the match
  private last = 0; // id of the last question
  private readonly hearers = new Set<(text: string) => void>(); // for news while the server builds the rules
  private building: string | undefined; // the last such message

  /** Waits for an answer. If the server has to build the rules first, tell is called with a message for the reader. */
  async withNews<T>(tell: (text: string) => void, answer: Promise<T>): Promise<T> {
    this.hearers.add(tell);
    if (this.building !== undefined) tell(this.building);
    try {
      return await answer;
    } finally {
      this.hearers.delete(tell);
    }
  }

  /**
   * Plays a replay (.blast) again and compares every turn. Like all methods here it fails with a message for the
   * reader.
   */
  async verify(replay: Bytes): Promise<Verdict> {
    return JSON.parse(await this.call("verify", replay));
  }

  /** The match of a replay as lines for parseMatch. */
  film(replay: Bytes): Promise<string> {
    return this.call("film", replay);
  }

  /** What the players of a replay could have done better. */
  async lessons(replay: Bytes): Promise<Lesson[]> {
    return JSON.parse(await this.call("lessons", replay));
  }

  /** How a replay can be played on. */
  async offer(replay: Bytes): Promise<Offer> {
    return JSON.parse(await this.call("offer", replay));
  }

  /** The files of the folder that `bot new` makes, by name. */
  async starter(game: string, language: string, name: string): Promise<Files> {
    const { files }: { files: Files } = JSON.parse(await this.call("starter", game, language, name));
    return files;
  }

  /** The lessons of the laboratory. */
  async learn(): Promise<Lessons> {
    return JSON.parse(await this.call("learn"));
  }

  /** The games and rules that can be played. */
  async kinds(): Promise<Kind[]> {
    return JSON.parse(await this.call("kinds"));
  }

  /**
   * Plays a match. ports are the ports of programs of the page, by seat; they are transferred to the worker. A match
   * that goes on from a turn of a replay is compared with the source that from opens, or with the replay if there is no
   * from.
   */
  match(order: Order, ports: Record<number, MessagePort> = {}, replay?: Bytes, from?: () => Promise<Source>): Running {
    const id = ++this.last;
    const stop = (): void => {
      if (this.telling.has(id)) this.tell({ stop: id });
    };
    const open = from ?? (async () => parseMatch(await this.film(replay ?? new Uint8Array())));
    const telling = new Telling(order.from === undefined ? undefined : { turn: order.from, open }, stop);
    this.telling.set(id, telling);
    const question: Question = {
      id,
      order: orderText(order),
      ports,
      replay: replay ?? null,
      shown: order.keep !== false,
    };
    const done = this.ask(question, Object.values(ports)).then((answer) => {
      if (!("result" in answer)) throw new Error("the laboratory answers something else");
      const result: Result = JSON.parse(answer.result);
      return { result, replay: answer.replay };
    });
    const over = (problem?: unknown): void => {
      this.telling.delete(id);
      telling.end(problem);
    };
    done.then(() => over(), over);
    return {
      done,
      stop,
      source: telling.source,
      seat: order.config.seats?.some(({ bot }) => bot === byHand) ? this.seatOf(id) : undefined,
    };
  }

  /** Ends the worker and all its work. */
  close(): void {
    this.end("it was closed");
  }

  private seatOf(match: number): PersonClient {
    const tell = async (status: number, deed: Deed, ...args: (number | string)[]): Promise<Seat> => {
      try {
        return JSON.parse(await this.text({ id: ++this.last, match, deed, with: args }));
      } catch (problem) {
        throw new Refusal(status, errorText(problem));
      }
    };
    const refused = 422;
    const late = 409; // as at the server
    return {
      look: () => tell(refused, "look"),
      play: (turn: number, wishes: readonly Wish[]) => tell(late, "play", turn, JSON.stringify(wishes)),
      giveUp: () => tell(refused, "quit"),
    };
  }

  private call(call: Call, ...args: (Bytes | string)[]): Promise<string> {
    return this.text({ id: ++this.last, call, with: args });
  }

  private async text(question: Question & { id: number }): Promise<string> {
    const answer = await this.ask(question);
    if (!("text" in answer)) throw new Error("the laboratory answers something else");
    return answer.text;
  }

  private ask(
    question: Question & { id: number },
    transfer: Transferable[] = [],
  ): Promise<Exclude<Reply, { error: string }>> {
    return new Promise((resolve, reject) => {
      this.asked.set(question.id, {
        resolve: (answer) => ("error" in answer ? reject(new Error(answer.error)) : resolve(answer)),
        reject,
      });
      this.tell(question, transfer);
    });
  }

  private tell(question: Question, transfer: Transferable[] = []): void {
    try {
      this.worker ??= this.start();
      this.worker.postMessage(question, transfer);
    } catch (problem) {
      this.fail(errorText(problem));
    }
  }

  private start(): Worker {
    const worker = startWorker();
    worker.addEventListener("message", ({ data }: MessageEvent<Answer>) => {
      if (worker === this.worker) this.hear(data); // ignore what a worker that was ended said before
    });
    worker.addEventListener("error", (event) => {
      event.preventDefault(); // the error is reported here
      this.fail(event.message || "lab/worker.js cannot be loaded");
    });
    return worker;
  }

  private hear(answer: Answer): void {
    if ("broken" in answer) return this.fail(answer.broken);
    if ("building" in answer) {
      this.building = answer.building;
      for (const tell of this.hearers) tell(answer.building);
      return;
    }
    this.building = undefined;
    if ("match" in answer) return this.telling.get(answer.match)?.hear(answer.line);
    const asked = this.asked.get(answer.id);
    this.asked.delete(answer.id);
    asked?.resolve(answer);
  }

  private fail(why: string): void {
    this.end(`the rules do not run in this browser: ${why}`);
  }

  /** Ends the worker, and fails all that waits for it. The next question starts another worker. */
  private end(why: string): void {
    this.worker?.terminate();
    this.worker = undefined;
    this.building = undefined;
    const asked = [...this.asked.values()];
    this.asked.clear();
    for (const { reject } of asked) reject(new Error(why));
  }
}

/** The laboratory that all matches of a page share. */
export const lab = new LabClient();
