// The output of a bot, next to the code: the lines of the turn that is shown, or of all turns.
import { h, setText } from "../../ui/dom";
import { plural } from "../../ui/format";
import type { Print } from "../output";

const most = 500; // lines shown at once

export class Prints {
  readonly element = h("section", { class: "prints", "aria-label": "Prints", tabindex: 0 });
  private readonly title = h("h3", {}, "Prints");
  private readonly all = h("button", { type: "button", class: "chip", "aria-pressed": "false" }, "All turns");
  private readonly filter = h("input", {
    type: "search",
    class: "prints-filter",
    placeholder: "Filter",
    "aria-label": "Only lines with this text",
  });
  private readonly list = h("ol", { class: "prints-lines" });
  private readonly note = h("p", { class: "prints-note" });
  private lines: readonly Print[] = [];
  private turn = 0;
  private planned = false;

  constructor(private readonly jump: (turn: number) => void) {
    this.all.addEventListener("click", () => {
      this.all.setAttribute("aria-pressed", String(!this.allTurns));
      this.draw();
    });
    this.filter.addEventListener("input", () => this.draw());
    this.element.append(h("header", {}, this.title, this.all, this.filter), this.note, this.list);
    this.draw();
  }

  /** Shows lines; several calls in a row cause one update. */
  show(lines: readonly Print[], turn: number): void {
    this.lines = lines;
    this.turn = turn;
    if (this.planned) return;
    this.planned = true;
    requestAnimationFrame(() => {
      this.planned = false;
      this.draw();
    });
  }

  private get allTurns(): boolean {
    return this.all.getAttribute("aria-pressed") === "true";
  }

  private draw(): void {
    const { allTurns, turn } = this;
    const text = this.filter.value.toLowerCase();
    const found = this.lines.filter(
      (line) => (allTurns || line.turn === turn) && (text === "" || line.text.toLowerCase().includes(text)),
    );
    // If there are too many lines, those up to the shown turn are kept, because the reader looks at that turn.
    const until = allTurns ? found.filter((line) => line.turn <= turn).length : 0;
    const from = Math.max(0, Math.min(found.length, Math.max(until, most)) - most);
    const shown = found.slice(from, from + most);
    this.list.replaceChildren(...shown.map((line) => this.row(line)));
    setText(this.title, allTurns ? "Prints of all turns" : `Prints of turn ${turn}`);
    const left = found.length - shown.length;
    setText(
      this.note,
      found.length === 0
        ? this.nothing(text !== "")
        : left > 0
          ? `${plural(left, "more line")} not shown: filter them, or go to another turn.`
          : "",
    );
    this.note.hidden = this.note.textContent === "";
  }

  private nothing(filtered: boolean): string {
    if (filtered) return "No line has this text.";
    if (this.lines.length === 0) return "What the bot prints (console.log, print) appears here with its turn.";
    return this.allTurns ? "Nothing was printed." : "Nothing was printed in this turn.";
  }

  private row({ turn, text, error }: Print): HTMLElement {
    const words = h("span", { class: "text" }, text);
    const kind = error ? "error" : "output";
    if (!this.allTurns) return h("li", { "data-kind": kind }, words);
    const go = h(
      "button",
      { type: "button", title: `Go to turn ${turn}` },
      h("span", { class: "turn" }, String(turn)),
      words,
    );
    go.addEventListener("click", () => this.jump(turn));
    return h("li", { "data-kind": kind, "data-now": turn === this.turn }, go);
  }
}
