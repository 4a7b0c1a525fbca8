import { legendOf } from "../legend";
import { brick, type Frame, noItem, stone } from "../model";
import { inkOn } from "../palette";
import { drawItem } from "./items";
import { Layer } from "./layer";
import { patternFill } from "./patterns";
import { type BoardOptions, type GroundColours, groundColours, outlinePath, type Scene, setText } from "./scene";
import { drawBrick, drawStone } from "./walls";

/** The cells with their owners, walls and items, kept as a picture: only changed cells are painted again. */
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

  /** Updates one cell from a frame. */
  set(cell: number, frame: Frame): void {
    const owner = frame.owners?.[cell] ?? 0;
    const wall = frame.walls?.[cell] ?? 0;
    const item = frame.items?.[cell] ?? 0;
    if (this.owners[cell] === owner && this.walls[cell] === wall && this.items[cell] === item) return;
    this.owners[cell] = owner;
    this.walls[cell] = wall;
    this.items[cell] = item;
    this.dirty.add(cell);
  }

  /** Updates all cells from a frame. */
  setAll(frame: Frame): void {
    for (let i = 0; i < this.count; i++) this.set(i, frame);
  }

  /** Whether a cell's contents differ from those in a frame. */
  differs(cell: number, frame: Frame): boolean {
    return (
      this.owners[cell] !== (frame.owners?.[cell] ?? 0) ||
      this.walls[cell] !== (frame.walls?.[cell] ?? 0) ||
      this.items[cell] !== (frame.items?.[cell] ?? 0)
    );
  }

  /** The picture, with the size of the canvas. */
  picture(scene: Scene): HTMLCanvasElement {
    const { camera, options: o } = scene;
    const view = [
      camera.scale,
      camera.left,
      camera.top,
      camera.width,
      camera.height,
      scene.ratio,
      o.dark,
      o.patterns,
      o.me,
      o.coordinates,
    ].join();
    const all = view !== this.seen || this.dirty.size * 3 > this.count;
    this.seen = view;
    if (all) this.layer.clear(camera.width, camera.height);
    else this.erase(scene);
    if (all || this.dirty.size > 0) this.paint(scene, all ? this.owners.keys() : this.dirty);
    this.dirty.clear();
    return this.layer.canvas;
  }

  private erase(scene: Scene): void {
    if (this.dirty.size === 0) return;
    const { geometry: g, camera } = scene;
    const ctx = this.layer.ctx;
    ctx.globalCompositeOperation = "destination-out";
    ctx.fillStyle = "#000";
    ctx.beginPath();
    for (const i of this.dirty) {
      const x = camera.screenX(g.x[i] ?? 0);
      const y = camera.screenY(g.y[i] ?? 0);
      if (g.square)
        squarePath(ctx, x, y, camera.scale); // whole pixels, so that neighbours do not overlap
      else outlinePath(ctx, g, x, y, camera.scale * 0.985);
    }
    ctx.fill();
    ctx.globalCompositeOperation = "source-over";
  }

  /** Paints cells: first the open ground, one owner at a time, then what is on it. */
  private paint(scene: Scene, cells: Iterable<number>): void {
    const { geometry: g, camera, options: o } = scene;
    const ctx = this.layer.ctx;
    const byOwner = new Map<number, number[]>();
    const open: number[] = [];
    for (const cell of cells) {
      if (!visible(scene, cell)) continue;
      const x = camera.screenX(g.x[cell] ?? 0);
      const y = camera.screenY(g.y[cell] ?? 0);
      const wall = this.walls[cell];
      if (wall === stone) drawStone(ctx, x, y, camera.scale, o);
      else if (wall === brick) drawBrick(ctx, x, y, camera.scale, o);
      else {
        const owner = this.owners[cell] ?? 0;
        const list = byOwner.get(owner);
        open.push(cell);
        if (list) list.push(cell);
        else byOwner.set(owner, [cell]);
      }
    }
    for (const [owner, list] of byOwner) paintOwned(ctx, scene, groundColours(scene.header, owner, o), list);
    if (o.coordinates)
      coordinates(ctx, scene, open, (cell) => inkOn(groundColours(scene.header, this.owners[cell] ?? 0, o).fill));
    const { items = [] } = legendOf(scene.header);
    for (const i of open) {
      const item = this.items[i] ?? noItem;
      if (item === noItem) continue;
      const { icon } = items[item - 1] ?? { icon: "" };
      drawItem(ctx, camera.screenX(g.x[i] ?? 0), camera.screenY(g.y[i] ?? 0), camera.scale, icon);
    }
  }
}

