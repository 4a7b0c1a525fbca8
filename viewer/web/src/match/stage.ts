// The middle of the page: the board with its tools, or the state as a tree where there is no board.
import { Board } from "../board/board";
import { describe } from "../board/describe";
import type { BoardMark } from "../board/marks";
import type { Frame, Header } from "../model";
import { h, iconButton, setText } from "../ui/dom";
import type { Command } from "../page/keys";
import type { Scene } from "./scene";
import type { Settings } from "../page/settings";
import { Tree } from "../panels/tree";

type Switch = "danger" | "covers" | "coordinates" | "patterns" | "labels";

const switches: readonly (readonly [Switch, string, string])[] = [
  ["danger", "Danger", "the turn at which each cell blows up (d)"],
  ["covers", "Bombs", "the cells that bombs will cover (b)"],
  ["coordinates", "Coordinates", "of each cell (c)"],
  ["patterns", "Patterns", "beside the players' colours (h)"],
  ["labels", "Labels", "of characters (i)"],
];

const step = 60; // pixels that a key moves the board

export class Stage {
  readonly element = h("section", { class: "stage", "aria-label": "Board" });
  /** The canvas, where there is a board. */
  readonly canvas = h("canvas", { tabindex: "0", role: "application", "aria-label": "Board: arrows go from cell to cell", "aria-describedby": "words" });
  /** Called when a cell is clicked or tapped. */
  onPick?: ((cell: number) => void) | undefined;
  private readonly words = h("output", { id: "words", class: "words", "aria-live": "polite" });
  private readonly board: Board | undefined;
  private readonly tree: Tree | undefined;
  private readonly chips = new Map<Switch, HTMLButtonElement>();
  private readonly sizes: ResizeObserver;
  private frame: Frame | undefined;
  private looked = "";
  private cell = -1;
  private picked = -1;

  constructor(private readonly header: Header, run: (command: Command) => void) {
    const view = h("div", { class: "view" });
    this.element.append(view);
    this.sizes = new ResizeObserver(() => this.board?.resize());
    if (header.shape === "tree") {
      this.tree = new Tree();
      view.append(this.tree.element);
      return;
    }
    const tools = h("div", { class: "tools", role: "group", "aria-label": "What the board shows" });
    for (const [name, title, hint] of switches) {
      const chip = h("button", { type: "button", class: "chip", title: hint, "aria-pressed": "false" }, title);
      chip.addEventListener("click", () => run({ name }));
      this.chips.set(name, chip);
      tools.append(chip);
    }
    const zoom = h("div", { class: "zoom", role: "group", "aria-label": "Size" },
      iconButton("plus", "Larger (+)", () => run({ name: "zoom", by: 1.25 })),
      iconButton("minus", "Smaller (−)", () => run({ name: "zoom", by: 0.8 })),
      iconButton("fit", "Whole board (0)", () => run({ name: "fit" })));
    view.append(this.canvas);
    this.element.prepend(h("div", { class: "bar" }, tools, zoom));
    this.element.append(this.words);
    this.board = new Board(this.canvas, header);
    this.board.onHover = (cell) => this.say(cell);
    this.board.onPick = (cell) => {
      this.picked = cell;
      this.say(cell);
      this.onPick?.(cell);
    };
    this.canvas.addEventListener("mousedown", (event) => event.preventDefault()); // a click leaves the arrows to the turns
    this.sizes.observe(view);
  }

  /** Takes over what the reader chose. */
  look(scene: Scene, settings: Settings, still: boolean): void {
    for (const [name, chip] of this.chips) chip.setAttribute("aria-pressed", String(settings[name]));
    if (!this.board) return;
    const { danger, covers, coordinates, patterns, labels } = settings;
    const options = { dark: scene.dark, patterns, coordinates, danger, covers, me: scene.me, labels, projector: scene.projector, still };
    const look = JSON.stringify(options);
    if (look === this.looked) return; // to set them draws all anew
    this.looked = look;
    this.board.options = options;
  }

  /** Shows a turn; the change from the turn before is animated for so many milliseconds. */
  draw(frame: Frame, previous: Frame | undefined, duration: number): void {
    this.frame = frame;
    this.tree?.render(frame.tree ?? null);
    this.board?.show(frame, previous, duration);
    this.say(this.cell);
  }

  mark(marks: readonly BoardMark[]): void {
    if (this.board) this.board.marks = marks;
  }

  zoomBy(factor: number): void {
    this.board?.zoomBy(factor);
  }

  panBy(dx: number, dy: number): void {
    this.board?.panBy(-dx * step, -dy * step);
  }

  fit(): void {
    this.board?.fit();
  }

  moveCursor(dx: number, dy: number): void {
    if (!this.board) return;
    this.board.moveCursor(dx, dy);
    this.picked = this.board.selected;
    this.say(this.picked);
  }

  destroy(): void {
    this.sizes.disconnect();
    this.board?.destroy();
  }

  private say(cell: number): void {
    this.cell = cell;
    const about = cell >= 0 ? cell : this.picked;
    const text = about >= 0 && this.frame ? describe(this.header, this.frame, about) : "";
    setText(this.words, text);
  }
}
