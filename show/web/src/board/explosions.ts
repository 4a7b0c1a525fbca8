import { legendOf } from "../legend";
import { type Explosion, unowned } from "../model";
import { ash, faded, mix } from "../palette";
import type { Play } from "./characters";
import { visible } from "./ground";
import type { Sprites } from "./layer";
import { flash, phase } from "./motion";
import { dimmed, outlinePath, ownerColour, putAt, type Scene } from "./scene";

const fire = "#ff7a1a";

/** Draws the embers that blasts leave on cells. They stay until the next turn, in which they fade. */
export function drawEmbers(
  ctx: CanvasRenderingContext2D,
  scene: Scene,
  sprites: Sprites,
  play: Play,
  old: readonly Explosion[] | undefined,
): void {
  if (play.t < 1) for (const e of old ?? []) ember(ctx, scene, sprites, e, 1 - phase(play.t, 0, 0.3));
  for (const e of scene.frame.explosions ?? []) {
    const reached = play.t >= 1 ? 0 : (play.blasts[e[0]] ?? 0);
    ember(ctx, scene, sprites, e, play.t >= 1 ? 1 : phase(play.t, reached, reached + flash / 2));
  }
  ctx.globalAlpha = 1;
}

/** Draws the fire on the cells that the blast is reaching at this moment. */
export function drawFlashes(ctx: CanvasRenderingContext2D, scene: Scene, sprites: Sprites, play: Play): void {
  if (play.t >= 1) return;
  for (const [cell, owner] of scene.frame.explosions ?? []) {
    const reached = play.blasts[cell] ?? -1;
    const share = phase(play.t, reached, reached + flash);
    if (reached < 0 || play.t < reached || share >= 1 || !visible(scene, cell)) continue;
    ctx.globalAlpha = share < 0.35 ? 1 : 1 - (share - 0.35) / 0.65;
    const size = 0.45 + 0.55 * Math.sqrt(share);
    putAt(ctx, scene, flareSprite(scene, sprites, owner), cell, size);
  }
  ctx.globalAlpha = 1;
}

function ember(
  ctx: CanvasRenderingContext2D,
  scene: Scene,
  sprites: Sprites,
  [cell, owner]: Explosion,
  strength: number,
): void {
  if (strength <= 0 || cell < 0 || !visible(scene, cell)) return;
  ctx.globalAlpha = strength * (dimmed(owner, scene.options) ? 0.4 : 0.95);
  putAt(ctx, scene, emberSprite(scene, sprites, owner), cell);
}

/** The colour of a blast: fire in games where blasts have no colour, ash for a tie of colours. */
function blastColour(scene: Scene, owner: number): string {
  if (owner !== unowned) return ownerColour(scene.header, owner, scene.options.dark);
  return legendOf(scene.header).painted ? ash : fire;
}

/** Light from the middle of a cell. It is a little larger than the cell, so that neighbours merge. */
function flareSprite(scene: Scene, sprites: Sprites, owner: number): HTMLCanvasElement {
  const radius = scene.detail * 1.3;
  return sprites.get(`flare ${owner}`, Math.ceil(radius * 2), (ctx) => {
    const colour = blastColour(scene, owner);
    const light = ctx.createRadialGradient(0, 0, 0, 0, 0, radius);
    const ashen = owner === unowned && legendOf(scene.header).painted === true;
    light.addColorStop(0, "#ffffff");
    light.addColorStop(0.32, ashen ? "#e4e4e4" : mix(colour, "#fff3c4", 0.72));
    light.addColorStop(0.66, ashen ? "#8d9097" : mix(colour, "#ffffff", 0.12));
    light.addColorStop(1, `${colour}00`);
    ctx.fillStyle = light;
    ctx.fillRect(-radius, -radius, 2 * radius, 2 * radius);
  });
}

/** A glowing rim inside the cell and a bright spot; ash is crossed out. */
function emberSprite(scene: Scene, sprites: Sprites, owner: number): HTMLCanvasElement {
  const unit = scene.detail;
  const g = scene.geometry;
  return sprites.get(`ember ${owner}`, Math.ceil(unit * 2.1), (ctx) => {
    const look = emberLook(scene, owner);
    ctx.beginPath();
    outlinePath(ctx, g, 0, 0, unit * (g.square ? 0.96 : 0.93));
    ctx.save();
    ctx.clip();
    const light = ctx.createRadialGradient(0, 0, unit * 0.12, 0, 0, unit);
    for (const [i, colour] of look.light.entries()) light.addColorStop(i / 2, colour);
    ctx.fillStyle = light;
    ctx.fillRect(-unit, -unit, 2 * unit, 2 * unit);
    ctx.restore();
    ctx.lineWidth = Math.max(1, unit * 0.1);
    ctx.strokeStyle = look.rim;
    ctx.beginPath();
    outlinePath(ctx, g, 0, 0, unit * 0.86);
    ctx.stroke();
    if (look.crossed) cross(ctx, unit * 0.42);
  });
}

interface EmberLook {
  /** The colours from the middle to the edge. */
  light: [string, string, string];
  rim: string;
  crossed: boolean;
}

function emberLook(scene: Scene, owner: number): EmberLook {
  const dark = scene.options.dark;
  if (owner === unowned && !legendOf(scene.header).painted)
    return { light: ["#fff3c4", faded(fire, 0.75), faded(fire, 0.45)], rim: fire, crossed: false };
  if (owner === unowned)
    return {
      light: [faded(ash, 0.8), faded(ash, 0.4), faded("#777777", 0.25)],
      rim: dark ? "#f2f2f2" : "#5d626d",
      crossed: true,
    };
  const colour = ownerColour(scene.header, owner, dark);
  const pale = mix(colour, "#ffffff", 0.35);
  return {
    light: [faded("#fff4cd", 0.95), faded(pale, 0.5), faded(colour, 0.35)],
    rim: mix(colour, "#ffffff", 0.55),
    crossed: false,
  };
}

function cross(ctx: CanvasRenderingContext2D, r: number): void {
  ctx.beginPath();
  ctx.moveTo(-r, -r);
  ctx.lineTo(r, r);
  ctx.moveTo(r, -r);
  ctx.lineTo(-r, r);
  ctx.stroke();
}
