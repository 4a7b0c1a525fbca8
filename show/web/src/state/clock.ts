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

/** How long turns have passed by themselves. Times are in milliseconds. */
export interface Clock {
  /** When it was asked last. */
  last: number;
  /** The part of the next turn that has passed already. */
  rest: number;
}

/** A clock that starts now. */
export function clockAt(now: number): Clock {
  return { last: now, rest: 0 };
}

/**
 * The number of turns that became due since the last call. It covers at most a quarter of a second, or one turn, so
 * that a page that was asleep skips little.
 */
export function due(clock: Clock, now: number, speed: number): number {
  const time = turnTime(speed);
  clock.rest += Math.max(0, Math.min(now - clock.last, Math.max(250, time)));
  clock.last = now;
  const turns = Math.floor(clock.rest / time);
  clock.rest -= turns * time;
  return turns;
}
