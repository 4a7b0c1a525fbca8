import { type Frame, lookOf, unowned, type Header } from "../model";
import { colourOf, mix, neutral, neutralLight, patternOf, players } from "../palette";
import type { Camera } from "./camera";
import type { Geometry } from "./geometry";

/** How a board is drawn. */
export interface BoardOptions {
  dark: boolean;
  /** Owners also differ by pattern. */
  patterns: boolean;
  coordinates: boolean;
  /** Shows in how many turns each cell blows up. */
  danger: boolean;
  /** Shows the cells that all bombs will cover. */
  covers: boolean;
  /** The id of the player who stands out; -1: none. */
  me: number;
  /** A person plays here: the other players are not dimmed. */
  playing: boolean;
  /** Shows the ids of characters. */
  labels: boolean;
  /** Draws everything larger and bolder, to be read from far away. */
  projector: boolean;
  /** Draws no animation. */
  still: boolean;
  /** Shows what the bot of the player who stands out has drawn. */
  drawings: boolean;
  /** Layers of drawings that are hidden. */
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

/** What all parts of the drawing code share. */
export interface Scene {
  readonly header: Header;
  readonly geometry: Geometry;
  readonly camera: Camera;
  readonly options: Readonly<BoardOptions>;
  readonly frame: Frame;
  /** The number of canvas pixels per CSS pixel. */
  readonly ratio: number;
  /** The scale for which sprites are made: the camera's, or close to it during a zoom. */
  readonly detail: number;
}

/** The radius of a character, in world units: larger on a square than on a hexagon. */
export function tokenRadius({ geometry, options, ratio, detail }: Scene): number {
  const usual = geometry.square ? 0.72 : options.projector ? 0.64 : 0.58;
  return Math.max(usual, Math.min(2 * usual, (leastRadius * ratio) / Math.max(1, detail)));
}

const leastRadius = 6; // CSS pixels: on a small screen a character is larger than its cell, so that its letter is read

/** The owner as a colour index: the look of its player + 1, 0 for none. */
export function seenOwner(header: Header, owner: number): number {
  return owner <= unowned ? unowned : lookOf(header, owner - 1) + 1;
}

/** The colour of an owner. */
export function ownerColour(header: Header, owner: number, dark: boolean): string {
  return colourOf(seenOwner(header, owner), dark);
}

/** Whether an owner is dimmed because another player stands out. */
export function dimmed(owner: number, o: Readonly<BoardOptions>): boolean {
  return o.me >= 0 && !o.playing && owner !== o.me + 1;
}

/** How ground is painted. */
export interface GroundColours {
  fill: string;
  edge: string;
  /** The pattern on it; 0: plain. */
  pattern: number;
}

const mixed = new Map<string, GroundColours>();

/** The colours of an owner's ground, weaker than what is on it. */
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

/** Adds the outline of a cell at a point of the canvas to the path; size is the length of a world unit in pixels. */
export function outlinePath(ctx: CanvasPath, g: Geometry, x: number, y: number, size: number): void {
  g.outline.forEach(([dx, dy], i) => {
    if (i === 0) ctx.moveTo(x + dx * size, y + dy * size);
    else ctx.lineTo(x + dx * size, y + dy * size);
  });
  ctx.closePath();
}

/** Sets the font for text that is centred on its position. */
export function setText(ctx: CanvasRenderingContext2D, pixels: number, weight = 650): void {
  ctx.font = `${weight} ${pixels}px system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
}

/** Draws a sprite of a size around a cell's centre. */
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

/** Draws a sprite of a size around a point of the world. Whole pixels keep it sharp at its own size. */
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
