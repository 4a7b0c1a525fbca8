// When the next turn is due.

/** The speeds of the keys 1 to 9, in times the usual. */
export const speeds = [0.25, 0.5, 0.75, 1, 1.5, 2, 4, 8, 16] as const;

/** A turn at speed 1, in milliseconds. */
export const usualTurn = 500;

/** A turn in milliseconds. */
export function turnTime(speed: number): number {
  return usualTurn / speed;
}

/** The next speed in a direction, or the same at the end. */
export function nextSpeed(speed: number, up: boolean): number {
  const next = up ? speeds.find((s) => s > speed) : speeds.findLast((s) => s < speed);
  return next ?? speed;
}

/** Counts the turns that are due while time goes by; times are in milliseconds. */
export class Clock {
  speed = 1;
  /** How many times faster the turns pass for now. */
  factor = 1;
  private last = 0;
  private rest = 0;

  start(now: number): void {
    this.last = now;
    this.rest = 0;
  }

  /** How many turns became due since the call before; never more than a quarter of a second's, so that little is missed
   * when the page was asleep. */
  due(now: number): number {
    const passed = Math.min(now - this.last, Math.max(250, turnTime(this.speed * this.factor)));
    this.last = now;
    this.rest += Math.max(0, passed);
    const turns = Math.floor(this.rest / turnTime(this.speed * this.factor));
    this.rest -= turns * turnTime(this.speed * this.factor);
    return turns;
  }
}
