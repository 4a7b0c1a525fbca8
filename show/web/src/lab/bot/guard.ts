// The guard: a worker in the frame that makes the workers of bots and stands between them and everything else. It runs
// no code of a bot. A bot may send anything, and as much as it can: messages of the wrong form are ignored, and a bot
// that sends too much is ended.
import runtime from "bundle:src/lab/bot/runtime/main.ts";
import type { Files } from "../files";
import type { Print, Problem } from "../output";
import { most, type Order, type Played, type Report } from "./messages";
import { checkedPlace, checks, compose, scripts } from "./program";
import { Endings } from "./ending";
import { Interpreters } from "./interpreters";
import { makeWorker } from "./worker";

const mostMessages = 2 * most.lines + 100; // messages of a bot between two lines that it gets
const mostAnswer = 64 << 10; // characters
const mostProblems = 20;
const pause = 50; // milliseconds between two reports of printed lines

const isCount = (value: unknown): value is number =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0;

/** The turn of a line that is a turn's; undefined for other lines. */
const turnOf = (line: string): number | undefined => {
  const [, turn] = /^\{"type":"turn","turn":(\d+),/.exec(line) ?? [];
  return turn === undefined ? undefined : Number(turn);
};

/** What the guard reports of a bot. */
type Heard = { ready: true } | { ended: boolean } | { prints: Print[] } | { problem: Problem } | { gone: string };

class Bot {
  private worker: Worker | undefined;
  private asked: number | undefined; // the turn that the bot has to answer
  private next: string | undefined; // the newest turn line, which waits for the answer to the previous one
  private early: string[] | undefined = []; // lines that wait until the bot has started
  private over = false; // the match has ended
  private ended = false;
  private messages = 0;
  private problems = 0;
  private turn = 0;
  private text = 0; // characters that the bot has printed
  private prints: Print[] = [];
  private timer: number | undefined;

  constructor(
    private readonly port: MessagePort,
    private readonly files: Files,
    private readonly python: Interpreters | undefined,
    private readonly endings: Endings,
    private readonly report: (report: Heard) => void,
  ) {
    port.onmessage = ({ data }) => {
      if (typeof data === "string") this.line(data);
    };
    if (python) this.interpret(python);
    else this.run(compose(runtime, files), true);
  }

  /** Ends the bot without a report. */
  stop(): void {
    this.ended = true;
    const { worker } = this;
    if (!this.python) worker?.terminate();
    else if (worker) this.endings.ask(worker, (ended) => this.report({ ended }));
    clearTimeout(this.timer);
    this.port.close();
  }

  private run(program: string, first: boolean): void {
    this.listen(makeWorker(program), first ? (message) => void this.check(message) : undefined);
  }

  /** Runs a bot in Python. */
  private interpret(interpreters: Interpreters): void {
    interpreters.take().then(
      (worker) => {
        if (this.ended) return worker.terminate();
        this.listen(worker);
        worker.postMessage(this.files);
      },
      (problem: unknown) => this.gone(problem instanceof Error ? problem.message : String(problem)),
    );
  }

  /** Makes a worker the bot's and listens to it. If the worker fails, failed is called; by default the bot is gone. */
  private listen(
    worker: Worker,
    failed = (message: string): void => this.gone(`its program failed: ${message.slice(0, 1000)}`),
  ): void {
    this.worker = worker;
    worker.onmessage = (event) => {
      if (++this.messages > mostMessages) this.gone("it sends more messages than the page takes");
      else this.hear(event.data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      if (!this.ended && worker === this.worker) failed(String(event.message));
    };
    worker.onmessageerror = () => this.gone("it sends what cannot be read");
  }

  /** Finds the files with syntax errors and runs the others. */
  private async check(message: string): Promise<void> {
    this.worker?.terminate();
    this.worker = undefined;
    const broken = new Map<string, Problem>();
    for (const file of scripts(this.files)) {
      const problem = await this.syntaxProblem(file, this.files[file] ?? "");
      if (problem) broken.set(file, problem);
    }
    if (this.ended) return;
    for (const problem of broken.values()) this.report({ problem });
    if (broken.size === 0) this.gone(`its program failed: ${message}`);
    else this.run(compose(runtime, this.files, broken), false);
  }

  /** The syntax error of a file, if there is one. */
  private async syntaxProblem(file: string, text: string): Promise<Problem | undefined> {
    const first = await this.parse(file, text, checks.asFunction(text));
    if (!first) return undefined;
    const alone = await this.parse(file, text, checks.alone(text));
    return alone && /SyntaxError/.test(alone.text) && !/return/.test(alone.text) ? alone : first;
  }

  /**
   * Parses a file. A hostile file may close the function that is put around it and run code; its worker ends with the
   * bot all the same.
   */
  private parse(file: string, text: string, script: string): Promise<Problem | undefined> {
    return new Promise((resolve) => {
      const worker = (this.worker = makeWorker(script));
      const end = (problem?: Problem): void => {
        worker.terminate();
        resolve(problem);
      };
      worker.onmessage = () => end();
      worker.onerror = (event) => {
        event.preventDefault();
        end({ ...checkedPlace(file, text, event.lineno, event.colno), text: event.message.replace(/^Uncaught /, "") });
      };
    });
  }

  /**
   * Passes a line to the bot. The bot never owes more than one answer: of the turns that come meanwhile it gets the
   * newest.
   */
  private line(line: string): void {
    if (this.ended) return;
    const turn = turnOf(line);
    if (turn !== undefined && this.asked !== undefined) {
      this.next = line;
      return;
    }
    if (turn !== undefined) this.asked = this.turn = turn;
    else if (line.startsWith('{"type":"end"')) {
      this.over = true;
      this.next = undefined;
    }
    this.messages = 0;
    if (this.early) this.early.push(line);
    else this.worker?.postMessage(line);
  }

  private hear(said: unknown): void {
    if (this.ended || typeof said !== "object" || said === null) return;
    const { ready, print, error, turn, answer, problem, gone } = said as Record<string, unknown>;
    if (ready === true) this.ready();
    if (typeof print === "string")
      this.print(print, error === true, isCount(turn) ? Math.min(turn, this.turn) : this.turn);
    else if (typeof answer === "string") this.answer(answer, turn);
    else if (typeof gone === "string") this.gone(gone.slice(0, 1000));
    else if (typeof problem === "object" && problem !== null) this.tell(problem as Record<string, unknown>);
  }

  private ready(): void {
    if (this.early) this.report({ ready: true });
    for (const line of this.early ?? []) this.worker?.postMessage(line);
    this.early = undefined;
  }

  private print(text: string, error: boolean, turn: number): void {
    const line = text.slice(0, most.line);
    if ((this.text += line.length + 1) > 2 * most.match) return this.gone("it prints more than the page takes");
    this.send({ output: line, error });
    this.prints.push({ turn, text: line, error });
    this.timer ??= setTimeout(() => this.flush(), pause) as unknown as number;
  }

  private answer(actions: string, turn: unknown): void {
    if (turn !== this.asked || turn === undefined) return;
    if (actions.length > mostAnswer)
      return this.gone(`its answer has ${actions.length} characters: at most ${mostAnswer} expected`);
    this.send({ turn: this.turn, actions });
    this.asked = undefined;
    const next = this.next;
    this.next = undefined;
    if (next !== undefined) this.line(next);
  }

  private tell({ file, line, column, text, turn }: Record<string, unknown>): void {
    if (
      typeof file !== "string" ||
      typeof text !== "string" ||
      !isCount(line) ||
      !isCount(column) ||
      ++this.problems > mostProblems
    )
      return;
    this.report({
      problem: { file: file.slice(0, 200), line, column, text: text.slice(0, 2000), ...(isCount(turn) && { turn }) },
    });
  }

  /** The bot does not play on. This is reported only while the match goes on. */
  private gone(why: string): void {
    if (this.ended) return;
    if (!this.over) this.send({ gone: why });
    this.flush();
    this.stop();
    if (!this.over) this.report({ gone: why });
  }

  private flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.prints.length > 0) this.report({ prints: this.prints });
    this.prints = [];
  }

  private send(played: Played): void {
    this.port.postMessage(played);
  }
}

addEventListener(
  "message",
  ({ ports: [page] }: MessageEvent) => {
    if (!page) return;
    let interpreters: Interpreters | undefined;
    const bots = new Map<number, Bot>();
    const endings = new Endings();
    const say = (report: Report): void => page.postMessage(report);
    page.onmessage = ({ data: order, ports: [port] }: MessageEvent<Order>) => {
      if ("ping" in order) say({ pong: true });
      else if ("pyodide" in order) interpreters = new Interpreters(order.pyodide);
      else if ("kill" in order) endings.kill();
      else if ("stop" in order) {
        bots.get(order.stop)?.stop();
        bots.delete(order.stop);
      } else if (port) {
        const id = order.start;
        bots.set(
          id,
          new Bot(port, order.files, interpreters, endings, (report) => {
            say({ id, ...report });
            if ("gone" in report) bots.delete(id);
          }),
        );
      }
    };
    say({ pong: true }); // the guard is ready
  },
  { once: true },
);
