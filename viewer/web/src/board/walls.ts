import { mix } from "../palette";
import { inradius } from "./geometry";
import { type BoardOptions, stoneColour } from "./scene";

/** A block that nothing takes away, lit from above. */
export function drawStone(ctx: CanvasRenderingContext2D, x: number, y: number, unit: number, o: Readonly<BoardOptions>): void {
  const colour = stoneColour(o), [left, top, side] = box(x, y, unit);
  const bevel = Math.max(1, Math.round(unit * 0.13));
  ctx.fillStyle = mix(colour, "#14161b", 0.42);
  ctx.fillRect(left, top, side, side);
  ctx.fillStyle = mix(colour, "#ffffff", 0.28);
  ctx.fillRect(left, top, side, bevel);
  ctx.fillStyle = mix(colour, "#14161b", 0.14);
  ctx.fillRect(left, top + bevel, side, side - 2 * bevel);
  ctx.fillStyle = colour;
  ctx.fillRect(left + bevel, top + bevel, side - 2 * bevel, side - 2 * bevel);
}

/** A block of bricks in three rows. */
export function drawBrick(ctx: CanvasRenderingContext2D, x: number, y: number, unit: number, colour: string): void {
  const [left, top, side] = box(x, y, unit);
  ctx.fillStyle = mix(colour, "#14161b", 0.45);
  ctx.fillRect(left, top, side, side);
  const joint = Math.max(1, Math.round(unit * 0.07)), rows = 3;
  for (let row = 0; row < rows; row++) {
    const y0 = top + Math.round((row * side) / rows), y1 = top + Math.round(((row + 1) * side) / rows) - joint;
    const cuts = row % 2 === 0 ? [0, 0.5, 1] : [0, 0.25, 0.75, 1];
    for (let i = 0; i + 1 < cuts.length; i++) {
      const x0 = left + Math.round((cuts[i] ?? 0) * side), x1 = left + Math.round((cuts[i + 1] ?? 1) * side) - joint;
      ctx.fillStyle = mix(colour, (row + i) % 2 === 0 ? "#ffffff" : "#14161b", 0.08);
      ctx.fillRect(x0, y0, Math.max(1, x1 - x0), Math.max(1, y1 - y0));
    }
  }
}

/** A cell in whole pixels: left, top, side. */
function box(x: number, y: number, unit: number): [number, number, number] {
  const half = unit * inradius, left = Math.round(x - half), top = Math.round(y - half);
  return [left, top, Math.max(1, Math.round(x + half) - left - (unit > 12 ? 1 : 0))];
}
