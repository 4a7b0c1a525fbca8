// Letters at the ends of a chart's lines.
import type uPlot from "../../vendor/uplot/uPlot.esm.js";

export interface LineEnd {
  text: string;
  colour: string;
  /** The value at the end of the line; null: there is no line. */
  value: number | null;
}

/** The number of columns in which n letters, each with its own row of some height, find room between two borders. */
export function columnsFor(n: number, row: number, room: number): number {
  return Math.max(1, Math.ceil(n / Math.max(1, Math.floor(room / row))));
}

/** Moves rising places apart, as little as needed, so that each keeps a distance from the next, between two borders. */
export function spread(places: readonly number[], distance: number, low: number, high: number): number[] {
  const moved = [...places];
  for (const [i, place] of moved.entries())
    moved[i] = Math.max(place, low, i === 0 ? low : (moved[i - 1] ?? low) + distance);
  for (let i = moved.length - 1; i >= 0; i--)
    moved[i] = Math.min(moved[i] ?? high, i === moved.length - 1 ? high : (moved[i + 1] ?? high) - distance);
  return moved;
}

/**
 * Writes the letters of all lines beside their values in a turn, so that no two overlap. If one column has no room for
 * them, neighbours stand side by side.
 */
export function labelLines(plot: uPlot, turn: number, ends: readonly LineEnd[], size: number, paper: string): void {
  const known = ends
    .flatMap((end) => (end.value === null ? [] : { ...end, y: plot.valToPos(end.value, "y", true) }))
    .sort((a, b) => a.y - b.y);
  const { ctx, bbox } = plot;
  const ratio = window.devicePixelRatio;
  const pixels = size * ratio;
  ctx.save();
  ctx.font = `700 ${pixels}px system-ui, sans-serif`;
  ctx.textBaseline = "middle";
  ctx.textAlign = "left";
  ctx.lineJoin = "round";
  ctx.lineWidth = 3 * ratio;
  ctx.strokeStyle = paper;
  const columns = columnsFor(known.length, pixels, bbox.height);
  const wide = Math.max(0, ...known.map(({ text }) => ctx.measureText(text).width)) + 3 * ratio;
  const left = Math.min(plot.valToPos(turn, "x", true) + 4 * ratio, ctx.canvas.width - columns * wide + 2 * ratio);
  for (let column = 0; column < columns; column++) {
    const here = known.filter((_, i) => i % columns === column);
    const places = spread(
      here.map(({ y }) => y),
      pixels,
      bbox.top + pixels / 2,
      bbox.top + bbox.height - pixels / 2,
    );
    for (const [i, { text, colour }] of here.entries()) {
      const x = left + column * wide;
      const y = places[i] ?? 0;
      ctx.strokeText(text, x, y);
      ctx.fillStyle = colour;
      ctx.fillText(text, x, y);
    }
  }
  ctx.restore();
}
