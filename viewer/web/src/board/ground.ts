import { brick, type Frame, stone } from "../model";
import { inkOn } from "../palette";
import { drawItem } from "./items";
import { Layer } from "./layer";
import { patternFill } from "./patterns";
import { type BoardOptions, brickColour, groundColours, outlinePath, type Scene, setText } from "./scene";
import { drawBrick, drawStone } from "./walls";

/** The cells with their owners, walls and items, kept as a picture: only what changes is painted again. */
export class Ground {
  private readonly layer = new Layer();
  private readonly owners: Int32Array;
  private readonly walls: Uint8Array;
  private readonly items: Uint8Array;
  private dirty = new Set<number>();
  private seen = "";

  constructor(private readonly count: number) {
    this.owners = new Int32Array(count);
    this.walls = new Uint8Array(count);
    this.items = new Uint8Array(count);
  }

  /** Gives one cell what it has in a frame. */
  set(cell: number, frame: Frame): void {
    const owner = frame.owners?.[cell] ?? 0, wall = frame.walls?.[cell] ?? 0, item = frame.items?.[cell] ?? 0;
    if (this.owners[cell] === owner && this.walls[cell] === wall && this.items[cell] === item) return;
    this.owners[cell] = owner;
    this.walls[cell] = wall;
    this.items[cell] = item;
    this.dirty.add(cell);
  }

  /** Gives all cells what they have in a frame. */
  setAll(frame: Frame): void {
    for (let i = 0; i < this.count; i++) this.set(i, frame);
  }

  /** Whether a cell looks other than in a frame. */
  differs(cell: number, frame: Frame): boolean {
    return this.owners[cell] !== (frame.owners?.[cell] ?? 0) || this.walls[cell] !== (frame.walls?.[cell] ?? 0) ||
      this.items[cell] !== (frame.items?.[cell] ?? 0);
  }

  /** The picture, as large as the canvas. */
  picture(scene: Scene): HTMLCanvasElement {
    const { camera, options: o } = scene;
    const view = [camera.scale, camera.left, camera.top, camera.width, camera.height, scene.ratio, o.dark, o.patterns, o.me, o.coordinates].join();
    if (view !== this.seen || this.dirty.size * 3 > this.count) {
      this.seen = view;
      this.layer.clear(camera.width, camera.height);
      for (let i = 0; i < this.count; i++) if (visible(scene, i)) this.paint(scene, i);
    } else {
      for (const i of this.dirty) if (visible(scene, i)) this.repaint(scene, i);
    }
    this.dirty.clear();
    return this.layer.canvas;
  }

  private repaint(scene: Scene, cell: number): void {
    const { geometry: g, camera } = scene, ctx = this.layer.ctx;
    ctx.globalCompositeOperation = "destination-out";
    ctx.fillStyle = "#000";
    ctx.beginPath();
    outlinePath(ctx, g, camera.screenX(g.x[cell] ?? 0), camera.screenY(g.y[cell] ?? 0), camera.scale * 0.985);
    ctx.fill();
    ctx.globalCompositeOperation = "source-over";
    this.paint(scene, cell);
  }

  private paint(scene: Scene, cell: number): void {
    const { geometry: g, camera, options: o } = scene, ctx = this.layer.ctx;
    const x = camera.screenX(g.x[cell] ?? 0), y = camera.screenY(g.y[cell] ?? 0), unit = camera.scale;
    const wall = this.walls[cell], owner = this.owners[cell] ?? 0;
    if (wall === stone) return drawStone(ctx, x, y, unit, o);
    if (wall === brick) return drawBrick(ctx, x, y, unit, brickColour(o));
    this.paintOpen(ctx, scene, x, y, owner);
    if (o.coordinates) coordinates(ctx, scene, x, y, cell, groundColours(owner, o).fill);
    drawItem(ctx, x, y, unit, this.items[cell] ?? 0);
  }

  private paintOpen(ctx: CanvasRenderingContext2D, scene: Scene, x: number, y: number, owner: number): void {
    const { geometry: g, camera: { scale: unit }, options: o, ratio } = scene;
    const look = groundColours(owner, o);
    const size = unit * (g.square ? 0.975 : 0.955);
    ctx.beginPath();
    if (g.square) squarePath(ctx, x, y, unit);
    else outlinePath(ctx, g, x, y, size);
    ctx.fillStyle = look.fill;
    ctx.fill();
    const tile = Math.max(4, Math.round((unit * 0.5) / 2) * 2);
    const fill = patternFill(look.pattern, inkFor(look.fill, o), tile);
    if (fill) {
      fill.setTransform({ e: Math.round(scene.camera.left) % tile, f: Math.round(scene.camera.top) % tile });
      ctx.fillStyle = fill;
      ctx.fill();
    }
    if (look.edge === "" || unit / ratio < 6) return;
    ctx.beginPath();
    outlinePath(ctx, g, x, y, size - unit * 0.04);
    ctx.strokeStyle = look.edge;
    ctx.lineWidth = Math.max(1, unit * 0.05);
    ctx.stroke();
  }
}

/** Whether a cell may be seen on the canvas. */
export function visible({ geometry: g, camera: c }: Scene, cell: number): boolean {
  const x = c.screenX(g.x[cell] ?? 0), y = c.screenY(g.y[cell] ?? 0);
  return x > -c.scale && y > -c.scale && x < c.width + c.scale && y < c.height + c.scale;
}

function squarePath(ctx: CanvasPath, x: number, y: number, unit: number): void {
  const half = unit * 0.866, gap = unit > 12 ? 1 : 0;
  const left = Math.round(x - half), top = Math.round(y - half);
  ctx.rect(left, top, Math.round(x + half) - left - gap, Math.round(y + half) - top - gap);
}

function inkFor(fill: string, o: Readonly<BoardOptions>): string {
  return inkOn(fill) === "#ffffff" ? "rgba(255,255,255,0.3)" : o.dark ? "rgba(10,12,16,0.34)" : "rgba(10,12,16,0.3)";
}

function coordinates(ctx: CanvasRenderingContext2D, scene: Scene, x: number, y: number, cell: number, fill: string): void {
  const unit = scene.camera.scale, pixels = unit * 0.23;
  if (pixels / scene.ratio < 6) return;
  const [a, b] = scene.show.cells[cell] ?? [0, 0];
  setText(ctx, pixels, 500);
  ctx.globalAlpha = 0.75;
  ctx.fillStyle = inkOn(fill);
  ctx.fillText(`${a},${b}`, x, y + unit * 0.705);
  ctx.globalAlpha = 1;
}
