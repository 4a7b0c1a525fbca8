// The timing of a turn's animation. Times are shares of its duration: first everything moves, then bombs explode.

import type { Frame, Token } from "../model";
import type { Blast } from "./danger";
import type { Geometry } from "./geometry";

/** The end of the moves. */
export const arrival = 0.42;
const firstBlast = 0.36;
const lastBlast = 0.8;
/** How long a cell flashes. */
export const flash = 0.2;

/** Eases in and out: maps 0 to 1 onto 0 to 1. */
export function ease(t: number): number {
  return t < 0.5 ? 4 * t ** 3 : 1 - (2 - 2 * t) ** 3 / 2;
}

/** How much of the time between from and to has passed at t: 0 to 1. */
export function phase(t: number, from: number, to: number): number {
  return to <= from ? (t >= to ? 1 : 0) : Math.min(1, Math.max(0, (t - from) / (to - from)));
}

/** Overshoots a little before it comes to rest: maps 0 to 1 onto 0 to 1. */
export function bounce(t: number): number {
  return 1 + 2.70158 * (t - 1) ** 3 + 1.70158 * (t - 1) ** 2;
}

/**
 * When the blast reaches each cell, by cell; -1: never. Cells that exploded without being in the order (because of
 * bombs dropped in the same turn) come last.
 */
export function blastTimes(count: number, order: readonly Blast[], exploded: Frame["explosions"]): Float32Array {
  const times = new Float32Array(count).fill(-1);
  const listed = exploded ?? [];
  if (listed.length === 0) return times;
  const steps = ringEnds(order);
  const end = steps[steps.length - 1] ?? 0;
  const later = new Map(order.map((b) => [b.cell, (b.step === 0 ? 0 : (steps[b.step - 1] ?? 0)) + b.distance]));
  const rest = listed.some(([cell]) => !later.has(cell)) ? 2 : 0;
  const unit = (lastBlast - firstBlast) / Math.max(8, end + rest);
  for (const [cell] of listed)
    if (cell >= 0 && cell < count) times[cell] = firstBlast + unit * (later.get(cell) ?? end + 1);
  return times;
}

/** When each ring of a chain has spread, counted in cells: a ring starts after the previous one has finished. */
function ringEnds(order: readonly Blast[]): number[] {
  const widths: number[] = [];
  for (const b of order) widths[b.step] = Math.max(widths[b.step] ?? 0, b.distance);
  let sum = 0;
  return widths.map((w) => (sum += 1 + (w ?? 0)));
}

/**
 * The position of a token between two cells: the cell that it comes from, and the share of the way that it has gone.
 */
export interface Step {
  from: number;
  share: number;
}

/** The position of a token at time t. The token jumps if its cells are not neighbours. */
export function stepOf(geometry: Geometry, before: Token | undefined, now: Token, t: number): Step {
  const from = before?.[2] ?? -1;
  if (from < 0 || now[2] < 0 || !geometry.adjacent(from, now[2])) return { from: now[2], share: 1 };
  return { from, share: ease(phase(t, 0, arrival)) };
}

/** The tokens of a frame by name, to find them in another frame. */
export function tokensByName(frame: Frame | undefined): Map<string, Token> {
  return new Map((frame?.tokens ?? []).map((t) => [nameOf(t), t]));
}

/** A name that is unique among the tokens of a match. */
export function nameOf([id, player]: Token): string {
  return `${player}.${id}`;
}
