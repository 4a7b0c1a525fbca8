// Decides when the next turn is due.

/** The speeds of the keys 1 to 9, relative to the normal speed. */
export const speeds = [0.25, 0.5, 0.75, 1, 1.5, 2, 4, 8, 16] as const;

/** The duration of a turn at speed 1, in milliseconds. */
export const usualTurn = 500;

/** The duration of a turn at a speed, in milliseconds. */
export function turnTime(speed: number): number {
  return usualTurn / speed;
}

/** The next faster or slower speed; the same at the end. */
export function nextSpeed(speed: number, up: boolean): number {
  const next = up ? speeds.find((s) => s > speed) : speeds.findLast((s) => s < speed);
  return next ?? speed;
}

/** Counts the turns that become due as time passes. Times are in milliseconds. */
export class Clock {
  speed = 1;
  /** How many times faster turns pass at present. */
  factor = 1;
  private last = 0;
  private rest = 0;

  start(now: number): void {
    this.last = now;
    this.rest = 0;
  }

  /**
   * The number of turns that became due since the last call. It covers at most a quarter of a second, or one turn, so
   * that a page that was asleep skips little.
   */
  due(now: number): number {
    const passed = Math.min(now - this.last, Math.max(250, turnTime(this.speed * this.factor)));
    this.last = now;
    this.rest += Math.max(0, passed);
    const turns = Math.floor(this.rest / turnTime(this.speed * this.factor));
    this.rest -= turns * turnTime(this.speed * this.factor);
    return turns;
  }
}
