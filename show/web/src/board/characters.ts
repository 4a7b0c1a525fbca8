import { markOf, type Token } from "../model";
import { inkOn, mix } from "../palette";
import type { Sprites } from "./layer";
import { bounce, flash, nameOf, phase, stepOf } from "./motion";
import { dimmed, ownerColour, putNear, type Scene, setText, tokenRadius } from "./scene";

/** The turn that is shown, the turn before, and the progress of the animation. */
export interface Play {
  /** The characters of the turn before, by name; empty if nothing moves. */
  readonly before: ReadonlyMap<string, Token>;
  /** When the blast reaches each cell, as a share of the animation; -1: never. */
  readonly blasts: Float32Array;
  /** The share of the animation that has passed, 0 to 1; at 1 nothing moves. */
  readonly t: number;
}

const gold = "#ffd447";

/** Draws the dead characters, below everything else. */
export function drawDead(ctx: CanvasRenderingContext2D, scene: Scene, sprites: Sprites, play: Play): void {
  const lying = new Map<number, number>();
  for (const token of scene.frame.tokens ?? []) {
    if (token[2] < 0 || livesAt(token, play)) continue;
    const n = lying.get(token[2]) ?? 0;
    lying.set(token[2], n + 1);
    const g = scene.geometry;
    const [dx, dy] = shifts[n % shifts.length] ?? [0, 0];
    ctx.globalAlpha = dimmed(token[1] + 1, scene.options) ? 0.7 : 1;
    putNear(ctx, scene, deadSprite(scene, sprites, token), (g.x[token[2]] ?? 0) + dx, (g.y[token[2]] ?? 0) + dy);
  }
  ctx.globalAlpha = 1;
}

/** Offsets for several dead characters on one cell. */
const shifts: readonly (readonly [number, number])[] = [
  [0, 0],
  [0.3, 0.16],
  [-0.3, 0.16],
  [0, -0.3],
];

/** Draws the living characters, on their way between two cells. */
export function drawLiving(ctx: CanvasRenderingContext2D, scene: Scene, sprites: Sprites, play: Play): void {
  const g = scene.geometry;
  for (const token of scene.frame.tokens ?? []) {
    const cell = token[2];
    if (cell < 0 || !livesAt(token, play)) continue;
    const before = play.before.get(nameOf(token));
    const { from, share } = stepOf(g, before, token, play.t);
    const x = mixed(g.x[from] ?? 0, g.x[cell] ?? 0, share);
    const y = mixed(g.y[from] ?? 0, g.y[cell] ?? 0, share);
    const risen = before !== undefined && before[3] === 0 && play.t < 1;
    ctx.globalAlpha = dimmed(token[1] + 1, scene.options) ? 0.85 : 1;
    putNear(
      ctx,
      scene,
      livingSprite(scene, sprites, token),
      x,
      y,
      risen ? Math.max(0.05, bounce(phase(play.t, 0, 0.5))) : 1,
    );
  }
  ctx.globalAlpha = 1;
}

/** Whether a character is drawn as alive: one that dies in this turn is alive until the blast reaches it. */
function livesAt(token: Token, play: Play): boolean {
  if (token[3]) return true;
  if (play.t >= 1 || !play.before.get(nameOf(token))?.[3]) return false;
  const reached = play.blasts[token[2]] ?? -1;
  return reached >= 0 && play.t < reached + flash / 3;
}

function mixed(a: number, b: number, share: number): number {
  return a + (b - a) * share;
}

function livingSprite(scene: Scene, sprites: Sprites, [id, player, , , , bombs]: Token): HTMLCanvasElement {
  const { options: o, detail: unit } = scene;
  const special = scene.header.players[player]?.special === true;
  const mine = o.me === player;
  const radius = tokenRadius(scene) * unit;
  return sprites.get(`living ${id} ${player} ${bombs}`, Math.ceil(radius * 2.7), (ctx) => {
    if (mine) halo(ctx, radius);
    const colour = ownerColour(scene.header, player + 1, o.dark);
    ctx.beginPath();
    body(ctx, radius, special);
    ctx.fillStyle = "rgba(8,10,14,0.85)";
    ctx.strokeStyle = special ? gold : mine || o.dark ? "#ffffff" : "#2a2e37";
    ctx.lineWidth = Math.max(1, radius * (mine ? 0.3 : 0.2));
    ctx.stroke();
    const light = ctx.createLinearGradient(0, -radius, 0, radius);
    light.addColorStop(0, mix(colour, "#ffffff", 0.22));
    light.addColorStop(0.55, colour);
    light.addColorStop(1, mix(colour, "#14161b", 0.18));
    ctx.fillStyle = light;
    ctx.fill();
    ctx.fillStyle = inkOn(colour);
    name(ctx, scene, radius, id, player);
    ready(ctx, scene, radius, bombs);
  });
}

