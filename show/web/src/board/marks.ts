// Marks on the board for a person who plays: the current character, its possible moves, the chosen moves of the others,
// and the cells that a bomb to be put down will cover.
import { outlinePath, type Scene, setText } from "./scene";

export type BoardMark =
  /** The current character. */
  | { kind: "self"; cell: number }
  /**
   * A step from a cell to its neighbour, with its key: doubtful if it depends on other players, deadly if a blast comes
   * there.
   */
  | { kind: "step"; from: number; cell: number; text: string; look: "free" | "doubtful" | "deadly" | "set" }
  /** A cell that a bomb will cover; faint if the bomb is only aimed. */
  | { kind: "blast"; cell: number; faint: boolean }
  /** A few letters at the bottom of a cell. */
  | { kind: "label"; cell: number; text: string };

const leastLetters = 9; // pixels; smaller letters are not legible

interface Inks {
  ink: string;
  paper: string;
  strong: string;
  deadly: string;
}

/** Draws the marks, those of blasts below the others. They do not hide what is on the cells. */
export function drawMarks(ctx: CanvasRenderingContext2D, scene: Scene, marks: readonly BoardMark[]): void {
  const { options, geometry: g } = scene;
  const inks: Inks = options.dark
    ? { ink: "#ffffff", paper: "#14161b", strong: "#ffd54a", deadly: "#ff5a4d" }
    : { ink: "#14161b", paper: "#ffffff", strong: "#b85c00", deadly: "#c62828" };
  for (const faint of [true, false]) {
    const cells = new Set<number>();
    for (const mark of marks)
      if (mark.kind === "blast" && mark.faint === faint && mark.cell >= 0 && mark.cell < g.count) cells.add(mark.cell);
    drawBlast(ctx, scene, inks, cells, faint);
  }
  for (const mark of marks) {
    if (mark.cell < 0 || mark.cell >= g.count) continue;
    if (mark.kind === "self") rim(ctx, scene, inks.strong, mark.cell);
    else if (mark.kind === "step") drawStep(ctx, scene, inks, mark);
    else if (mark.kind === "label") plate(ctx, scene, inks, mark.cell, mark.text);
  }
}

function rim(ctx: CanvasRenderingContext2D, { geometry: g, camera, ratio }: Scene, colour: string, cell: number): void {
  ctx.beginPath();
  outlinePath(ctx, g, camera.screenX(g.x[cell] ?? 0), camera.screenY(g.y[cell] ?? 0), camera.scale * 0.9);
  ctx.lineWidth = Math.max(2 * ratio, camera.scale * 0.16);
  ctx.strokeStyle = colour;
  ctx.stroke();
}

/** Hatches the cells of blasts, with a dashed rim. */
function drawBlast(
  ctx: CanvasRenderingContext2D,
  { geometry: g, camera, ratio }: Scene,
  { ink, paper, strong }: Inks,
  cells: ReadonlySet<number>,
  faint: boolean,
): void {
  if (cells.size === 0) return;
  ctx.save();
  ctx.beginPath();
  for (const cell of cells)
    outlinePath(ctx, g, camera.screenX(g.x[cell] ?? 0), camera.screenY(g.y[cell] ?? 0), camera.scale * 0.86);
  if (!faint) {
    ctx.globalAlpha = 0.22;
    ctx.fillStyle = strong;
    ctx.fill();
    ctx.globalAlpha = 1;
  }
  if (!faint) {
    // so that the dashes are visible on any ground
    ctx.lineWidth = Math.max(2.5 * ratio, camera.scale * 0.18);
    ctx.strokeStyle = paper;
    ctx.stroke();
  }
  ctx.setLineDash([camera.scale * 0.28, camera.scale * 0.18]);
  ctx.lineWidth = Math.max(1.5 * ratio, camera.scale * (faint ? 0.06 : 0.1));
  ctx.globalAlpha = faint ? 0.55 : 1;
  ctx.strokeStyle = faint ? ink : strong;
  ctx.stroke();
  ctx.restore();
}

/** An arrow from a cell to its neighbour, between the two, with the key in it. */
function drawStep(
  ctx: CanvasRenderingContext2D,
  { geometry: g, camera, ratio }: Scene,
  inks: Inks,
  mark: BoardMark & { kind: "step" },
): void {
  const x0 = camera.screenX(g.x[mark.from] ?? 0);
  const y0 = camera.screenY(g.y[mark.from] ?? 0);
  const x1 = camera.screenX(g.x[mark.cell] ?? 0);
  const y1 = camera.screenY(g.y[mark.cell] ?? 0);
  const x = x0 + (x1 - x0) * 0.54;
  const y = y0 + (y1 - y0) * 0.54;
  const angle = Math.atan2(y1 - y0, x1 - x0);
  const radius = Math.max(camera.scale * 0.42, 4 * ratio);
  const tip = radius * 1.5;
  const size = radius * 1.35;
  ctx.beginPath();
  ctx.arc(x, y, radius, angle + 0.75, angle - 0.75 + 2 * Math.PI);
  ctx.lineTo(x + tip * Math.cos(angle), y + tip * Math.sin(angle));
  ctx.closePath();
  const colour = { free: inks.ink, doubtful: inks.paper, deadly: inks.deadly, set: inks.strong }[mark.look];
  ctx.fillStyle = colour;
  ctx.fill();
  ctx.lineWidth = Math.max(1.2 * ratio, camera.scale * 0.06);
  ctx.strokeStyle = mark.look === "doubtful" ? inks.ink : inks.paper;
  ctx.stroke();
  if (mark.text === "" || size < leastLetters * ratio) return; // the buttons also show the keys
  setText(ctx, size, 750);
  ctx.fillStyle = mark.look === "doubtful" ? inks.ink : inks.paper;
  ctx.fillText(mark.look === "deadly" ? "!" : mark.text, x, y + radius * 0.08);
}

/** A plate below what is on a cell. */
function plate(
  ctx: CanvasRenderingContext2D,
  { geometry: g, camera, ratio }: Scene,
  { ink, paper }: Inks,
  cell: number,
  text: string,
): void {
  const size = camera.scale * 0.4;
  if (size < 4 * ratio) return;
  setText(ctx, size, 750);
  const width = ctx.measureText(text).width + size * 0.6;
  const height = size * 1.25;
  const x = camera.screenX(g.x[cell] ?? 0);
  const y = camera.screenY(g.y[cell] ?? 0) + camera.scale * 0.82;
  ctx.beginPath();
  ctx.roundRect(x - width / 2, y - height / 2, width, height, size * 0.3);
  ctx.fillStyle = ink;
  ctx.fill();
  ctx.fillStyle = paper;
  ctx.fillText(text, x, y + size * 0.06);
}
