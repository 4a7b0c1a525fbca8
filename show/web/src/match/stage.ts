// The middle of the page: the board with its tools, or the state as a tree if there is no board.
import { Board, defaultOptions } from "../board/board";
import { describe } from "../board/describe";
import { describeDrawings } from "../board/drawings";
import { geometryOf } from "../board/geometry";
import type { BoardMark } from "../board/marks";
import { legendOf } from "../legend";
import type { Frame, Header } from "../model";
import { h, iconButton, setText } from "../ui/dom";
import type { Command } from "../page/keys";
import type { Scene } from "./scene";
import type { Settings } from "../page/settings";
import type { MatchState } from "../state/match";
import { pictureOf } from "../share/picture";
import { Tree } from "../panels/tree";

type Switch = "danger" | "covers" | "coordinates" | "patterns" | "labels" | "captions";

const switches: readonly (readonly [Switch, string, string])[] = [
  ["danger", "Danger", "the turn at which each cell blows up (d)"],
  ["covers", "Bombs", "the cells that bombs will cover (y)"],
  ["coordinates", "Coordinates", "of each cell (c)"],
  ["patterns", "Patterns", "beside the players' colours (x)"],
  ["labels", "Labels", "of characters (i)"],
  ["captions", "Captions", "what mattered in a turn, in a line (k)"],
];

const step = 60; // pixels that a key scrolls the board

export class Stage {
  readonly element = h("section", { class: "stage", "aria-label": "Board" });
  /** The canvas of the board, if there is one. */
  readonly canvas = h("canvas", {
    tabindex: "0",
    role: "application",
    "aria-label": "Board: arrows go from cell to cell",
    "aria-describedby": "words",
  });
  /** The controls above the board that choose what it shows. */
  readonly tools = h("div", { class: "tools", role: "group", "aria-label": "What the board shows" });
  /** The bar with the tools; it stands above the board, or where there is more room. */
  readonly bar = h("div", { class: "bar" });
  private readonly fast = h("p", { class: "fast", hidden: true });
  private readonly words = h("output", { id: "words", class: "words", "aria-live": "polite" });
  private readonly board: Board | undefined;
  private readonly tree: Tree | undefined;
  private readonly chips = new Map<Switch, HTMLButtonElement>();
  private readonly sizes: ResizeObserver;
  private looked = "";

  /** over is put on top of the board, under and told below it. */
  constructor(
    private readonly header: Header,
    private readonly state: Pick<MatchState, "drawn" | "pointed" | "picked" | "openPaths">,
    run: (command: Command) => void,
    pick: (cell: number) => void,
    over: HTMLElement,
    under: HTMLElement,
    told: HTMLElement,
  ) {
    const view = h("div", { class: "view" }, this.fast, over);
    this.element.append(view);
    this.sizes = new ResizeObserver(() => this.board?.resize());
    if (header.shape === "tree") {
      this.tree = new Tree(state.openPaths);
      view.append(this.tree.element);
      return;
    }
    for (const [name, title, hint] of switches) {
      if ((name === "danger" || name === "covers") && !legendOf(header).bombs) continue;
      const chip = h("button", { type: "button", class: "chip", title: hint, "aria-pressed": "false" }, title);
      chip.addEventListener("click", () => run({ name }));
      this.chips.set(name, chip);
      this.tools.append(chip);
    }
    const zoom = h(
      "div",
      { class: "zoom", role: "group", "aria-label": "Size" },
      iconButton("plus", "Larger (+)", () => run({ name: "zoom", by: 1.25 })),
      iconButton("minus", "Smaller (−)", () => run({ name: "zoom", by: 0.8 })),
      iconButton("fit", "Whole board (0)", () => run({ name: "fit" })),
    );
    view.prepend(this.canvas);
    this.bar.append(this.tools);
    view.append(zoom, this.words);
    this.element.prepend(this.bar);
    this.element.append(under, told);
    this.board = new Board(this.canvas, header);
    const { left, right, top, bottom } = geometryOf(header).bounds;
    this.element.style.setProperty("--aspect", String(((right - left) / (bottom - top)).toFixed(3)));
    this.board.onHover = (cell) => this.say(cell);
    this.board.onPick = (cell) => {
      state.picked = cell;
      this.say(cell);
      pick(cell);
    };
    this.canvas.addEventListener("mousedown", (event) => event.preventDefault()); // so that it does not get the focus
    this.sizes.observe(view);
  }

  /** Applies the reader's settings. An instant replay always shows the danger. */
  look(
    scene: Scene,
    settings: Settings,
    still: boolean,
    { danger, playing }: { danger: boolean; playing: boolean },
  ): void {
    for (const [name, chip] of this.chips) chip.setAttribute("aria-pressed", String(settings[name]));
    if (!this.board) return;
    const { covers, coordinates, patterns, labels, drawings, hiddenLayers } = settings;
    const options = {
      dark: scene.dark,
      patterns,
      coordinates,
      danger,
      covers,
      me: scene.me,
      playing,
      labels,
      projector: scene.projector,
      still,
      drawings,
      hiddenLayers,
    };
    const look = JSON.stringify(options);
    if (look === this.looked) return; // setting the options draws everything again
    this.looked = look;
    this.board.options = options;
    this.say(this.state.pointed);
  }

  /** Shows a turn; the change from the previous turn is animated for duration milliseconds. */
  draw(frame: Frame, previous: Frame | undefined, duration: number): void {
    this.tree?.render(frame.tree ?? null);
    this.board?.show(frame, previous, duration);
    this.say(this.state.pointed);
  }

  /** A picture of what is shown, as a PNG file; undefined if there is no board, or nothing on it yet. */
  async picture(): Promise<Blob | undefined> {
    const { drawn } = this.state;
    return this.board && drawn ? pictureOf(this.header, drawn, this.board.options) : undefined;
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

  /** Shows how many times faster the turns pass because nothing happens. */
  hurry(factor: number): void {
    this.fast.hidden = factor <= 1;
    setText(this.fast, factor > 1 ? `Nothing happens: ${factor}×` : "");
  }

  /** Moves the view to these cells, enlarged, in duration milliseconds; without cells, to the whole board. */
  flyTo(cells: readonly number[], duration: number): void {
    this.board?.flyTo(cells, duration);
  }

  moveCursor(dx: number, dy: number): void {
    if (!this.board) return;
    this.board.moveCursor(dx, dy);
    this.say((this.state.picked = this.board.selected));
  }

  destroy(): void {
    this.sizes.disconnect();
    this.board?.destroy();
  }

  private say(cell: number): void {
    const { state } = this;
    state.pointed = cell;
    const about = cell >= 0 ? cell : state.picked;
    const { bounds, y } = geometryOf(this.header);
    this.words.classList.toggle("high", (y[about] ?? bounds.top) > (bounds.top + bounds.bottom) / 2);
    setText(this.words, about >= 0 && state.drawn ? this.describe(state.drawn, about) : "");
  }

  private describe(frame: Frame, cell: number): string {
    const { drawings, me, hiddenLayers } = this.board?.options ?? defaultOptions;
    const drawn = drawings ? describeDrawings(frame, geometryOf(this.header), me, hiddenLayers, cell) : "";
    return [describe(this.header, frame, cell), drawn].filter((part) => part !== "").join("; ");
  }
}
