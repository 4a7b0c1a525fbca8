// Matches and series, one after the other: which one is played now, and its end.
import type { Bar } from "./bar";
import type { Status } from "./status";

/** What is played, and how it is ended; a series keeps the matches that are over. */
export interface Playing {
  stop(): void;
  keeps?: boolean;
}

export class Runs {
  playing: Playing | undefined;
  private count = 0; // of matches and series that were begun

  /** The page's data says what was begun and what is over. */
  constructor(
    private readonly page: HTMLElement,
    private readonly bar: Bar,
    private readonly status: Status,
  ) {}

  /** How many were begun. */
  get begun(): number {
    return this.count;
  }

  /** Whether nothing else was begun since. */
  isNewest(run: number): boolean {
    return run === this.count;
  }

  /** Ends what is played, and begins with something else; returns its number. */
  begin(what: "match" | "series"): number {
    this.playing?.stop();
    this.playing = { stop: () => {} }; // until its bots have started
    this.bar.busy(what);
    this.page.dataset["played"] = "true";
    return ++this.count;
  }

  /** What is played has ended. */
  over(): void {
    this.playing = undefined;
    this.page.dataset["over"] = String(this.count);
    this.bar.busy("");
  }

  /** The reader ends what is played: a series keeps the matches that are over. */
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
