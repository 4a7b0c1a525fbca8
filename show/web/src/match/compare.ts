// The match from which another one was played on, for charts that show both.
import type { Origin, Source } from "../source/source";
import { History } from "./history";
import type { Compare } from "./scene";

export class Comparison {
  private readonly history = new History();
  private source: Source | undefined;
  private closed = false;

  constructor(
    private readonly origin: Origin | undefined,
    private readonly changed: () => void,
  ) {
    if (origin) void this.open(origin);
  }

  /** The data for charts; undefined while it is not known. */
  get value(): Compare | undefined {
    const { origin } = this;
    return origin && this.source ? { history: this.history, from: origin.turn } : undefined;
  }

  close(): void {
    this.closed = true;
    this.source?.close();
  }

  private async open(origin: Origin): Promise<void> {
    try {
      const source = await origin.open();
      if (this.closed) return source.close();
      this.source = source;
      source.start({ frame: (frame) => this.history.add(frame), changed: this.changed });
    } catch {
      // the match is not available any more: there is no comparison
    }
  }
}
