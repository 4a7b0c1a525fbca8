// Paints what the bot of the player who stands out has drawn for the turn.

import type { Drawing, Frame } from "../model";
import { inkOn } from "../palette";
import type { Geometry } from "./geometry";
import { Layer } from "./layer";
import { outlinePath, type Scene, setText } from "./scene";

/** A shape, placed by cells of the board. */
export interface Shape {
  kind: "cell" | "text" | "line" | "arrow" | "circle";
  cell: number;
  /** The cell where a line ends; for other shapes, the same as cell. */
  to: number;
  /** The radius of a circle; 1 is the distance between the middles of two neighbours. */
  radius: number;
  /** #rrggbb */
  color: string;
  text: string;
}

/** The shapes of a drawing (see "Drawings" in docs/replay-format.md). Unknown shapes are left out. */
export function shapesOf(drawing: Drawing, geometry: Geometry): Shape[] {
  return drawing.shapes.split("\n").flatMap((line) => shapeOf(line, geometry) ?? []);
}

function shapeOf(line: string, geometry: Geometry): Shape | undefined {
  const words = line.split(" ");
  const kind = words.shift();
  const cell = (): number => geometry.find(Number(words.shift()), Number(words.shift()));
  if (kind !== "cell" && kind !== "text" && kind !== "line" && kind !== "arrow" && kind !== "circle") return undefined;
  const at = cell();
  const to = kind === "line" || kind === "arrow" ? cell() : at;
  const radius = kind === "circle" ? Number(words.shift()) : 0;
  const color = words.shift() ?? "";
  if (at < 0 || to < 0 || !(radius >= 0 && radius <= 100) || !/^#[0-9a-f]{6}$/.test(color)) return undefined;
  return { kind, cell: at, to, radius, color, text: words.join(" ") };
}

/** The drawings to show: those of one player, without the layers that the reader has switched off. */
export function seenDrawings(frame: Frame, player: number, hidden: readonly string[]): Drawing[] {
  return player < 0
    ? []
    : (frame.drawings ?? []).filter((drawing) => drawing.player === player && !hidden.includes(drawing.layer));
}

/** The texts and fills of a cell, in words; "" if there are none. */
export function describeDrawings(
  frame: Frame,
  geometry: Geometry,
  player: number,
  hidden: readonly string[],
  cell: number,
): string {
  const found: string[] = [];
  for (const drawing of seenDrawings(frame, player, hidden)) {
    for (const shape of shapesOf(drawing, geometry)) {
      if (shape.cell !== cell && shape.to !== cell) continue;
      const text = shape.text === "" ? shape.kind.replace("cell", "filled") : `“${shape.text}”`;
      if (!found.includes(text)) found.push(text);
    }
  }
  return found.length > 0 ? `drawn: ${found.join(", ")}` : "";
}

/** A shape to paint. */
interface Item {
  shape: Shape;
  /** Its position among the texts of its cell. */
  row: number;
  rows: number;
  /** The approximate cost of painting it; a short text is 1. */
  cost: number;
}

const goal = 4; // milliseconds of painting allowed in one picture of the board

/**
 * The drawings, in two pictures that are kept while nothing changes: filled cells lie below what is on the board,
 * everything else above it. If there is much to paint, the work is spread over several pictures of the board.
 */
export class Drawings {
  private readonly under = new Layer();
  private readonly over = new Layer();
  private seen = "";
  private shown: unknown[] = [];
  private items: Item[] = [];
  private next = 0;
  private spent = 0;
  /** The total cost that is painted at once. It adapts to how long painting takes. */
  private batch = 300;

  /** Whether there is more to paint. */
  get unfinished(): boolean {
    return this.next < this.items.length;
  }

  /** Draws the picture below what is on the board. */
  drawUnder(ctx: CanvasRenderingContext2D, scene: Scene): void {
    const start = performance.now();
    this.prepare(scene);
    if (this.items.length > 0) ctx.drawImage(this.under.canvas, 0, 0);
    this.spent = performance.now() - start;
  }

  /** Draws the picture above what is on the board; call drawUnder first. */
  drawOver(ctx: CanvasRenderingContext2D): void {
    if (this.items.length === 0) return;
    const start = performance.now();
    ctx.drawImage(this.over.canvas, 0, 0);
    this.spent += performance.now() - start;
    if (this.unfinished)
      this.batch = Math.min(5000, Math.max(10, this.batch * Math.min(2, goal / Math.max(0.5, this.spent))));
  }

  private prepare(scene: Scene): void {
    const { camera: c, options: o, frame } = scene;
    const view = [c.scale, c.left, c.top, c.width, c.height, scene.ratio].join();
    const off = !o.drawings || o.projector || o.me < 0 || !frame.drawings;
    const what = off ? [] : [frame, o.me, o.hiddenLayers.join("\n")];
    const fresh = what.length !== this.shown.length || what.some((value, i) => value !== this.shown[i]);
    if (fresh) {
      this.shown = what;
      this.items = off
        ? []
        : itemsOf(
            seenDrawings(frame, o.me, o.hiddenLayers).flatMap((drawing) => shapesOf(drawing, scene.geometry)),
            scene.geometry,
          );
    }
    if (this.items.length === 0) return;
    if (fresh || view !== this.seen) {
      this.seen = view;
      this.next = 0;
      this.under.clear(c.width, c.height);
      this.over.clear(c.width, c.height);
    }
    for (let left = this.batch; left > 0 && this.unfinished; this.next++) {
      const item = this.items[this.next] as Item;
      left -= item.cost;
      paint(item.shape.kind === "cell" && item.rows === 0 ? this.under.ctx : this.over.ctx, scene, item);
    }
  }
}

/** What to paint, in order: filled cells, lines, texts. A filled cell with a text is two items. */
function itemsOf(shapes: readonly Shape[], g: Geometry): Item[] {
  const fills: Item[] = [];
  const lines: Item[] = [];
  const inCell = new Map<number, Item[]>();
  for (const shape of shapes) {
    if (shape.kind === "cell") fills.push({ shape, row: 0, rows: 0, cost: 1.5 });
    else if (shape.kind !== "text") lines.push({ shape, row: 0, rows: 0, cost: 1 + 2 * extent(shape, g) });
    if (shape.text === "") continue;
    const list = inCell.get(shape.cell);
    if (list) list.push({ shape, row: 0, rows: 0, cost: 1 });
    else inCell.set(shape.cell, [{ shape, row: 0, rows: 0, cost: 1 }]);
  }
  const texts = [...inCell.values()].flatMap((list) => {
    const seen = list.slice(-mostRows);
    for (const [row, item] of seen.entries()) {
      Object.assign(item, { row, rows: seen.length, cost: 1 + item.shape.text.length / 8 });
    }
    return seen;
  });
  return [...fills, ...lines, ...texts];
}

const mostRows = 3; // texts shown in one cell: the newest

/** The length of a line or an arrow, or the size of a circle, in world units. */
function extent({ kind, cell, to, radius }: Shape, g: Geometry): number {
  if (kind === "circle") return 5 * radius;
  return Math.hypot((g.x[to] ?? 0) - (g.x[cell] ?? 0), (g.y[to] ?? 0) - (g.y[cell] ?? 0));
}

/** A dark rim around light colours, a light one around dark ones. */
function haloOf(color: string): string {
  return inkOn(color) === "#ffffff" ? "rgba(255,255,255,0.85)" : "rgba(12,14,18,0.8)";
}

function point({ geometry: g, camera }: Scene, cell: number): [number, number] {
  return [camera.screenX(g.x[cell] ?? 0), camera.screenY(g.y[cell] ?? 0)];
}

function paint(ctx: CanvasRenderingContext2D, scene: Scene, item: Item): void {
  const { shape } = item;
  ctx.lineJoin = ctx.lineCap = "round";
  if (item.rows > 0) paintText(ctx, scene, item);
  else if (shape.kind === "cell") paintFill(ctx, scene, shape);
  else paintLine(ctx, scene, shape);
}

/** Fills a cell except for a rim, so that its ground shows through. */
function paintFill(ctx: CanvasRenderingContext2D, scene: Scene, { cell, color }: Shape): void {
  const { geometry: g, camera } = scene;
  const unit = camera.scale;
  const [x, y] = point(scene, cell);
  ctx.fillStyle = color;
  ctx.beginPath();
  outlinePath(ctx, g, x, y, unit * 0.95);
  ctx.globalAlpha = 0.5;
  ctx.fill();
  outlinePath(ctx, g, x, y, unit * 0.83);
  ctx.globalAlpha = 0.9;
  ctx.fill("evenodd");
  ctx.globalAlpha = 1;
}

/** Strokes a path with its halo. */
function stroke(ctx: CanvasRenderingContext2D, path: Path2D, color: string, width: number, ratio: number): void {
  ctx.strokeStyle = haloOf(color);
  ctx.lineWidth = width + 2 * ratio;
  ctx.stroke(path);
  ctx.strokeStyle = color;
  ctx.lineWidth = width;
  ctx.stroke(path);
}

function paintLine(ctx: CanvasRenderingContext2D, scene: Scene, shape: Shape): void {
  const { camera, ratio } = scene;
  const unit = camera.scale;
  const width = Math.max(1.5 * ratio, unit * 0.13);
  const [x, y] = point(scene, shape.cell);
  const [tx, ty] = point(scene, shape.to);
  const line = new Path2D();
  if (shape.kind === "circle") line.arc(x, y, shape.radius * Math.sqrt(3) * unit, 0, 2 * Math.PI);
  else if (shape.kind === "line") {
    line.moveTo(x, y);
    line.lineTo(tx, ty);
  } else if (shape.cell !== shape.to) {
    const turn = Math.atan2(ty - y, tx - x);
    const head = unit * 0.5;
    const bx = tx - Math.cos(turn) * head;
    const by = ty - Math.sin(turn) * head;
    const tip = new Path2D();
    tip.moveTo(tx, ty);
    for (const side of [-1, 1])
      tip.lineTo(bx - side * Math.sin(turn) * head * 0.55, by + side * Math.cos(turn) * head * 0.55);
    tip.closePath();
    line.moveTo(x, y);
    line.lineTo(bx, by);
    stroke(ctx, line, shape.color, width, ratio);
    stroke(ctx, tip, shape.color, ratio, ratio);
    ctx.fillStyle = shape.color;
    ctx.fill(tip);
    return;
  }
  stroke(ctx, line, shape.color, width, ratio);
}

/** Writes a text as large as it fits into its cell. */
function paintText(ctx: CanvasRenderingContext2D, scene: Scene, { shape, row, rows }: Item): void {
  const { camera, ratio } = scene;
  const unit = camera.scale;
  const size = unit * Math.min(rows > 1 ? 0.5 : 0.68, Math.max(0.3, 2.5 / shape.text.length));
  if (size < 5 * ratio) return;
  const [x, middle] = point(scene, shape.cell);
  const y = middle + (row - (rows - 1) / 2) * unit * 0.56 + size * 0.06;
  setText(ctx, size, 750);
  ctx.strokeStyle = haloOf(shape.color);
  ctx.lineWidth = size * 0.26;
  ctx.strokeText(shape.text, x, y);
  ctx.fillStyle = shape.color;
  ctx.fillText(shape.text, x, y);
}