/** Paints the ground of one owner. */
function paintOwned(ctx: CanvasRenderingContext2D, scene: Scene, look: GroundColours, cells: readonly number[]): void {
  const { geometry: g, camera, options: o } = scene;
  const unit = camera.scale;
  ctx.beginPath();
  for (const i of cells) {
    const x = camera.screenX(g.x[i] ?? 0);
    const y = camera.screenY(g.y[i] ?? 0);
    if (g.square) squarePath(ctx, x, y, unit);
    else outlinePath(ctx, g, x, y, unit * 0.955);
  }
  ctx.fillStyle = look.fill;
  ctx.fill();
  const tile = Math.max(4, Math.round((unit * 0.5) / 2) * 2);
  const fill = patternFill(look.pattern, inkFor(look.fill, o), tile);
  if (fill) {
    fill.setTransform({ e: Math.round(camera.left) % tile, f: Math.round(camera.top) % tile });
    ctx.fillStyle = fill;
    ctx.fill();
  }
  if (look.edge === "" || unit / scene.ratio < 6) return;
  ctx.beginPath();
  for (const i of cells)
    outlinePath(ctx, g, camera.screenX(g.x[i] ?? 0), camera.screenY(g.y[i] ?? 0), unit * (g.square ? 0.935 : 0.915));
  ctx.strokeStyle = look.edge;
  ctx.lineWidth = Math.max(1, unit * 0.05);
  ctx.stroke();
}

/** Whether a cell is visible on the canvas, at least in part. */
export function visible({ geometry: g, camera: c }: Scene, cell: number): boolean {
  const x = c.screenX(g.x[cell] ?? 0);
  const y = c.screenY(g.y[cell] ?? 0);
  return x > -c.scale && y > -c.scale && x < c.width + c.scale && y < c.height + c.scale;
}

function squarePath(ctx: CanvasPath, x: number, y: number, unit: number): void {
  const half = unit * 0.866;
  const gap = unit > 12 ? 1 : 0;
  const left = Math.round(x - half);
  const top = Math.round(y - half);
  ctx.rect(left, top, Math.round(x + half) - left - gap, Math.round(y + half) - top - gap);
}

function inkFor(fill: string, o: Readonly<BoardOptions>): string {
  return inkOn(fill) === "#ffffff" ? "rgba(255,255,255,0.3)" : o.dark ? "rgba(10,12,16,0.34)" : "rgba(10,12,16,0.3)";
}

function coordinates(
  ctx: CanvasRenderingContext2D,
  scene: Scene,
  cells: readonly number[],
  ink: (cell: number) => string,
): void {
  const { geometry: g, camera } = scene;
  const pixels = camera.scale * 0.23;
  if (pixels / scene.ratio < 6) return;
  setText(ctx, pixels, 500);
  ctx.globalAlpha = 0.75;
  for (const cell of cells) {
    const [a, b] = scene.header.cells[cell] ?? [0, 0];
    ctx.fillStyle = ink(cell);
    ctx.fillText(`${a},${b}`, camera.screenX(g.x[cell] ?? 0), camera.screenY(g.y[cell] ?? 0) + camera.scale * 0.705);
  }
  ctx.globalAlpha = 1;
}
