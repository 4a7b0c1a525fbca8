// The strip of turns behind the slider. It shows how much happened as a heat map, with marks for decisive moments and
// lessons above.
import { h } from "../ui/dom";
import { shownLessons } from "../panels/lessons";
import { binsOf, type Bin } from "./heat";
import { lineColour, type Scene } from "./scene";

/** The lanes of the strip from the top: each with the CSS variable of its colour, and its position in CSS pixels. */
const lanes = [
  ["deaths", "--death", 9, 7],
  ["blown", "--chain", 16, 7],
  ["leads", "--lead", 23, 4],
] as const;

const height = 28; // CSS pixels
const top = 9; // of the strip; the marks are above it
const finest = 2; // least width of a column in CSS pixels

export class Marks {
  readonly element = h("canvas", { class: "marks", "aria-hidden": "true" });
  private drawn = "";
  private width = 0;
  private inset = 0;
  private scene: Scene | undefined;
  private readonly sizes = new ResizeObserver(([entry]) => {
    this.width = entry?.contentRect.width ?? 0;
    if (this.scene) this.render(this.scene);
  });

  constructor() {
    this.sizes.observe(this.element);
  }

  destroy(): void {
    this.sizes.disconnect();
  }

  /** The turn at a position on the strip, in CSS pixels from the left. */
  turnAt(x: number, newest: number): number {
    const share = (x - this.inset) / Math.max(1, this.width - 2 * this.inset);
    return Math.round(Math.min(1, Math.max(0, share)) * newest);
  }

  /** The position of a turn, in CSS pixels from the left. */
  placeOf(turn: number, newest: number): number {
    return this.inset + ((this.width - 2 * this.inset) * turn) / Math.max(1, newest);
  }

  render(scene: Scene): void {
    this.scene = scene;
    const { history, newest, dark, me, end } = scene;
    const { width } = this;
    const scale = window.devicePixelRatio;
    const state = [history.version, newest, dark, width, scale, me, end !== undefined].join(" ");
    if (state === this.drawn || width === 0) return;
    this.drawn = state;
    this.element.width = Math.round(width * scale);
    this.element.height = Math.round(height * scale);
    const context = this.element.getContext("2d");
    if (!context) return;
    const style = getComputedStyle(this.element);
    this.inset = parseFloat(style.getPropertyValue("--thumb")) / 2 || 0;
    context.scale(scale, scale);
    this.drawStrip(context, scene, style);
    this.drawMarks(context, scene, style);
  }

  private drawStrip(context: CanvasRenderingContext2D, { history, newest }: Scene, style: CSSStyleDeclaration): void {
    const colour = (variable: string): string => style.getPropertyValue(variable).trim();
    const bins = binsOf(history, newest, (this.width - 2 * this.inset) / finest);
    const wide = Math.max(finest, Math.min(6, (this.width - 2 * this.inset) / bins.length));
    context.fillStyle = colour("--raised");
    context.fillRect(this.inset - 1, top, this.width - 2 * this.inset + 2, height - top);
    for (const bin of bins) {
      const x = this.placeOf((bin.first + bin.last) / 2, newest) - wide / 2;
      if (bin.known < 1) hatch(context, x, wide, 1 - bin.known, colour("--soft"));
      this.drawBin(context, bin, x, wide, colour);
    }
    context.globalAlpha = 1;
  }

  private drawBin(
    context: CanvasRenderingContext2D,
    bin: Bin,
    x: number,
    wide: number,
    colour: (variable: string) => string,
  ): void {
    for (const [lane, variable, y, high] of lanes) {
      if (bin[lane] <= 0) continue;
      context.globalAlpha = bin[lane];
      context.fillStyle = colour(variable);
      context.fillRect(x, y, wide, high);
    }
  }

  private drawMarks(
    context: CanvasRenderingContext2D,
    { header, end, newest, me, dark }: Scene,
    style: CSSStyleDeclaration,
  ): void {
    for (const { turn, player } of shownLessons(end?.lessons ?? [], me)) {
      context.fillStyle = lineColour(header, player, dark);
      triangle(context, this.placeOf(turn, newest), 3.5, 6);
    }
    for (const { turn } of end?.moments ?? []) {
      const x = this.placeOf(turn, newest);
      context.fillStyle = style.getPropertyValue("--accent").trim();
      context.fillRect(x - 1, 0, 2, height);
      triangle(context, x, 6, 9);
    }
  }
}

/** Draws a dotted pattern over turns that are not known yet. */
function hatch(context: CanvasRenderingContext2D, x: number, wide: number, share: number, colour: string): void {
  context.globalAlpha = 0.5 * share;
  context.fillStyle = colour;
  for (let y = top + 1 + (Math.round(x / finest) % 2) * 2; y < height; y += 4) context.fillRect(x, y, wide, 1);
}

function triangle(context: CanvasRenderingContext2D, x: number, half: number, high: number): void {
  context.beginPath();
  context.moveTo(x - half, 0);
  context.lineTo(x + half, 0);
  context.lineTo(x, high);
  context.fill();
}
