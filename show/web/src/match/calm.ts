// Finds the turns in which nothing happens, so that they can pass faster.
import type { Frame, Header } from "../model";
import { geometryOf } from "../board/geometry";

const near = 3; // cells from a living character to a blast
const quietFor = 20; // calm turns needed before turns pass faster
const wakeBefore = 4; // turns at normal speed before something happens

/**
 * Whether nothing interesting happens in a turn: no death, no item taken, no caption, and no blast near a character.
 */
export function isCalm(header: Header, frame: Frame): boolean {
  if (frame.caption || frame.events?.some(({ kind }) => kind === "death" || kind === "item" || kind === "player"))
    return false;
  if (!frame.explosions?.length) return true;
  const geometry = geometryOf(header);
  const living = (frame.tokens ?? []).filter(([, , cell, alive]) => alive && cell >= 0);
  const reach = near * Math.sqrt(3) + 0.01; // world units
  return frame.explosions.every(([cell]) =>
    living.every(
      ([, , at]) =>
        Math.hypot((geometry.x[cell] ?? 0) - (geometry.x[at] ?? 0), (geometry.y[cell] ?? 0) - (geometry.y[at] ?? 0)) >
        reach,
    ),
  );
}

/**
 * How many times faster turns pass now. factor is how many times faster they passed until now; calm is the number of
 * turns from this one on that are known to be calm.
 */
export function paceOf(factor: number, calm: number): number {
  const fast = calm >= quietFor || (factor > 1 && calm > wakeBefore);
  return !fast ? 1 : calm > 2 * wakeBefore ? 4 : 2;
}

/** The number of turns ahead that matter to paceOf. */
export const horizon = quietFor;
