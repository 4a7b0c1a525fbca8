import { type Bomb, type Frame, unowned } from "../model";
import { ash, mix } from "../palette";
import type { Play } from "./characters";
import { dangers } from "./danger";
import type { Sprites } from "./layer";
import { arrival, bounce, ease, phase } from "./motion";
import { dimmed, ownerColour, putNear, type Scene, setText } from "./scene";

const hot = "#ff4530";
const small = 0.72;
const corner = 0.5;

/** Draws the bombs, and the previous frame's bombs that explode in this turn until their explosion. */
export function drawBombs(
  ctx: CanvasRenderingContext2D,
  scene: Scene,
  sprites: Sprites,
  play: Play,
  previous: Frame | undefined,
): void {
  const g = scene.geometry;
  const now = occupied(scene.frame);
  const before = previous ? occupied(previous) : now;
  const old = new Set((previous?.bombs ?? []).map(([cell]) => cell));
  const danger = dangers(scene.header, scene.frame);
  const draw = (bomb: Bomb, size: number, due: boolean): void => {
    const [cell, owner] = bomb;
    const aside = mixed(before.has(cell) ? 1 : 0, now.has(cell) ? 1 : 0, ease(phase(play.t, 0, arrival)));
    const x = (g.x[cell] ?? 0) + aside * corner;
    const y = (g.y[cell] ?? 0) + aside * corner;
    const scale = size * mixed(1, small, aside);
    ctx.globalAlpha = dimmed(owner, scene.options) ? 0.62 : 1;
    putNear(
      ctx,
      scene,
      bombSprite(scene, sprites, bomb, due, scale === small ? small : 1),
      x,
      y,
      scale === small ? 1 : scale,
    );
  };
  if (play.t < 1) {
    for (const bomb of previous?.bombs ?? []) {
      const reached = play.blasts[bomb[0]] ?? -1;
      if (reached >= play.t) draw(bomb, 1 + 0.22 * phase(play.t, 0, reached), true);
    }
  }
  for (const bomb of scene.frame.bombs ?? []) {
    const lies = old.has(bomb[0]) || play.t >= 1 || !previous;
    draw(bomb, lies ? 1 : Math.max(0.05, bounce(phase(play.t, 0.15, 0.55))), danger[bomb[0]] === 1);
  }
  ctx.globalAlpha = 1;
}

/** The cells with a living character: bombs there are drawn to one side. */
function occupied(frame: Frame): Set<number> {
  return new Set((frame.tokens ?? []).filter((t) => t[3]).map((t) => t[2]));
}

function mixed(a: number, b: number, share: number): number {
  return a + (b - a) * share;
}

/**
 * A dark ball with a ring in its owner's colour, a timer and a fuse. It is red-hot if it explodes in the coming turn
 * (due).
 */
function bombSprite(
  scene: Scene,
  sprites: Sprites,
  [, owner, timer]: Bomb,
  due: boolean,
  scale: number,
): HTMLCanvasElement {
  const { options: o, detail: unit } = scene;
  const radius = (o.projector ? 0.58 : 0.53) * unit * scale;
  return sprites.get(`bomb ${owner} ${timer} ${due} ${scale}`, Math.ceil(radius * 3), (ctx) => {
    const colour = owner === unowned ? ash : ownerColour(scene.header, owner, o.dark);
    if (due) glow(ctx, radius);
    fuse(ctx, radius, due);
    ctx.beginPath();
    ctx.arc(0, 0, radius * 1.09, 0, 2 * Math.PI);
    ctx.fillStyle = o.dark ? "#f4f5f7" : "#0c0e12";
    ctx.fill();
    ctx.beginPath();
    ctx.arc(0, 0, radius, 0, 2 * Math.PI);
    ctx.fillStyle = colour;
    ctx.fill();
    const shine = ctx.createRadialGradient(-radius * 0.25, -radius * 0.3, radius * 0.05, 0, 0, radius * 0.8);
    shine.addColorStop(0, due ? mix(hot, "#ffffff", 0.12) : "#4a505d");
    shine.addColorStop(1, due ? "#8f1408" : "#0f1115");
    ctx.beginPath();
    ctx.arc(0, 0, radius * 0.74, 0, 2 * Math.PI);
    ctx.fillStyle = shine;
    ctx.fill();
    if (radius / scene.ratio < 4) return;
    setText(ctx, radius * (timer > 99 ? 0.6 : timer > 9 ? 0.82 : 1.08), 750);
    ctx.fillStyle = "#ffffff";
    ctx.fillText(String(timer), 0, radius * 0.06);
  });
}

function glow(ctx: CanvasRenderingContext2D, radius: number): void {
  const light = ctx.createRadialGradient(0, 0, radius, 0, 0, radius * 1.5);
  light.addColorStop(0, "rgba(255,69,48,0.85)");
  light.addColorStop(1, "rgba(255,69,48,0)");
  ctx.fillStyle = light;
  ctx.fillRect(-radius * 1.5, -radius * 1.5, radius * 3, radius * 3);
}

function fuse(ctx: CanvasRenderingContext2D, radius: number, due: boolean): void {
  ctx.strokeStyle = "#c9a36a";
  ctx.lineWidth = radius * 0.2;
  ctx.lineCap = "round";
  ctx.beginPath();
  ctx.moveTo(radius * 0.6, -radius * 0.75);
  ctx.quadraticCurveTo(radius * 0.85, -radius * 1.2, radius * 1.08, -radius * 1.08);
  ctx.stroke();
  ctx.fillStyle = due ? "#fff3b0" : "#ffb23e";
  ctx.beginPath();
  ctx.arc(radius * 1.1, -radius * 1.08, radius * (due ? 0.26 : 0.17), 0, 2 * Math.PI);
  ctx.fill();
}
