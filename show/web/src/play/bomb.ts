// The range and delay of a bomb that a person puts down. They are kept from bomb to bomb, and all elements keep their
// places.
import type { Choice } from "./choices";
import { offerAim, setAim, type Aim } from "../state/seat";
import { h, setAttribute, setChildren, setText } from "../ui/dom";

const fewNumbers = 9; // up to this many numbers are shown as buttons and chosen by digits

type Part = Aim["next"];

/** Shows the aim of a bomb. While it is open, the board shows what the bomb would do. */
export class BombAim {
  readonly element = h("form", { class: "seat-bomb", "aria-label": "Bomb" });
  private readonly rows: Record<Part, Row>;
  private readonly words = h("p", { class: "seat-blast", role: "status" });
  private choice: Choice | undefined; // that is offered
  private focused = ""; // for what the focus was given or taken last

  /** changed is called when a number was chosen, or (place) when the bomb is to be put down. */
  constructor(
    private readonly aim: Aim,
    private readonly changed: (place: boolean) => void,
  ) {
    this.rows = {
      range: new Row("Range", (n) => this.choose("range", n)),
      delay: new Row("Delay", (n) => this.choose("delay", n)),
    };
    this.element.append(
      this.rows.range.element,
      this.rows.delay.element,
      this.words,
      h("button", { type: "submit", class: "unseen", tabindex: "-1", "aria-hidden": "true" }),
    );
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      this.changed(true);
    });
  }

  /** Sets the possible values; undefined: no bomb can have a range. */
  offer(choice: Choice | undefined): void {
    this.choice = choice;
    const able = choice !== undefined && choice.max > 0;
    if (choice && able) {
      offerAim(this.aim, choice);
      for (const part of ["range", "delay"] as const)
        this.rows[part].draw(choice.min, choice.max, this.aim[part], choice.refused !== "");
    }
    this.element.hidden = !able;
  }

  /**
   * Gives the focus to the number field, if there is one, when the bomb begins to be aimed, and takes it away when that
   * is over, or when another turn begins.
   */
  focus(turn: number): void {
    const { element, aim } = this;
    const now = aim.open ? "open" : `${turn}`;
    if (now === this.focused) return;
    this.focused = now;
    const { activeElement } = document;
    const inside = activeElement instanceof HTMLInputElement && element.contains(activeElement);
    if (!aim.open && inside) activeElement.blur();
    else if (aim.open && !inside && this.choice && this.choice.max > fewNumbers)
      element.querySelector("input")?.focus();
  }

  /**
   * Handles a digit: the first sets the range, the second the delay. Returns false if the key is not a possible digit.
   */
  digit(key: string): boolean {
    const { choice } = this;
    const n = Number(key);
    if (!choice || choice.max > fewNumbers || !/^\d$/.test(key) || n < choice.min || n > choice.max) return false;
    this.choose(this.aim.next, n);
    return true;
  }

  /** Handles an arrow key: up and down change the range, left and right the delay. Returns false for other keys. */
  arrow(key: string): boolean {
    const [part, by] = arrowSteps.get(key) ?? [];
    if (!part || !by) return false;
    this.choose(part, this.aim[part] + by);
    return true;
  }

  say(text: string): void {
    setText(this.words, text);
  }

  private choose(part: Part, n: number): void {
    if (setAim(this.aim, this.choice, part, n)) this.changed(false);
  }
}

const arrowSteps = new Map<string, [Part, number]>([
  ["ArrowUp", ["range", 1]],
  ["ArrowDown", ["range", -1]],
  ["ArrowRight", ["delay", 1]],
  ["ArrowLeft", ["delay", -1]],
]);

/** The values of a range or a delay: buttons, or a number field if there are many. */
class Row {
  readonly element: HTMLElement;
  private readonly chips: HTMLButtonElement[] = [];
  private readonly field: HTMLInputElement;
  private readonly numbers = h("span", { class: "numbers" });

  constructor(
    private readonly title: string,
    private readonly choose: (n: number) => void,
  ) {
    this.field = h("input", { type: "number", "aria-label": title, inputmode: "numeric", required: true });
    this.field.addEventListener("input", () => this.choose(Number(this.field.value)));
    this.element = h(
      "div",
      { class: "seat-numbers", role: "group", "aria-label": title },
      h("span", {}, title),
      this.numbers,
    );
  }

  draw(min: number, max: number, value: number, refused: boolean): void {
    if (max > fewNumbers) {
      setAttribute(this.field, "min", String(min));
      setAttribute(this.field, "max", String(max));
      if (document.activeElement !== this.field) this.field.value = String(value);
      return setChildren(this.numbers, [this.field]);
    }
    while (this.chips.length <= max - min) this.add();
    setChildren(this.numbers, this.chips.slice(0, max - min + 1));
    for (const [i, chip] of this.chips.entries()) {
      setText(chip, String(min + i));
      setAttribute(chip, "aria-label", `${this.title} ${min + i}`);
      setAttribute(chip, "aria-pressed", String(min + i === value));
      setAttribute(chip, "aria-disabled", String(refused));
    }
  }

  private add(): void {
    const chip = h("button", { type: "button", class: "chip" });
    chip.addEventListener("click", () => this.choose(Number(chip.textContent)));
    this.chips.push(chip);
  }
}
