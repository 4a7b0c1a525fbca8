import { type Bomb, nobody } from "../model";
import { ash, colourOf, mix } from "../palette";
import { coverOf, dangers } from "./danger";
import { visible } from "./ground";
import { Layer } from "./layer";
import { outlinePath, type Scene, setText } from "./scene";

const heat = ["", "#ff2d20", "#ff8a00", "#ffd000", "#9fd65a", "#4fc3d9"] as const;

/** What is laid over the ground on request: danger, and what bombs will cover. Kept as a picture while nothing changes. */
export class Overlay {
  private readonly layer = new Layer();
  private seen = "";
  private frame: unknown;

  /** The picture, or undefined where there is nothing to show. */
  picture(scene: Scene, hover: number): HTMLCanvasElement | undefined {
    const { camera: c, options: o, frame } = scene;
    const single = o.covers || hover < 0 ? -1 : (frame.bombs ?? []).findIndex(([cell]) => cell === hover);
    if (!o.danger && !o.covers && single < 0) return undefined;
    const view = [c.scale, c.left, c.top, c.width, c.height, scene.ratio, o.dark, o.danger, o.covers, o.projector, single].join();
    if (view === this.seen && frame === this.frame) return this.layer.canvas;
    this.seen = view;
    this.frame = frame;
    this.layer.clear(c.width, c.height);
    if (o.danger) drawDanger(this.layer.ctx, scene);
    if (o.covers) (frame.bombs ?? []).forEach((bomb, i) => drawCover(this.layer.ctx, scene, bomb, i, rank(scene, i)));
    else if (single >= 0) drawCover(this.layer.ctx, scene, frame.bombs?.[single] ?? [hover, nobody, 1, 0], single, 0);
    return this.layer.canvas;
  }
}

/** The colour of a danger in so many turns. */
export function heatOf(turns: number): string {
  return heat[Math.min(turns, heat.length - 1)] || heat[1];
}

function drawDanger(ctx: CanvasRenderingContext2D, scene: Scene): void {
  const { geometry: g, camera, options: o } = scene, unit = camera.scale;
  const danger = dangers(scene.show, scene.frame);
  setText(ctx, unit * (o.projector ? 0.72 : 0.6), 750);
  for (let i = 0; i < g.count; i++) {
    const turns = danger[i] ?? 0;
    if (turns === 0 || !visible(scene, i)) continue;
    const x = camera.screenX(g.x[i] ?? 0), y = camera.screenY(g.y[i] ?? 0);
    ctx.beginPath();
    outlinePath(ctx, g, x, y, unit * 0.955);
    ctx.fillStyle = heatOf(turns);
    ctx.globalAlpha = turns === 1 ? 0.85 : 0.68;
    ctx.fill();
    ctx.globalAlpha = 1;
    if (unit / scene.ratio < 8) continue;
    ctx.fillStyle = turns === 1 ? "#ffffff" : "#14161b";
    ctx.fillText(String(turns), x, y + unit * 0.04);
  }
}

/** How many bombs of other players, earlier in the list, share the inner rims: it keeps rims of different players apart. */
function rank(scene: Scene, bomb: number): number {
  const bombs = scene.frame.bombs ?? [], owners: number[] = [];
  for (const [, owner] of bombs.slice(0, bomb + 1)) if (!owners.includes(owner)) owners.push(owner);
  return owners.indexOf(bombs[bomb]?.[1] ?? nobody) % 4;
}

function drawCover(ctx: CanvasRenderingContext2D, scene: Scene, [, owner]: Bomb, bomb: number, ring: number): void {
  const { geometry: g, camera, options: o } = scene, unit = camera.scale;
  const colour = owner === nobody ? ash : colourOf(owner, o.dark);
  ctx.lineJoin = "round";
  for (const cell of coverOf(scene.show, scene.frame, bomb)) {
    if (!visible(scene, cell)) continue;
    const x = camera.screenX(g.x[cell] ?? 0), y = camera.screenY(g.y[cell] ?? 0);
    ctx.beginPath();
    outlinePath(ctx, g, x, y, unit * (0.84 - 0.14 * ring));
    if (ring === 0) {
      ctx.globalAlpha = 0.28;
      ctx.fillStyle = o.dark ? "#ffffff" : "#14161b";
      ctx.fill();
      ctx.globalAlpha = 1;
    }
    ctx.strokeStyle = o.dark ? "rgba(8,10,14,0.9)" : "rgba(255,255,255,0.95)";
    ctx.lineWidth = Math.max(2, unit * 0.15);
    ctx.stroke();
    ctx.strokeStyle = o.dark ? mix(colour, "#ffffff", 0.15) : mix(colour, "#14161b", 0.1);
    ctx.lineWidth = Math.max(1, unit * 0.09);
    ctx.stroke();
  }
}

/** Marks the cell under the pointer and the one of the keyboard. */
export function drawCursors(ctx: CanvasRenderingContext2D, scene: Scene, hover: number, selected: number): void {
  const ink = scene.options.dark ? "#ffffff" : "#14161b";
  if (hover >= 0 && hover !== selected) rim(ctx, scene, hover, faint(ink), 0.07);
  if (selected < 0) return;
  rim(ctx, scene, selected, scene.options.dark ? "#14161b" : "#ffffff", 0.26);
  rim(ctx, scene, selected, scene.options.dark ? "#ffffff" : "#1653c8", 0.14);
}

function faint(ink: string): string {
  return `${ink}b0`;
}

function rim(ctx: CanvasRenderingContext2D, scene: Scene, cell: number, colour: string, width: number): void {
  const { geometry: g, camera } = scene;
  ctx.beginPath();
  outlinePath(ctx, g, camera.screenX(g.x[cell] ?? 0), camera.screenY(g.y[cell] ?? 0), camera.scale * 0.94);
  ctx.strokeStyle = colour;
  ctx.lineWidth = Math.max(1.5 * scene.ratio, camera.scale * width);
  ctx.stroke();
}
