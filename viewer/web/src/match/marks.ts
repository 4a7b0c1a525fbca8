// Marks of events above the slider; lessons are triangles in the colour of their player.
import type { EventKind } from "../model";
import { h } from "../ui/dom";
import { shownLessons } from "../panels/lessons";
import { lineColour, type Scene } from "./scene";

/** Kinds that are worth a mark, with the variable that holds their colour; later ones are drawn over earlier ones. */
const marked: readonly (readonly [EventKind, string])[] = [
  ["item", "--item"], ["lead", "--lead"], ["chain", "--chain"], ["death", "--death"], ["player", "--alarm"],
];

const height = 9; // pixels of the page

export class Marks {
  readonly element = h("canvas", { class: "marks", "aria-hidden": "true" });
  private drawn = "";
  private width = 0;
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

  render(scene: Scene): void {
    this.scene = scene;
    const { history, newest, dark, me, end } = scene, { width } = this;
    const scale = window.devicePixelRatio;
    const state = [history.version, newest, dark, width, scale, me, end !== undefined].join(" ");
    if (state === this.drawn || width === 0) return;
    this.drawn = state;
    this.element.width = Math.round(width * scale);
    this.element.height = Math.round(height * scale);
    const context = this.element.getContext("2d");
    if (!context) return;
    const style = getComputedStyle(this.element);
    const inset = 8; // half of the slider's thumb
    const place = (turn: number): number => (inset + ((width - 2 * inset) * turn) / Math.max(1, newest)) * scale;
    for (const [kind, variable] of marked) {
      context.fillStyle = style.getPropertyValue(variable).trim();
      for (const [turn, of] of history.marks()) {
        if (of !== kind) continue;
        context.fillRect(Math.round(place(turn)), 0, Math.max(1, Math.round(scale)), this.element.height);
      }
    }
    for (const { turn, player } of shownLessons(end?.lessons ?? [], me)) {
      const x = place(turn), half = 4 * scale;
      context.fillStyle = lineColour(scene.header, player, dark);
      context.beginPath();
      context.moveTo(x - half, 0);
      context.lineTo(x + half, 0);
      context.lineTo(x, this.element.height * 0.8);
      context.fill();
    }
  }
}
