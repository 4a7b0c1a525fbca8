/** Times in milliseconds. */
export interface Times {
  median: number;
  p95: number;
  max: number;
}

/** How fast a board is drawn. */
export interface BoardStats {
  /** The number of pictures drawn, at most the last 4096. */
  frames: number;
  /** The time to draw one picture. */
  draw: Times;
  /** The time from one picture to the next during an animation. */
  interval: Times;
}

const kept = 4096;

/** Collects the drawing times of pictures. */
export class FrameTimes {
  private readonly draws: number[] = [];
  private readonly intervals: number[] = [];

  /** Adds a picture: the time to draw it, and the time since the previous one (0: nothing moved), in milliseconds. */
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
