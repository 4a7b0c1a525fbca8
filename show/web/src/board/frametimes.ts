/** Times in milliseconds. */
export interface Times {
  median: number;
  p95: number;
  max: number;
}

/** How fast a board is drawn. */
export interface BoardStats {
  /** Pictures drawn, at most the last 4096. */
  frames: number;
  /** What drawing one took. */
  draw: Times;
  /** From one picture to the next while it moves. */
  interval: Times;
}

const kept = 4096;

/** Collects how long pictures take. */
export class FrameTimes {
  private readonly draws: number[] = [];
  private readonly intervals: number[] = [];

  /** Notes a picture: how long drawing took, and the time since the one before (0: it stood still). */
  add(draw: number, interval: number): void {
    push(this.draws, draw);
    if (interval > 0) push(this.intervals, interval);
  }

  stats(): BoardStats {
    return { frames: this.draws.length, draw: times(this.draws), interval: times(this.intervals) };
  }

  clear(): void {
    this.draws.length = this.intervals.length = 0;
  }
}

function push(list: number[], value: number): void {
  if (list.length >= kept) list.shift();
  list.push(value);
}

function times(list: readonly number[]): Times {
  const sorted = list.slice().sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return { median: at(0.5), p95: at(0.95), max: sorted[sorted.length - 1] ?? 0 };
}
