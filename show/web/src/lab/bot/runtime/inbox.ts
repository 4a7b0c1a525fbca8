// The lines of the match, for their reader: netorcai.js, or the standard input.

export class Inbox {
  private readonly lines: string[] = [];
  private readonly waiting: ((line: string | undefined) => void)[] = [];
  private over = false;

  /** Whether the reader waits for a line. */
  get wanted(): boolean {
    return this.waiting.length > 0;
  }

  put(line: string): void {
    const reader = this.waiting.shift();
    if (reader) reader(line);
    else this.lines.push(line);
  }

  /** Ends the input: no line follows. */
  close(): void {
    this.over = true;
    for (const reader of this.waiting.splice(0)) reader(undefined);
  }

  /** The next line; undefined at the end. */
  next(): Promise<string | undefined> {
    if (this.lines.length > 0 || this.over) return Promise.resolve(this.lines.shift());
    return new Promise((resolve) => this.waiting.push(resolve));
  }
}