/** A gravestone with a rim in the player's colour, the character's name, and the turns until its revival. */
function deadSprite(scene: Scene, sprites: Sprites, [id, player, , , revival]: Token): HTMLCanvasElement {
  const { options: o, detail: unit } = scene;
  const radius = tokenRadius(scene) * unit * 0.92;
  return sprites.get(`dead ${id} ${player} ${revival}`, Math.ceil(radius * 2.6), (ctx) => {
    const colour = ownerColour(scene.header, player + 1, o.dark);
    ctx.beginPath();
    grave(ctx, radius);
    ctx.lineWidth = Math.max(2, radius * 0.32);
    ctx.strokeStyle = o.dark ? "#0c0e12" : "#ffffff";
    ctx.stroke();
    ctx.fillStyle = o.dark ? "#2b2f38" : "#c9cdd6";
    ctx.fill();
    ctx.lineWidth = Math.max(1, radius * 0.15);
    ctx.strokeStyle = colour;
    ctx.stroke();
    ctx.fillStyle = ctx.strokeStyle = o.dark ? "#e9ebf0" : "#22262e";
    if (radius / scene.ratio < 5) return;
    const small = radius / scene.ratio < 10;
    if (revival < 0) cross(ctx, radius, small ? 0 : 0.36);
    else {
      setText(ctx, radius * (small ? 1.1 : 0.78), 750);
      ctx.fillText(String(revival), 0, radius * (small ? 0.1 : 0.42));
    }
    if (small) return;
    const text = markOf(scene.header, player) + (id >= 0 ? String(id) : "");
    setText(ctx, radius * (text.length > 3 ? 0.46 : 0.56), 650);
    ctx.fillText(text, 0, -radius * 0.25);
  });
}

function grave(ctx: CanvasPath, radius: number): void {
  const w = radius * 0.8;
  const foot = radius * 0.92;
  ctx.moveTo(-w, foot);
  ctx.lineTo(-w, -radius * 0.12);
  ctx.arc(0, -radius * 0.12, w, Math.PI, 0);
  ctx.lineTo(w, foot);
  ctx.closePath();
}

function cross(ctx: CanvasRenderingContext2D, radius: number, y: number): void {
  const r = radius * 0.3;
  ctx.beginPath();
  ctx.moveTo(0, radius * y - r);
  ctx.lineTo(0, radius * y + r * 1.1);
  ctx.moveTo(-r * 0.7, radius * y - r * 0.3);
  ctx.lineTo(r * 0.7, radius * y - r * 0.3);
  ctx.lineWidth = Math.max(1, radius * 0.15);
  ctx.stroke();
}

/** The shape of a character: a disc, or a star with many points for a special player. */
function body(ctx: CanvasPath, radius: number, special: boolean): void {
  if (!special) return ctx.arc(0, 0, radius, 0, 2 * Math.PI);
  for (let i = 0; i < 20; i++) {
    const r = radius * (i % 2 === 0 ? 1.12 : 0.9);
    const a = (i * Math.PI) / 10;
    if (i === 0) ctx.moveTo(r * Math.sin(a), -r * Math.cos(a));
    else ctx.lineTo(r * Math.sin(a), -r * Math.cos(a));
  }
  ctx.closePath();
}

function halo(ctx: CanvasRenderingContext2D, radius: number): void {
  const glow = ctx.createRadialGradient(0, 0, radius * 0.9, 0, 0, radius * 1.34);
  glow.addColorStop(0, "rgba(255,255,255,0.85)");
  glow.addColorStop(1, "rgba(255,255,255,0)");
  ctx.fillStyle = glow;
  ctx.fillRect(-radius * 1.35, -radius * 1.35, radius * 2.7, radius * 2.7);
}

function name(ctx: CanvasRenderingContext2D, scene: Scene, radius: number, id: number, player: number): void {
  if (radius / scene.ratio < 4) return;
  const small = radius / scene.ratio < 9; // only the letters, larger
  const numbered = id >= 0 && !small && (scene.options.labels || scene.options.projector);
  const text = markOf(scene.header, player) + (numbered ? String(id) : "");
  setText(ctx, radius * (small ? 1.4 : 1) * ([1.2, 1.2, 1, 0.82, 0.68][text.length] ?? 2.6 / text.length), 700);
  ctx.fillText(text, 0, radius * 0.04);
}

/** A dot for each bomb that is ready, at most five. */
function ready(ctx: CanvasRenderingContext2D, scene: Scene, radius: number, bombs: number): void {
  if (radius / scene.ratio < 9) return;
  const n = Math.min(5, bombs);
  for (let i = 0; i < n; i++) {
    ctx.beginPath();
    ctx.arc((i - (n - 1) / 2) * radius * 0.3, radius * 0.68, radius * 0.1, 0, 2 * Math.PI);
    ctx.fill();
  }
}
