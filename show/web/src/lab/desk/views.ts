// Chooses which part of the laboratory is visible. A narrow screen shows one of three parts. A wide but low one shows
// the board or the results beside the code. The results are those of the match or of the series.
import { h } from "../../ui/dom";
import { Media } from "../../ui/media";

export type View = "code" | "board" | "results";
export type Results = "match" | "series";

/**
 * A group of buttons of which one is chosen. The choice is stored in a data attribute of an element, and CSS shows what
 * belongs to it.
 */
class Choice<T extends string> {
  readonly element: HTMLElement;
  private readonly buttons: readonly { value: T; button: HTMLButtonElement }[];

  constructor(
    private readonly root: HTMLElement,
    private readonly name: string,
    kind: string,
    label: string,
    values: readonly (readonly [value: T, title: string])[],
  ) {
    this.buttons = values.map(([value, title]) => {
      const button = h("button", { type: "button" }, title);
      button.addEventListener("click", () => this.choose(value));
      return { value, button };
    });
    this.element = h(
      "div",
      { class: kind, role: "group", "aria-label": label },
      ...this.buttons.map(({ button }) => button),
    );
  }

  choose(value: T): void {
    this.root.dataset[this.name] = value;
    for (const { value: own, button } of this.buttons) button.setAttribute("aria-pressed", String(own === value));
  }
}

export class Views {
  private readonly view: Choice<View>;
  private readonly results: Choice<Results>;
  private readonly wide = new Media("(min-width: 900px)"); // on wide screens the code is always visible

  constructor(root: HTMLElement, many: number) {
    this.view = new Choice(root, "view", "desk-views", "What is shown", [
      ["code", "Code"],
      ["board", "Board"],
      ["results", "Results"],
    ]);
    this.results = new Choice(root, "results", "segments desk-results", "Results", [
      ["match", "This match"],
      ["series", `${many} matches`],
    ]);
    this.view.choose(this.wide.matches ? "board" : "code");
    this.showResults("match");
  }

  /** The buttons for small screens. */
  get tabs(): HTMLElement {
    return this.view.element;
  }

  /** The buttons above the results. */
  get segments(): HTMLElement {
    return this.results.element;
  }

  show(view: View): void {
    if (view !== "code" || !this.wide.matches) this.view.choose(view);
  }

  showResults(results: Results): void {
    this.results.choose(results);
  }
}
