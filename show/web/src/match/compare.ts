// The match from which another was played on, for charts that show both courses.
import type { Header } from "../model";
import { openMatch } from "../source/server";
import type { Source } from "../source/source";
import { History } from "./history";
import type { Compare } from "./scene";

export class Comparison {
  private readonly history = new History();
  private source: Source | undefined;
  private closed = false;

  constructor(private readonly header: Header, private readonly changed: () => void) {
    if (header.branch) void this.open(header.branch.match);
  }

  /** What charts compare; undefined while it is not known. */
  get value(): Compare | undefined {
    const { branch } = this.header;
    return branch && this.source ? { history: this.history, from: branch.turn } : undefined;
  }

  close(): void {
    this.closed = true;
    this.source?.close();
  }

  private async open(id: string): Promise<void> {
    try {
      const source = await openMatch(id);
      if (this.closed) return source.close();
      this.source = source;
      source.start({ frame: (frame) => this.history.add(frame), changed: this.changed });
    } catch {
      // it is not on the page any more: nothing is compared
    }
  }
}
