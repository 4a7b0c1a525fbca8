import { type Frame, lookOf, unowned, type Header } from "../model";
import { colourOf, mix, neutral, neutralLight, patternOf, players } from "../palette";
import type { Camera } from "./camera";
import type { Geometry } from "./geometry";

/** How a board is drawn. */
export interface BoardOptions {
  dark: boolean;
  /** Owners are told apart by pattern, too. */
  patterns: boolean;
  coordinates: boolean;
  /** In how many turns each cell blows up. */
  danger: boolean;
  /** The cells that all bombs will cover. */
  covers: boolean;
  /** The player who stands out, or -1. */
  me: number;
  /** Somebody plays by hand: the others are as well to be seen as ever. */
  playing: boolean;
  /** Characters show their ids. */
  labels: boolean;
  /** Large and strong, to be seen from far away. */
  projector: boolean;
  /** No animation. */
  still: boolean;
  /** What the bot of the player who stands out has drawn. */
  drawings: boolean;
  /** Layers of drawings that are not shown. */
  hiddenLayers: readonly string[];
}

export const defaultOptions: Readonly<BoardOptions> = {
  dark: true,
  patterns: false,
  coordinates: false,
  danger: false,
  covers: false,
  me: -1,
  playing: false,
  labels: true,
  projector: false,
  still: false,
  drawings: true,
  hiddenLayers: [],
};

/** What all parts of a drawing share. */
export interface Scene {
  readonly header: Header;
  readonly geometry: Geometry;
  readonly camera: Camera;
  readonly options: Readonly<BoardOptions>;
  readonly frame: Frame;
  /** The canvas's pixels for one of the page. */
  readonly ratio: number;
  /** The scale for which sprites are made: the camera's, or nearly while it zooms. */
  readonly detail: number;
}

/** Radius of a character, in world units: a square has room for more than a hexagon. */
export function tokenRadius({ geometry, options }: Pick<Scene, "geometry" | "options">): number {
  if (geometry.square) return 0.72;
  return options.projector ? 0.64 : 0.58;
}

/** An owner with the look in place of the player id. */
export function seenOwner(header: Header, owner: number): number {
  return owner <= unowned ? unowned : lookOf(header, owner - 1) + 1;
}

/** The colour of an owner. */
export function ownerColour(header: Header, owner: number, dark: boolean): string {
  return colourOf(seenOwner(header, owner), dark);
}

/** Whether an owner is another than the one who stands out. */
export function dimmed(owner: number, o: Readonly<BoardOptions>): boolean {
  return o.me >= 0 && !o.playing && owner !== o.me + 1;
}

/** What ground is painted with. */
export interface GroundColours {
  fill: string;
  edge: string;
  /** The pattern on it; 0: plain. */
  pattern: number;
}

const mixed = new Map<string, GroundColours>();

/** How the ground of an owner looks: less strong than what stands on it. */
export function groundColours(header: Header, owner: number, o: Readonly<BoardOptions>): GroundColours {
  const seen = seenOwner(header, owner);
  const far = dimmed(owner, o);
  const key = `${seen}/${o.dark}/${o.patterns}/${far}`;
  let colours = mixed.get(key);
  if (!colours) mixed.set(key, (colours = mixGround(seen, far, o)));
  return colours;
}

function mixGround(seen: number, far: boolean, o: Readonly<BoardOptions>): GroundColours {
  const bare = o.dark ? neutral : neutralLight;
  if (seen === unowned) return { fill: o.dark ? mix(neutral, "#14161b", 0.35) : bare, edge: "", pattern: 0 };
  const colour = colourOf(seen, o.dark);
  const fill = far
    ? mix(colour, o.dark ? "#23262d" : "#eceef2", 0.68)
    : mix(colour, o.dark ? "#14161b" : "#ffffff", o.dark ? 0.34 : 0.26);
  const edge = mix(fill, o.dark ? "#ffffff" : "#14161b", far ? 0.08 : 0.22);
  const pattern = o.patterns || seen > players.length ? patternOf(seen - 1) : 0;
  return { fill, edge, pattern };
}

/** Moves a path's corners to a cell of so many world units (1: the whole cell) at a point of the canvas. */
export function outlinePath(ctx: CanvasPath, g: Geometry, x: number, y: number, size: number): void {
  g.outline.forEach(([dx, dy], i) => {
    if (i === 0) ctx.moveTo(x + dx * size, y + dy * size);
    else ctx.lineTo(x + dx * size, y + dy * size);
  });
  ctx.closePath();
}

/** Sets text to be written around its middle. */
export function setText(ctx: CanvasRenderingContext2D, pixels: number, weight = 650): void {
  ctx.font = `${weight} ${pixels}px system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
}

/** Puts a sprite around a cell's centre, so large. */
export function putAt(
  ctx: CanvasRenderingContext2D,
  scene: Scene,
  sprite: HTMLCanvasElement,
  cell: number,
  size = 1,
): void {
  const g = scene.geometry;
  putNear(ctx, scene, sprite, g.x[cell] ?? 0, g.y[cell] ?? 0, size);
}

/** Puts a sprite around a point of the world, so large. Whole pixels keep it crisp at its own size. */
export function putNear(
  ctx: CanvasRenderingContext2D,
  { camera, detail }: Scene,
  sprite: HTMLCanvasElement,
  wx: number,
  wy: number,
  size = 1,
): void {
  const x = camera.screenX(wx);
  const y = camera.screenY(wy);
  const zoom = (size * camera.scale) / detail;
  if (zoom === 1) {
    ctx.drawImage(sprite, Math.round(x - sprite.width / 2), Math.round(y - sprite.height / 2));
    return;
  }
  const side = sprite.width * zoom;
  ctx.drawImage(sprite, x - side / 2, y - side / 2, side, side);
}
