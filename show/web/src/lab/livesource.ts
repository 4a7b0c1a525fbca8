// A match that is being played in the page. The module reports it line by line.
import type { End, Frame, Header } from "../model";
import type { Origin, Source, Waiting, Watch } from "../source/source";

/** The content of a line about a match. */
type Said = { header: Header } | { frame: Frame } | { waiting: Partial<Waiting> | null } | { end: End };

class LiveSource implements Source {
  readonly connected = true;
  newest = 0;
  live = true;
  end: End | undefined;
  waiting: Waiting | undefined;
  private readonly frames: Frame[] = []; // by turn
  private watch: Watch = { frame: () => {}, changed: () => {} };

  /** closed is called when the match is not watched any more. */
  constructor(
    readonly header: Header,
    readonly origin: Origin | undefined,
    private readonly closed: () => void,
  ) {}

  frame(turn: number): Frame | undefined {
    return this.frames[turn];
  }

  want(): void {}

  start(watch: Watch): void {
    this.watch = watch;
    for (const frame of this.frames) if (frame) watch.frame(frame);
    watch.changed();
  }

  close(): void {
    this.watch = { frame: () => {}, changed: () => {} };
    this.closed();
  }

  /** Takes a line about the match after its header. */
  take(said: Exclude<Said, { header: Header }>): void {
    if ("frame" in said) {
      this.frames[said.frame.turn] = said.frame;
      this.newest = Math.max(this.newest, said.frame.turn);
      this.watch.frame(said.frame);
    } else if ("waiting" in said) {
      const { turn = 0, players = [], absent = [] } = said.waiting ?? {};
      this.waiting = said.waiting ? { turn, players, absent } : undefined;
    } else {
      this.end = said.end;
      this.live = false;
    }
    this.watch.changed();
  }

  /** Whether all turns are known that are the same as in the match it was played on from. */
  get begun(): boolean {
    return this.newest >= (this.origin?.turn ?? 0) || !this.live;
  }

  /** Marks the match as ended, even if no end was reported. */
  stop(): void {
    if (!this.live) return;
    this.live = false;
    this.watch.changed();
  }
}

/**
 * Makes the source of a match when its header arrives, and passes it everything that follows. The source is available
 * once it has begun.
 */
export class Telling {
  readonly source: Promise<Source>;
  private live: LiveSource | undefined;
  private made: (source: Source) => void = () => {};
  private failed: (problem: unknown) => void = () => {};

  constructor(
    private readonly origin: Origin | undefined,
    private readonly closed: () => void,
  ) {
    this.source = new Promise((resolve, reject) => {
      this.made = resolve;
      this.failed = reject;
    });
    this.source.catch(() => {}); // callers that do not use the source get the error from done
  }

  hear(line: string): void {
    const said: Said = JSON.parse(line);
    if ("header" in said) this.live = new LiveSource(said.header, this.origin, this.closed);
    else this.live?.take(said);
    if (this.live?.begun) this.made(this.live);
  }

  /** The match is over, or has failed. */
  end(problem: unknown = new Error("there is nothing to be seen of this match")): void {
    this.live?.stop();
    if (this.live) this.made(this.live);
    else this.failed(problem);
  }
}
