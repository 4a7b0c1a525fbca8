// Matches and series are played one at a time: this keeps track of the current one.
import type { Bar } from "./bar";
import type { Status } from "./status";

/** What is being played, and how to end it. keeps: it is a series, which keeps the matches that are over. */
export interface Playing {
  stop(): void;
  keeps?: boolean;
}

export class Runs {
  playing: Playing | undefined;
  private count = 0; // matches and series begun so far

  /** The data attributes of the page tell which runs were begun and are over. */
  constructor(
    private readonly page: HTMLElement,
    private readonly bar: Bar,
    private readonly status: Status,
  ) {}

  /** The number of matches and series begun so far. */
  get begun(): number {
    return this.count;
  }

  /** Whether no other run has begun since. */
  isNewest(run: number): boolean {
    return run === this.count;
  }

  /** Ends the current run and begins another one. Returns its number. */
  begin(what: "match" | "series"): number {
    this.playing?.stop();
    this.playing = { stop: () => {} }; // replaced when the bots have started
    this.bar.busy(what);
    this.page.dataset["played"] = "true";
    return ++this.count;
  }

  /** The current run has ended. */
  over(): void {
    this.playing = undefined;
    this.page.dataset["over"] = String(this.count);
    this.bar.busy("");
  }

  /** Ends the current run because the reader wants it. A series keeps the matches that are over. */
  stop(): void {
    const { playing } = this;
    if (!playing) return;
    if (!playing.keeps) {
      this.count++;
      this.over();
      this.status.tell("over", "Stopped.");
    }
    playing.stop();
  }
}
