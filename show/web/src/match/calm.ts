// Which turns of a match are quiet, so that they may pass faster.
import type { Frame, Header } from "../model";
import { geometryOf } from "../board/geometry";

const near = 3; // cells from a living character to a blast
const quietFor = 20; // turns ahead without anything, before turns pass faster
const wakeBefore = 4; // turns before something happens

/** Whether nothing happens in a turn that anyone wants to see: no death, no item taken, no caption, no blast near a character. */
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

/** How much faster the turns pass while nothing happens. */
export class Pace {
  private fast = false;

  /** The factor for now, given how many turns from the present one on are known to be calm. */
  of(calm: number): number {
    if (calm >= quietFor) this.fast = true;
    else if (calm <= wakeBefore) this.fast = false;
    if (!this.fast) return 1;
    return calm > 2 * wakeBefore ? 4 : 2;
  }

  stop(): void {
    this.fast = false;
  }
}

/** How far ahead it pays to look. */
export const horizon = quietFor;
