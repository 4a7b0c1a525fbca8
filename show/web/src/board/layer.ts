/** An off-screen canvas. */
export class Layer {
  readonly canvas = document.createElement("canvas");
  readonly ctx: CanvasRenderingContext2D;

  constructor() {
    this.ctx = contextOf(this.canvas);
  }

  /** Sets the size and clears the canvas. */
  clear(width: number, height: number): void {
    if (this.canvas.width !== width || this.canvas.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
    }
    this.ctx.setTransform(1, 0, 0, 1, 0, 0);
    this.ctx.clearRect(0, 0, width, height);
  }
}

export function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const ctx = canvas.getContext("2d");
  if (!ctx) throw new Error("this browser draws no canvas");
  return ctx;
}

const mostPixels = 12e6;

/** Small pictures that are drawn once per size and then copied. */
export class Sprites {
  private readonly made = new Map<string, HTMLCanvasElement>();
  private pixels = 0;

  /**
   * The picture with this name, side pixels wide and high. If it does not exist, draw makes it, with the origin in its
   * middle.
   */
  get(name: string, side: number, draw: (ctx: CanvasRenderingContext2D) => void): HTMLCanvasElement {
    const key = `${name}/${side}`;
    const old = this.made.get(key);
    if (old) return old;
    if (this.pixels > mostPixels) this.clear();
    this.pixels += side * side;
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = Math.max(1, side);
    const ctx = contextOf(canvas);
    ctx.translate(side / 2, side / 2);
    draw(ctx);
    this.made.set(key, canvas);
    return canvas;
  }

  clear(): void {
    this.made.clear();
    this.pixels = 0;
  }
}
