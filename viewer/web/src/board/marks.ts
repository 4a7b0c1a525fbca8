import { outlinePath, type Scene, setText } from "./scene";

/** A cell that is marked for a person who plays. */
export interface BoardMark {
  cell: number;
  /** A few letters, or none. */
  text: string;
  /** What it is about, rather than where it may go. */
  strong: boolean;
}

/** Draws a rim around each marked cell, and its text on a plate. */
export function drawMarks(ctx: CanvasRenderingContext2D, scene: Scene, marks: readonly BoardMark[]): void {
  const { geometry: g, camera, options, ratio } = scene;
  const ink = options.dark ? "#ffffff" : "#14161b", paper = options.dark ? "#14161b" : "#ffffff";
  for (const { cell, text, strong } of marks) {
    if (cell < 0 || cell >= g.count) continue;
    const x = camera.screenX(g.x[cell] ?? 0), y = camera.screenY(g.y[cell] ?? 0);
    ctx.beginPath();
    outlinePath(ctx, g, x, y, camera.scale * 0.9);
    ctx.lineWidth = Math.max(2 * ratio, camera.scale * (strong ? 0.16 : 0.07));
    ctx.strokeStyle = strong ? (options.dark ? "#ffd54a" : "#d97800") : ink;
    ctx.stroke();
    const size = camera.scale * 0.5;
    if (text === "" || size < 5 * ratio) continue;
    setText(ctx, size, 750);
    const width = Math.max(size * 1.3, ctx.measureText(text).width + size * 0.5), height = size * 1.3, middle = y + camera.scale * 0.3;
    ctx.beginPath();
    ctx.roundRect(x - width / 2, middle - height / 2, width, height, size * 0.3);
    ctx.fillStyle = ink;
    ctx.fill();
    ctx.fillStyle = paper;
    ctx.fillText(text, x, middle + size * 0.06);
  }
}
