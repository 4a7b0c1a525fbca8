import { type Explosion, nobody } from "../model";
import { ash, colourOf, mix } from "../palette";
import type { Play } from "./characters";
import { visible } from "./ground";
import { put, type Sprites } from "./layer";
import { flash, phase } from "./motion";
import { outlinePath, type Scene } from "./scene";

const fire = "#ff7a1a";

/** Draws what blasts leave on the cells that they have reached; it stays until the next turn, in which it fades. */
export function drawEmbers(ctx: CanvasRenderingContext2D, scene: Scene, sprites: Sprites, play: Play, old: readonly Explosion[] | undefined): void {
  if (play.t < 1) for (const e of old ?? []) ember(ctx, scene, sprites, e, 1 - phase(play.t, 0, 0.3));
  for (const e of scene.frame.explosions ?? []) {
    const reached = play.t >= 1 ? 0 : play.blasts[e[0]] ?? 0;
    ember(ctx, scene, sprites, e, play.t >= 1 ? 1 : phase(play.t, reached, reached + flash / 2));
  }
  ctx.globalAlpha = 1;
}

/** Draws the fire on the cells that the blast is just reaching. */
export function drawFlashes(ctx: CanvasRenderingContext2D, scene: Scene, sprites: Sprites, play: Play): void {
  if (play.t >= 1) return;
  const { geometry: g, camera } = scene;
  for (const [cell, owner] of scene.frame.explosions ?? []) {
    const reached = play.blasts[cell] ?? -1, share = phase(play.t, reached, reached + flash);
    if (reached < 0 || play.t < reached || share >= 1 || !visible(scene, cell)) continue;
    ctx.globalAlpha = share < 0.35 ? 1 : 1 - (share - 0.35) / 0.65;
    const size = 0.45 + 0.55 * Math.sqrt(share);
    put(ctx, flareSprite(scene, sprites, owner), camera.screenX(g.x[cell] ?? 0), camera.screenY(g.y[cell] ?? 0), size);
  }
  ctx.globalAlpha = 1;
}

function ember(ctx: CanvasRenderingContext2D, scene: Scene, sprites: Sprites, [cell, owner]: Explosion, strength: number): void {
  if (strength <= 0 || cell < 0 || !visible(scene, cell)) return;
  const { geometry: g, camera } = scene;
  ctx.globalAlpha = strength * (scene.options.dark ? 0.9 : 1);
  put(ctx, emberSprite(scene, sprites, owner), camera.screenX(g.x[cell] ?? 0), camera.screenY(g.y[cell] ?? 0));
}

/** The colour of a blast: fire where blasts have no colour, ash where colours tie. */
function blastColour(scene: Scene, owner: number): string {
  if (owner !== nobody) return colourOf(owner, scene.options.dark);
  return scene.geometry.square ? fire : ash;
}

/** Light from the middle of a cell, a little larger than the cell, so that neighbours flow into each other. */
function flareSprite(scene: Scene, sprites: Sprites, owner: number): HTMLCanvasElement {
  const radius = scene.camera.scale * 1.3;
  return sprites.get(`flare ${owner}`, Math.ceil(radius * 2), (ctx) => {
    const colour = blastColour(scene, owner), light = ctx.createRadialGradient(0, 0, 0, 0, 0, radius);
    const warm = owner === nobody && !scene.geometry.square ? mix(ash, "#14161b", 0.25) : mix(colour, "#ffb020", 0.3);
    light.addColorStop(0, "rgba(255,255,255,1)");
    light.addColorStop(0.3, mix(colour, "#fff6d8", 0.75));
    light.addColorStop(0.62, warm);
    light.addColorStop(1, `${colour}00`);
    ctx.fillStyle = light;
    ctx.fillRect(-radius, -radius, 2 * radius, 2 * radius);
  });
}

/** A glowing rim within the cell and a bright spot; ash is crossed out. */
function emberSprite(scene: Scene, sprites: Sprites, owner: number): HTMLCanvasElement {
  const unit = scene.camera.scale, g = scene.geometry;
  return sprites.get(`ember ${owner}`, Math.ceil(unit * 2.1), (ctx) => {
    const colour = blastColour(scene, owner), neutral = owner === nobody && !g.square;
    ctx.beginPath();
    outlinePath(ctx, g, 0, 0, unit * (g.square ? 0.96 : 0.93));
    ctx.save();
    ctx.clip();
    const light = ctx.createRadialGradient(0, 0, unit * 0.12, 0, 0, unit);
    light.addColorStop(0, neutral ? "rgba(245,245,245,0.75)" : "rgba(255,244,205,0.95)");
    light.addColorStop(0.45, neutral ? "rgba(190,190,190,0.35)" : `${mix(colour, "#ffffff", 0.35)}88`);
    light.addColorStop(1, neutral ? "rgba(120,120,120,0.25)" : `${colour}55`);
    ctx.fillStyle = light;
    ctx.fillRect(-unit, -unit, 2 * unit, 2 * unit);
    ctx.restore();
    ctx.lineWidth = Math.max(1, unit * 0.1);
    ctx.strokeStyle = neutral ? "#f2f2f2" : mix(colour, "#ffffff", 0.55);
    ctx.beginPath();
    outlinePath(ctx, g, 0, 0, unit * 0.86);
    ctx.stroke();
    if (neutral) cross(ctx, unit * 0.42);
  });
}

function cross(ctx: CanvasRenderingContext2D, r: number): void {
  ctx.beginPath();
  ctx.moveTo(-r, -r);
  ctx.lineTo(r, r);
  ctx.moveTo(r, -r);
  ctx.lineTo(-r, r);
  ctx.stroke();
}
