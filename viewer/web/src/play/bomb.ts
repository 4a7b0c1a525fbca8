// Range and delay of a bomb that is put by hand.
import type { Choice } from "./choices";
import { h } from "../ui/dom";

const fewNumbers = 9; // so many are buttons, and digits on the keyboard

export class BombChooser {
  readonly element = h("form", { class: "seat-bomb", "aria-label": "Bomb" });
  private choice: Choice | undefined;
  private range: number | undefined;

  constructor(private readonly done: (range: number, delay: number) => void) {
    this.element.hidden = true;
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      const fields = [...this.element.querySelectorAll("input")].map((input) => Number(input.value));
      this.close();
      this.done(fields[0] ?? 0, fields[1] ?? 0);
    });
  }

  get isOpen(): boolean {
    return this.choice !== undefined;
  }

  open(choice: Choice): void {
    this.choice = choice;
    this.range = undefined;
    this.draw();
  }

  close(): void {
    this.choice = undefined;
    this.element.hidden = true;
    this.element.replaceChildren();
  }

  /** Takes a digit: the range, then the delay; false if it is none of them. */
  digit(key: string): boolean {
    const { choice } = this;
    const n = Number(key);
    if (!choice || choice.max > fewNumbers || !/^\d$/.test(key) || n < choice.min || n > choice.max) return false;
    this.set(n);
    return true;
  }

  /** What is asked, in words. */
  get prompt(): string {
    const { choice } = this;
    if (!choice) return "";
    const numbers = `${choice.min} to ${choice.max}`;
    if (choice.max > fewNumbers) return `range and delay, ${numbers}`;
    return this.range === undefined ? `range, ${numbers}` : `range ${this.range}; delay, ${numbers}`;
  }

  private set(n: number): void {
    if (this.range === undefined) {
      this.range = n;
      return this.draw();
    }
    const { range } = this;
    this.close();
    this.done(range, n);
  }

  private draw(): void {
    const { choice } = this;
    if (!choice) return;
    this.element.hidden = false;
    if (choice.max > fewNumbers) {
      const field = (name: string): HTMLElement =>
        h("label", {}, name, h("input", { type: "number", required: true, min: choice.min, max: choice.max, value: choice.min, "aria-label": name }));
      this.element.replaceChildren(field("Range"), field("Delay"), h("button", { type: "submit", class: "chip" }, "Set"));
      this.element.querySelector("input")?.focus();
      return;
    }
    const what = this.range === undefined ? "Range" : "Delay";
    const buttons = Array.from({ length: choice.max - choice.min + 1 }, (_, i) => {
      const n = choice.min + i;
      const button = h("button", { type: "button", class: "chip", "aria-label": `${what} ${n}` }, String(n));
      button.addEventListener("click", () => this.set(n));
      return button;
    });
    this.element.replaceChildren(h("span", {}, this.range === undefined ? "Range" : `Range ${this.range}, delay`), ...buttons);
  }
}
