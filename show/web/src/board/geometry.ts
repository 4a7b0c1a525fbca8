// Positions of cells. World units: a hexagon's side is 1; a square is as wide as a hexagon, so that things on a cell
// have the same size in both games.

import type { Header } from "../model";

const root3 = Math.sqrt(3);

/** The distance from a cell's centre to the middle of a side. */
export const inradius = root3 / 2;

const hexagonSteps: readonly (readonly [number, number])[] = [
  [1, 0],
  [1, -1],
  [0, -1],
  [-1, 0],
  [-1, 1],
  [0, 1],
];
const squareSteps: readonly (readonly [number, number])[] = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
];

export interface Bounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The board's cells in the plane, x to the right and y down. */
export class Geometry {
  readonly count: number;
  /** The number of directions, for neighbours of a cell and for rays of a blast. */
  readonly directions: number;
  readonly square: boolean;
  /** The coordinates of the cells' centres, by cell. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** The area of all cells, including their sides; all 0 if there are none. */
  readonly bounds: Bounds;
  /** The corners of a cell, relative to its centre. */
  readonly outline: readonly (readonly [number, number])[];

  private readonly origin: readonly [number, number];
  private readonly index = new Map<string, number>();
  private readonly links: Int32Array;

  constructor(header: Header) {
    const cells = header.shape === "tree" ? [] : header.cells;
    this.square = header.shape === "square";
    this.count = cells.length;
    this.origin = cells[0] ?? [0, 0];
    this.outline = this.square ? squareOutline() : hexagonOutline();
    this.x = new Float64Array(cells.length);
    this.y = new Float64Array(cells.length);
    cells.forEach(([a, b], i) => {
      this.index.set(key(a, b), i);
      const [x, y] = this.place(a - this.origin[0], b - this.origin[1]);
      this.x[i] = x;
      this.y[i] = y;
    });
    const steps = this.square ? squareSteps : hexagonSteps;
    this.directions = steps.length;
    this.links = new Int32Array(cells.length * steps.length);
    cells.forEach(([a, b], i) => {
      steps.forEach(([da, db], d) => {
        this.links[i * steps.length + d] = this.find(a + da, b + db);
      });
    });
    this.bounds = this.around(cells.map((_, i) => i));
  }

  /** The neighbour of a cell in a direction from 0 to directions - 1; -1: none. */
  neighbour(cell: number, direction: number): number {
    return this.links[cell * this.directions + direction] ?? -1;
  }

  /** Whether a direction on squares leads left or up. */
  leadsBack(direction: number): boolean {
    const [dx, dy] = squareSteps[direction] ?? [0, 0];
    return dx + dy < 0;
  }

  adjacent(a: number, b: number): boolean {
    for (let d = 0; d < this.directions; d++) if (this.neighbour(a, d) === b) return true;
    return false;
  }

  /** The cell with these coordinates (axial, or column and row); -1: none. */
  find(a: number, b: number): number {
    return this.index.get(key(a, b)) ?? -1;
  }

  /** The cell at a point; -1: none. */
  pick(x: number, y: number): number {
    const [a, b] = this.square
      ? [Math.round(x / root3), Math.round(y / root3)]
      : roundHexagon(x / root3 - y / 3, y / 1.5);
    return this.find(a + this.origin[0], b + this.origin[1]);
  }

  /** The cell that an arrow key moves to from a cell: the best one in the direction (dx, dy), or the cell itself. */
  towards(cell: number, dx: number, dy: number): number {
    const x = this.x[cell] ?? 0;
    const y = this.y[cell] ?? 0;
    let best = cell;
    let least = Infinity;
    for (let i = 0; i < this.count; i++) {
      const ex = (this.x[i] ?? 0) - x;
      const ey = (this.y[i] ?? 0) - y;
      const along = ex * dx + ey * dy;
      const across = Math.abs(ex * dy - ey * dx);
      if (along < 0.1) continue;
      const cost = along + 2 * across;
      if (cost < least - 1e-9) [best, least] = [i, cost];
    }
    return best;
  }

  /** The area of these cells; all 0 if there are none. */
  around(cells: readonly number[]): Bounds {
    const own = cells.filter((cell) => cell >= 0 && cell < this.count);
    if (own.length === 0) return { left: 0, top: 0, right: 0, bottom: 0 };
    const b = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
    const high = this.square ? inradius : 1;
    for (const cell of own) {
      const x = this.x[cell] ?? 0;
      const y = this.y[cell] ?? 0;
      b.left = Math.min(b.left, x - inradius);
      b.right = Math.max(b.right, x + inradius);
      b.top = Math.min(b.top, y - high);
      b.bottom = Math.max(b.bottom, y + high);
    }
    return b;
  }

  private place(a: number, b: number): [number, number] {
    return this.square ? [root3 * a, root3 * b] : [root3 * (a + b / 2), 1.5 * b];
  }
}

const known = new WeakMap<Header, Geometry>();

/** The geometry of a header; cached. */
export function geometryOf(header: Header): Geometry {
  let g = known.get(header);
  if (!g) known.set(header, (g = new Geometry(header)));
  return g;
}

function key(a: number, b: number): string {
  return `${a},${b}`;
}

function hexagonOutline(): [number, number][] {
  return [0, 1, 2, 3, 4, 5].map((i) => [Math.sin((i * Math.PI) / 3), -Math.cos((i * Math.PI) / 3)]);
}

function squareOutline(): [number, number][] {
  return [
    [-inradius, -inradius],
    [inradius, -inradius],
    [inradius, inradius],
    [-inradius, inradius],
  ];
}

/** The hexagon that contains a point given in fractional axial coordinates. */
function roundHexagon(q: number, r: number): [number, number] {
  let a = Math.round(q);
  let b = Math.round(r);
  const c = Math.round(-q - r);
  const da = Math.abs(a - q);
  const db = Math.abs(b - r);
  const dc = Math.abs(c + q + r);
  if (da > db && da > dc) a = -b - c;
  else if (db > dc) b = -a - c;
  return [a + 0, b + 0];
}
