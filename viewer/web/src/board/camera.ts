import type { Bounds } from "./geometry";

/** Which part of the plane the canvas shows. Lengths are in the canvas's own pixels, scale in pixels for a world unit. */
export class Camera {
  scale = 1;
  /** Where the world's origin is. */
  left = 0;
  top = 0;
  width = 0;
  height = 0;
  private fitted = true;
  private whole = 1;

  constructor(private readonly bounds: Bounds) {}

  /** Takes the size of the canvas. What was in the middle stays there; a board that was seen as a whole is still. */
  resize(width: number, height: number): void {
    const dx = (width - this.width) / 2, dy = (height - this.height) / 2;
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

  /** Makes everything larger by a factor around a point of the canvas. */
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

  /** Moves as little as makes a point of the world lie on the canvas, at least so many pixels from its edge. */
  reveal(x: number, y: number, margin: number): void {
    const sx = this.screenX(x), sy = this.screenY(y);
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
    const wide = Math.max(b.right - b.left, 3), high = Math.max(b.bottom - b.top, 3);
    return Math.max(0.01, Math.min((this.width - 2 * margin) / wide, (this.height - 2 * margin) / high));
  }

  /** Keeps a part of the board in sight. */
  private hold(): void {
    const b = this.bounds, edge = Math.min(this.width, this.height) / 5;
    this.left = Math.min(Math.max(this.left, edge - b.right * this.scale), this.width - edge - b.left * this.scale);
    this.top = Math.min(Math.max(this.top, edge - b.bottom * this.scale), this.height - edge - b.top * this.scale);
  }
}
