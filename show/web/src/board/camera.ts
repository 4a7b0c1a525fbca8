import type { Bounds } from "./geometry";

/** A view of the plane: the point in the middle, and the scale in pixels per world unit. */
export interface View {
  x: number;
  y: number;
  scale: number;
}

const closest = 3.2; // the greatest enlargement, relative to the whole board
const surroundings = 2.6; // world units shown around the cells that viewOf shows

/**
 * Interpolates smoothly between two views: a at share 0, b at share 1. The scale changes by equal factors in equal
 * times.
 */
export function between(a: View, b: View, share: number): View {
  const s = share * share * (3 - 2 * share);
  return { x: a.x + (b.x - a.x) * s, y: a.y + (b.y - a.y) * s, scale: a.scale * (b.scale / a.scale) ** s };
}

/** The middle of a window of the given size that shows little beyond a board from low to high. */
function within(middle: number, low: number, high: number, size: number): number {
  const beside = surroundings / 2;
  const from = low - beside + size / 2;
  const to = high + beside - size / 2;
  return from < to ? Math.min(Math.max(middle, from), to) : (low + high) / 2;
}

/**
 * The part of the plane that the canvas shows. Lengths are in the canvas's own pixels, scale is in pixels per world
 * unit.
 */
export class Camera {
  scale = 1;
  /** The position of the world's origin on the canvas. */
  left = 0;
  top = 0;
  width = 0;
  height = 0;
  private fitted = true;
  private whole = 1;

  constructor(private readonly bounds: Bounds) {}

  /** Sets the size of the canvas. The middle stays in the middle; a view of the whole board stays one. */
  resize(width: number, height: number): void {
    const dx = (width - this.width) / 2;
    const dy = (height - this.height) / 2;
    this.width = width;
    this.height = height;
    this.left += dx;
    this.top += dy;
    if (this.fitted) this.fit();
    else this.whole = this.wholeScale();
  }

  /** Shows the whole board. */
  fit(): void {
    const b = this.bounds;
    this.scale = this.whole = this.wholeScale();
    this.left = Math.round(this.width / 2 - (this.scale * (b.left + b.right)) / 2);
    this.top = Math.round(this.height / 2 - (this.scale * (b.top + b.bottom)) / 2);
    this.fitted = true;
  }

  get view(): View {
    return { x: this.worldX(this.width / 2), y: this.worldY(this.height / 2), scale: this.scale };
  }

  /** Sets the view. */
  set view({ x, y, scale }: View) {
    this.scale = scale;
    this.left = this.width / 2 - x * scale;
    this.top = this.height / 2 - y * scale;
    this.fitted = false;
  }

  /** The view of the whole board. */
  get wholeView(): View {
    const b = this.bounds;
    return { x: (b.left + b.right) / 2, y: (b.top + b.bottom) / 2, scale: this.wholeScale() };
  }

  /** A view of a part of the board and its surroundings, enlarged by a reasonable factor. */
  viewOf(part: Bounds): View {
    const whole = this.wholeScale();
    const wide = part.right - part.left + 2 * surroundings;
    const high = part.bottom - part.top + 2 * surroundings;
    const scale = Math.min(Math.max(whole, Math.min(this.width / wide, this.height / high)), closest * whole);
    const x = within((part.left + part.right) / 2, this.bounds.left, this.bounds.right, this.width / scale);
    return {
      x,
      y: within((part.top + part.bottom) / 2, this.bounds.top, this.bounds.bottom, this.height / scale),
      scale,
    };
  }

  /** Zooms by a factor around a point of the canvas. */
  zoomBy(factor: number, x: number, y: number): void {
    const scale = Math.min(Math.max(this.scale * factor, this.whole / 2), Math.max(this.whole, 160));
    this.left = x - ((x - this.left) * scale) / this.scale;
    this.top = y - ((y - this.top) * scale) / this.scale;
    this.scale = scale;
    this.fitted = false;
    this.hold();
  }

  panBy(dx: number, dy: number): void {
    this.left += dx;
    this.top += dy;
    this.fitted = false;
    this.hold();
  }

  /**
   * Moves the view as little as needed to show a point of the world at least margin pixels from the edge of the canvas.
   */
  reveal(x: number, y: number, margin: number): void {
    const sx = this.screenX(x);
    const sy = this.screenY(y);
    const dx = Math.max(0, margin - sx) - Math.max(0, sx - this.width + margin);
    const dy = Math.max(0, margin - sy) - Math.max(0, sy - this.height + margin);
    if (dx !== 0 || dy !== 0) this.panBy(dx, dy);
  }

  screenX(x: number): number {
    return this.left + x * this.scale;
  }

  screenY(y: number): number {
    return this.top + y * this.scale;
  }

  worldX(x: number): number {
    return (x - this.left) / this.scale;
  }

  worldY(y: number): number {
    return (y - this.top) / this.scale;
  }

  private wholeScale(): number {
    const b = this.bounds;
    const margin = Math.min(this.width, this.height) * 0.03;
    const wide = Math.max(b.right - b.left, 3);
    const high = Math.max(b.bottom - b.top, 3);
    return Math.max(0.01, Math.min((this.width - 2 * margin) / wide, (this.height - 2 * margin) / high));
  }

  /** Keeps a part of the board in view. */
  private hold(): void {
    const b = this.bounds;
    const edge = Math.min(this.width, this.height) / 5;
    this.left = Math.min(Math.max(this.left, edge - b.right * this.scale), this.width - edge - b.left * this.scale);
    this.top = Math.min(Math.max(this.top, edge - b.bottom * this.scale), this.height - edge - b.top * this.scale);
  }
}
