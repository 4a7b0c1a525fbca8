import { brick, brickLight, mix, stone, stoneLight } from "../palette";
import { inradius } from "./geometry";
import type { BoardOptions } from "./scene";

const ink = "#14161b";

/** The colours of a wall: its face, its lit side, its shaded side and the joints. */
interface Shades {
  face: string;
  light: string;
  shade: string;
  joint: string;
}

function stoneShades(face: string): Shades {
  return { face, light: mix(face, "#ffffff", 0.28), shade: mix(face, ink, 0.14), joint: mix(face, ink, 0.42) };
}

function brickShades(face: string): Shades {
  return { face, light: mix(face, "#ffffff", 0.08), shade: mix(face, ink, 0.08), joint: mix(face, ink, 0.45) };
}

const stones = { dark: stoneShades(mix(stone, ink, 0.28)), light: stoneShades(stoneLight) };
const bricks = { dark: brickShades(mix(brick, "#d98a5f", 0.25)), light: brickShades(brickLight) };

/** A block of a hard wall, lit from above. */
export function drawStone(
  ctx: CanvasRenderingContext2D,
  x: number,
  y: number,
  unit: number,
  o: Readonly<BoardOptions>,
): void {
  const { face, light, shade, joint } = o.dark ? stones.dark : stones.light;
  const [left, top, width, height] = box(x, y, unit);
  const bevel = Math.max(1, Math.round(unit * 0.13));
  ctx.fillStyle = joint;
  ctx.fillRect(left, top, width, height);
  ctx.fillStyle = light;
  ctx.fillRect(left, top, width, bevel);
  ctx.fillStyle = shade;
  ctx.fillRect(left, top + bevel, width, height - 2 * bevel);
  ctx.fillStyle = face;
  ctx.fillRect(left + bevel, top + bevel, width - 2 * bevel, height - 2 * bevel);
}

const courses = [
  [0, 0.5, 1],
  [0, 0.25, 0.75, 1],
  [0, 0.5, 1],
] as const;

/** A soft wall: a block of bricks in three rows. */
export function drawBrick(
  ctx: CanvasRenderingContext2D,
  x: number,
  y: number,
  unit: number,
  o: Readonly<BoardOptions>,
): void {
  const { light, shade, joint } = o.dark ? bricks.dark : bricks.light;
  const [left, top, width, height] = box(x, y, unit);
  const gap = Math.max(1, Math.round(unit * 0.07));
  ctx.fillStyle = joint;
  ctx.fillRect(left, top, width, height);
  courses.forEach((cuts, row) => {
    const y0 = top + Math.round((row * height) / 3);
    const y1 = top + Math.round(((row + 1) * height) / 3) - gap;
    for (let i = 0; i + 1 < cuts.length; i++) {
      const x0 = left + Math.round((cuts[i] ?? 0) * width);
      const x1 = left + Math.round((cuts[i + 1] ?? 1) * width) - gap;
      ctx.fillStyle = (row + i) % 2 === 0 ? light : shade;
      ctx.fillRect(x0, y0, Math.max(1, x1 - x0), Math.max(1, y1 - y0));
    }
  });
}

/** A cell in whole pixels: left, top, width, height. */
function box(x: number, y: number, unit: number): [number, number, number, number] {
  const half = unit * inradius;
  const left = Math.round(x - half);
  const top = Math.round(y - half);
  const gap = unit > 12 ? 1 : 0;
  return [left, top, Math.max(1, Math.round(x + half) - left - gap), Math.max(1, Math.round(y + half) - top - gap)];
}
