// Which cells bombs cover, and when, for display. A bomb's rays go in every direction, up to its range, and end before
// a missing cell or a hard wall. Where the legend says so, a soft wall or another bomb is covered and ends the ray.
// Bombs that are covered explode in the same turn.

import { legendOf } from "../legend";
import { type Bomb, brick, type Frame, open, type Header, stone } from "../model";
import { type Geometry, geometryOf } from "./geometry";

/**
 * A cell of a blast. step is the ring of the chain whose bomb covers the cell first (0: bombs whose timers have run
 * out); distance is the number of cells from that bomb.
 */
export interface Blast {
  cell: number;
  step: number;
  distance: number;
}

const known = new WeakMap<Frame, Uint16Array>();

/**
 * In how many turns each cell first blows up (1: in the coming turn), by cell; 0: never. It assumes that no player does
 * anything from now on. The result is cached by frame, so the frame must not change afterwards.
 */
export function dangers(header: Header, frame: Frame): Uint16Array {
  let danger = known.get(frame);
  if (!danger) known.set(frame, (danger = foresee(header, frame)));
  return danger;
}

function foresee(header: Header, frame: Frame): Uint16Array {
  const geometry = geometryOf(header);
  const danger = new Uint16Array(geometry.count);
  const field = new Field(header, frame);
  for (let due = field.nextTimer(); due > 0; due = field.nextTimer()) {
    for (const { cell } of field.explode(due)) if (danger[cell] === 0) danger[cell] = Math.min(due, 0xffff);
  }
  return danger;
}

/** The cells that one bomb will cover if nothing changes, its own cell first. */
export function coverOf(header: Header, frame: Frame, bomb: number): number[] {
  const cells: number[] = [];
  const field = new Field(header, frame);
  field.cover(bomb, (cell) => cells.push(cell));
  return cells;
}

/**
 * The cells that explode in the turn after a frame, in the order of the chain: by step, then by distance. Each cell
 * appears once.
 */
export function chainOrder(header: Header, frame: Frame): Blast[] {
  return new Field(header, frame).explode(1).sort((a, b) => a.step - b.step || a.distance - b.distance);
}

/** The board as blasts change it. */
class Field {
  private readonly bombs: readonly Bomb[];
  private readonly walls: number[];
  private readonly bombAt = new Map<number, number>();
  private readonly left = new Set<number>();
  private readonly geometry: Geometry;
  private readonly stopped: boolean;

  constructor(header: Header, frame: Frame) {
    const geometry = (this.geometry = geometryOf(header));
    this.stopped = legendOf(header).stopped ?? false;
    this.bombs = frame.bombs ?? [];
    this.walls = frame.walls?.slice() ?? [];
    this.bombs.forEach(([cell], i) => {
      if (cell < 0 || cell >= geometry.count) return;
      this.bombAt.set(cell, i);
      this.left.add(i);
    });
  }

  /** The shortest timer, at least 1; 0 if no bomb is left. */
  nextTimer(): number {
    let least = Infinity;
    for (const i of this.left) least = Math.min(least, this.timer(i));
    return least === Infinity ? 0 : least;
  }

  /**
   * Explodes the bombs that are due and those that they cover, removes soft walls, and returns each covered cell once.
   */
  explode(due: number): Blast[] {
    let ring = [...this.left].filter((i) => this.timer(i) <= due);
    const covered = new Map<number, Blast>();
    const lit = new Set(ring);
    for (let step = 0; ring.length > 0; step++) {
      const next: number[] = [];
      for (const i of ring) {
        this.cover(i, (cell, distance) => {
          const before = covered.get(cell);
          if (!before) covered.set(cell, { cell, step, distance });
          else if (before.step === step) before.distance = Math.min(before.distance, distance);
          const other = this.bombAt.get(cell);
          if (other === undefined || lit.has(other)) return;
          lit.add(other);
          next.push(other);
        });
      }
      ring = next;
    }
    for (const i of lit) {
      this.left.delete(i);
      this.bombAt.delete(this.bombs[i]?.[0] ?? -1);
    }
    for (const cell of covered.keys()) if (this.walls[cell] === brick) this.walls[cell] = open;
    return [...covered.values()];
  }

  /** Calls visit for each cell that a bomb covers, its own first. */
  cover(bomb: number, visit: (cell: number, distance: number) => void): void {
    const b = this.bombs[bomb];
    if (!b || b[0] < 0 || b[0] >= this.geometry.count) return;
    visit(b[0], 0);
    for (let d = 0; d < this.geometry.directions; d++) {
      let cell = b[0];
      const reach = this.reach(b[3], d);
      for (let distance = 1; distance <= reach; distance++) {
        cell = this.geometry.neighbour(cell, d);
        if (cell < 0 || this.walls[cell] === stone) break;
        visit(cell, distance);
        if (this.stopped && (this.walls[cell] === brick || this.bombAt.has(cell))) break;
      }
    }
  }

  /**
   * The greatest length of a ray. A radius that has overflowed is negative; such a bomb burns only left and up.
   */
  private reach(range: number, direction: number): number {
    if (range >= 0) return range;
    return this.geometry.leadsBack(direction) ? this.geometry.count : 0;
  }

  private timer(bomb: number): number {
    return Math.max(1, this.bombs[bomb]?.[2] ?? 1);
  }
}
