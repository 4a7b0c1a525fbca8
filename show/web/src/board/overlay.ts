import { unowned } from "../model";
import { ash, mix } from "../palette";
import { coverOf, dangers } from "./danger";
import { visible } from "./ground";
import { Layer, type Sprites } from "./layer";
import { outlinePath, ownerColour, putAt, type Scene, setText } from "./scene";

const heat = ["", "#ff2d20", "#ff8a00", "#ffd000", "#9fd65a", "#4fc3d9"] as const;

/**
 * Information shown on top of the ground on request: danger, and what bombs will cover. It is kept as a picture while
 * nothing changes.
 */
export class Overlay {
  /** The numbers of dangers, to be drawn above the embers; undefined if there are none. */
  numbers: HTMLCanvasElement | undefined;
  private readonly layer = new Layer();
  private readonly upper = new Layer();
  private seen = "";
  private frame: unknown;

  /** The picture; undefined if there is nothing to show. */
  picture(scene: Scene, sprites: Sprites, hover: number): HTMLCanvasElement | undefined {
    const { camera: c, options: o, frame } = scene;
    const single = o.covers || hover < 0 ? -1 : (frame.bombs ?? []).findIndex(([cell]) => cell === hover);
    this.numbers = o.danger ? this.upper.canvas : undefined;
    if (!o.danger && !o.covers && single < 0) return undefined;
    const view = [
      c.scale,
      c.left,
      c.top,
      c.width,
      c.height,
      scene.ratio,
      scene.detail,
      o.dark,
      o.danger,
      o.covers,
      o.projector,
      single,
    ].join();
    if (view === this.seen && frame === this.frame) return this.layer.canvas;
    this.seen = view;
    this.frame = frame;
    this.layer.clear(c.width, c.height);
    if (o.danger) {
      this.upper.clear(c.width, c.height);
      drawDanger(this.layer.ctx, this.upper.ctx, scene, sprites);
    }
    if (o.covers)
      drawCovers(
        this.layer.ctx,
        scene,
        sprites,
        (frame.bombs ?? []).map((_, i) => i),
      );
    else if (single >= 0) drawCovers(this.layer.ctx, scene, sprites, [single]);
    return this.layer.canvas;
  }
}

/** The colour of a danger that comes in this many turns. */
export function heatOf(turns: number): string {
  return heat[Math.min(turns, heat.length - 1)] || heat[1];
}

function drawDanger(
  ctx: CanvasRenderingContext2D,
  upper: CanvasRenderingContext2D,
  scene: Scene,
  sprites: Sprites,
): void {
  const danger = dangers(scene.header, scene.frame);
  for (let i = 0; i < danger.length; i++) {
    const turns = danger[i] ?? 0;
    if (turns === 0 || !visible(scene, i)) continue;
    putAt(ctx, scene, dangerSprite(scene, sprites, turns), i);
    if (scene.detail / scene.ratio >= 8) putAt(upper, scene, numberSprite(scene, sprites, turns), i);
  }
}

/** A cell in the colour of its danger. */
function dangerSprite(scene: Scene, sprites: Sprites, turns: number): HTMLCanvasElement {
  const { geometry: g, detail: unit } = scene;
  return sprites.get(`danger ${turns}`, Math.ceil(unit * 2.1), (ctx) => {
    ctx.beginPath();
    outlinePath(ctx, g, 0, 0, unit * 0.955);
    ctx.fillStyle = heatOf(turns);
    ctx.globalAlpha = turns === 1 ? 0.85 : 0.68;
    ctx.fill();
  });
}

/** The background and the colour of a danger's number, legible on every ground, including fresh embers. */
export const plate = "#14161b",
  plateInk = "#ffffff";

/** The number of turns on its plate. */
function numberSprite(scene: Scene, sprites: Sprites, turns: number): HTMLCanvasElement {
  const { options: o, detail: unit } = scene;
  const size = unit * (o.projector ? 0.72 : 0.6) * (turns > 99 ? 0.75 : 1);
  return sprites.get(`number ${turns}`, Math.ceil(unit * 2.1), (ctx) => {
    ctx.beginPath();
    ctx.arc(0, 0, size * 0.72, 0, 2 * Math.PI);
    ctx.fillStyle = plate;
    ctx.fill();
    setText(ctx, size, 750);
    ctx.fillStyle = plateInk;
    ctx.fillText(String(turns), 0, size * 0.07);
  });
}

/** Marks the cells that bombs will cover by a rim in each owner's colour, one rim inside the other. */
function drawCovers(ctx: CanvasRenderingContext2D, scene: Scene, sprites: Sprites, bombs: readonly number[]): void {
  const owners = new Map<number, number[]>();
  for (const bomb of bombs) {
    const owner = scene.frame.bombs?.[bomb]?.[1] ?? unowned;
    for (const cell of coverOf(scene.header, scene.frame, bomb)) {
      const list = owners.get(cell);
      if (!list) owners.set(cell, [owner]);
      else if (!list.includes(owner)) list.push(owner);
    }
  }
  for (const [cell, list] of owners) {
    if (visible(scene, cell))
      putAt(
        ctx,
        scene,
        coverSprite(
          scene,
          sprites,
          list.slice(0, 4).sort((a, b) => a - b),
        ),
        cell,
      );
  }
}

function coverSprite(scene: Scene, sprites: Sprites, owners: readonly number[]): HTMLCanvasElement {
  const { geometry: g, options: o, detail: unit } = scene;
  return sprites.get(`cover ${owners.join()}`, Math.ceil(unit * 2.1), (ctx) => {
    ctx.lineJoin = "round";
    owners.forEach((owner, ring) => {
      const colour = owner === unowned ? ash : ownerColour(scene.header, owner, o.dark);
      ctx.beginPath();
      outlinePath(ctx, g, 0, 0, unit * (0.82 - 0.17 * ring));
      if (ring === 0) {
        ctx.fillStyle = o.dark ? "rgba(255,255,255,0.3)" : "rgba(255,255,255,0.5)";
        ctx.fill();
      }
      ctx.strokeStyle = o.dark ? "rgba(8,10,14,0.9)" : "rgba(20,22,27,0.75)";
      ctx.lineWidth = Math.max(2, unit * 0.19);
      ctx.stroke();
      ctx.strokeStyle = mix(colour, "#ffffff", 0.12);
      ctx.lineWidth = Math.max(1, unit * 0.11);
      ctx.stroke();
    });
  });
}

/** Marks the cell under the pointer and the keyboard's cursor. */
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
