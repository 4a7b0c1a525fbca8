// The row in which a person plays: characters, what they can do, and sending it.
import { BombChooser } from "./bomb";
import type { ChoiceForm } from "./choices";
import { keyOf, nameOf, signOf, wishText } from "./keys";
import { h, setAttribute, setChildren, setText } from "../ui/dom";

/** What the panel asks its controller for. */
export interface Acts {
  select(piece: number): void;
  choose(name: string): void;
  bomb(range: number, delay: number): void;
  nothing(): void;
  undo(): void;
  send(): void;
  giveUp(): void;
}

const doubtTime = 4000; // milliseconds to press Give up again

export class SeatPanel {
  readonly element = h("div", { class: "seat-form" });
  readonly bomb: BombChooser;
  private readonly prompt = h("p", { class: "seat-prompt", role: "status" });
  private readonly pieces = h("div", { class: "seat-pieces", role: "group", "aria-label": "Your characters" });
  private readonly actions = h("div", { class: "seat-actions", role: "group", "aria-label": "What to do" });
  private readonly sending: HTMLElement;
  private readonly undo: HTMLButtonElement;
  private readonly send: HTMLButtonElement;
  private readonly quit: HTMLButtonElement;
  private readonly chips: HTMLButtonElement[] = [];
  private readonly buttons = new Map<string, HTMLButtonElement>();
  private asking: ReturnType<typeof setTimeout> | undefined; // Give up was pressed once, not long ago

  constructor(private readonly acts: Acts, private readonly square: boolean) {
    this.bomb = new BombChooser((range, delay) => acts.bomb(range, delay));
    this.undo = button("Undo", "take back what was set last (u)", () => acts.undo());
    this.send = button("Send", "send what is set (Enter)", () => acts.send());
    this.send.classList.add("send");
    this.quit = button("Give up", "do nothing for the rest of the match", () => this.leave());
    this.sending = h("div", { class: "seat-sending" }, this.undo, this.send, this.quit);
    this.element.append(this.pieces, this.prompt, this.actions, this.bomb.element, this.sending);
  }

  /** Shows a form with what there is to say about it; none where the person has nothing to do now. */
  render(form: ChoiceForm | undefined, notice: string, mayQuit: boolean): void {
    this.actions.hidden = !form || this.bomb.isOpen;
    this.pieces.hidden = !form || this.square;
    this.undo.hidden = this.send.hidden = !form || this.square;
    this.quit.hidden = !mayQuit;
    setText(this.prompt, [form && this.question(form), notice].filter((text) => text).join(" – "));
    setAttribute(this.prompt, "data-wrong", String(notice !== ""));
    if (!form) return this.bomb.close();
    setAttribute(this.send, "data-ready", String(form.complete));
    this.drawPieces(form);
    this.drawActions(form);
  }

  private question(form: ChoiceForm): string {
    const label = form.piece?.label ?? "";
    if (this.bomb.isOpen) return `${label}: bomb: ${this.bomb.prompt}`;
    if (this.square) return "Your move";
    return form.complete ? "All set: send it" : `${label}: what to do?`;
  }

  private drawPieces(form: ChoiceForm): void {
    const { pieces } = form.choices;
    while (this.chips.length < pieces.length) {
      const piece = this.chips.length;
      this.chips.push(button("", "", () => this.acts.select(piece)));
    }
    setChildren(this.pieces, this.chips.slice(0, pieces.length));
    for (const [i, piece] of pieces.entries()) {
      const chip = this.chips[i], wish = form.wish(i);
      if (!chip) continue;
      const state = wish ? wishText(wish) : !form.able(i) ? "†" : form.open(i) ? "?" : "stays";
      setText(chip, `${piece.label} ${state}`);
      chip.disabled = !form.able(i);
      setAttribute(chip, "aria-pressed", String(i === form.at));
    }
  }

  private drawActions(form: ChoiceForm): void {
    const { choices = [] } = form.piece ?? {};
    for (const { do: name } of choices) {
      if (this.buttons.has(name)) continue;
      this.buttons.set(name, button(signOf(name), "", () => this.acts.choose(name)));
    }
    if (!this.buttons.has("")) this.buttons.set("", button("Nothing", "do nothing (space)", () => this.acts.nothing()));
    setChildren(this.actions, [...this.buttons].filter(([name]) => name !== "").map(([, element]) => element).concat(this.buttons.get("") ?? []));
    for (const { do: name, refused, note } of choices) {
      const element = this.buttons.get(name);
      if (!element) continue;
      const label = `${nameOf(name)} (${keyOf(name, this.square)})`;
      setAttribute(element, "aria-label", label);
      setAttribute(element, "aria-disabled", String(refused !== ""));
      setAttribute(element, "title", [label, refused || note].filter((text) => text).join(": "));
    }
  }

  /** A seat is given up by two clicks. */
  private leave(): void {
    const sure = this.asking !== undefined;
    clearTimeout(this.asking);
    this.asking = sure ? undefined : setTimeout(() => this.calm(), doubtTime);
    setText(this.quit, sure ? "Give up" : "Really give up?");
    if (sure) this.acts.giveUp();
  }

  private calm(): void {
    this.asking = undefined;
    setText(this.quit, "Give up");
  }
}

function button(text: string, title: string, act: () => void): HTMLButtonElement {
  const element = h("button", { type: "button", class: "chip", title }, text);
  element.addEventListener("click", act);
  return element;
}
