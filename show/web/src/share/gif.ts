// The dialog that asks for the first and last turn of an animation.
import { h, iconButton, setText } from "../ui/dom";
import { plural } from "../ui/format";

export interface GIFRange {
  from: number;
  to: number;
}

const around = 15; // default number of turns before and after the one that is shown

export class GIFDialog {
  readonly element = h("dialog", { class: "help gif", "aria-labelledby": "gif-title" });
  private readonly from = h("input", { type: "number", min: 0, step: 1, required: true, id: "gif-from" });
  private readonly to = h("input", { type: "number", min: 0, step: 1, required: true, id: "gif-to" });
  private readonly note = h("p", { role: "status" });
  private readonly make = h("button", { type: "submit", class: "wide" }, "Make the animation");
  private most = 0;
  private newest = 0;

  constructor(done: (range: GIFRange) => void) {
    const form = h(
      "form",
      { method: "dialog" },
      h("label", { for: "gif-from" }, "From turn ", this.from),
      h("label", { for: "gif-to" }, "to turn ", this.to),
      this.note,
      this.make,
    );
    form.addEventListener("input", () => this.check());
    form.addEventListener("submit", () => done(this.range));
    this.element.append(
      h(
        "header",
        {},
        h("h2", { id: "gif-title" }, "Animation of turns"),
        iconButton("close", "Close (Esc)", () => this.element.close()),
      ),
      form,
    );
  }

  /** Opens the dialog around a turn. most is the greatest number of turns of an animation. */
  open(turn: number, newest: number, most: number): void {
    this.most = most;
    this.newest = newest;
    const half = Math.min(around, Math.floor((most - 1) / 2));
    this.from.value = String(Math.max(0, turn - half));
    this.to.value = String(Math.min(newest, turn + half));
    this.from.max = this.to.max = String(newest);
    this.check();
    this.element.showModal();
  }

  private get range(): GIFRange {
    return { from: this.from.valueAsNumber, to: this.to.valueAsNumber };
  }

  private check(): void {
    const problem = problemOf(this.range, this.newest, this.most);
    const { from, to } = this.range;
    setText(this.note, problem || `${plural(to - from + 1, "turn")}; at most ${this.most} fit.`);
    this.make.disabled = problem !== "";
  }
}

/** What is wrong with a range; "" if it is valid. */
export function problemOf({ from, to }: GIFRange, newest: number, most: number): string {
  if (!Number.isInteger(from) || !Number.isInteger(to) || from < 0 || to > newest) return `Turns are 0 to ${newest}.`;
  if (from > to) return "The first turn comes after the last one.";
  if (to - from + 1 > most) return `${plural(to - from + 1, "turn")}: at most ${most} fit.`;
  return "";
}
