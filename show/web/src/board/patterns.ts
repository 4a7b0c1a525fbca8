import { patterns } from "../palette";
import { contextOf } from "./layer";

type Drawing = (ctx: CanvasRenderingContext2D, n: number) => void;

/**
 * Functions that draw each pattern on a tile of n pixels; the patterns continue across the tile's edges. Pattern 0 is
 * plain.
 */
const drawings: readonly Drawing[] = [
  () => undefined,
  (c, n) =>
    lines(c, [
      [-n, n, n, -n],
      [0, n, n, 0],
      [0, 2 * n, 2 * n, 0],
    ]),
  (c, n) =>
    lines(c, [
      [-n, 0, n, 2 * n],
      [0, 0, n, n],
      [0, -n, 2 * n, n],
    ]),
  (c, n) => lines(c, [[0, n / 2, n, n / 2]]),
  (c, n) => lines(c, [[n / 2, 0, n / 2, n]]),
  (c, n) =>
    dots(
      c,
      [
        [n / 4, n / 4],
        [(3 * n) / 4, (3 * n) / 4],
      ],
      n / 8,
    ),
  (c, n) =>
    lines(c, [
      [0, n / 2, n, n / 2],
      [n / 2, 0, n / 2, n],
    ]),
  (c, n) =>
    lines(c, [
      [0, n, n, 0],
      [0, 0, n, n],
    ]),
  (c, n) => ring(c, n),
  (c, n) =>
    lines(c, [
      [0, n / 4, n / 2, (3 * n) / 4],
      [n / 2, (3 * n) / 4, n, n / 4],
    ]),
  (c, n) => c.fillRect(0, 0, n / 2, n / 2),
  (c, n) =>
    lines(c, [
      [n / 4, n / 2, (3 * n) / 4, n / 2],
      [n / 2, n / 4, n / 2, (3 * n) / 4],
    ]),
];

const made = new Map<string, CanvasPattern>();

/** A fill for a pattern (1 to patterns - 1) on tiles of this many pixels; undefined for a plain one. */
export function patternFill(pattern: number, ink: string, tile: number): CanvasPattern | undefined {
  const drawing = drawings[pattern % patterns];
  if (!drawing || pattern % patterns === 0) return undefined;
  const key = `${pattern}/${ink}/${tile}`;
  const old = made.get(key);
  if (old) return old;
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = tile;
  const ctx = contextOf(canvas);
  ctx.strokeStyle = ctx.fillStyle = ink;
  ctx.lineWidth = Math.max(1, tile / 7);
  drawing(ctx, tile);
  const fill = ctx.createPattern(canvas, "repeat") ?? undefined;
  if (made.size > 200) made.clear();
  if (fill) made.set(key, fill);
  return fill;
}

function lines(ctx: CanvasRenderingContext2D, list: readonly (readonly [number, number, number, number])[]): void {
  ctx.beginPath();
  for (const [a, b, c, d] of list) {
    ctx.moveTo(a, b);
    ctx.lineTo(c, d);
  }
  ctx.stroke();
}

function dots(ctx: CanvasRenderingContext2D, list: readonly (readonly [number, number])[], radius: number): void {
  for (const [x, y] of list) {
    ctx.beginPath();
    ctx.arc(x, y, radius, 0, 2 * Math.PI);
    ctx.fill();
  }
}

function ring(ctx: CanvasRenderingContext2D, n: number): void {
  ctx.beginPath();
  ctx.arc(n / 2, n / 2, n / 3.6, 0, 2 * Math.PI);
  ctx.stroke();
}
