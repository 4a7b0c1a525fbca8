// Letters at the ends of a chart's lines.
import type uPlot from "../../vendor/uplot/uPlot.esm.js";

export interface LineEnd {
  text: string;
  colour: string;
  /** The value at the end of the line; null: there is none. */
  value: number | null;
  /** Has priority over the other labels. */
  first: boolean;
}

/** Selects the places that keep a distance from all selected before them. */
export function apart(places: readonly number[], distance: number): number[] {
  const chosen: number[] = [];
  for (const [i, place] of places.entries()) {
    if (chosen.every((j) => Math.abs((places[j] ?? 0) - place) >= distance)) chosen.push(i);
  }
  return chosen;
}

/** Writes letters beside the lines' values in a turn, so that no two overlap. */
export function labelLines(plot: uPlot, turn: number, ends: readonly LineEnd[], size: number, paper: string): void {
  const known = ends
    .flatMap((end) => (end.value === null ? [] : { ...end, y: plot.valToPos(end.value, "y", true) }))
    .sort((a, b) => Number(b.first) - Number(a.first));
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
  for (const i of apart(
    known.map(({ y }) => y),
    pixels,
  )) {
    const end = known[i];
    if (!end) continue;
    const x = Math.min(
      plot.valToPos(turn, "x", true) + 4 * ratio,
      ctx.canvas.width - ctx.measureText(end.text).width - ratio,
    );
    const y = Math.min(Math.max(end.y, bbox.top + pixels / 2), bbox.top + bbox.height - pixels / 2);
    ctx.strokeText(end.text, x, y);
    ctx.fillStyle = end.colour;
    ctx.fillText(end.text, x, y);
  }
  ctx.restore();
}
