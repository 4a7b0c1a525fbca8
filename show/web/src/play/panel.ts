// The row with which a person plays: the characters, their choices, and the button that sends the answer. Elements keep
// their places from turn to turn.
import { BombAim } from "./bomb";
import { type ChoiceForm, wishText } from "./choices";
import type { PlayKeys } from "./keys";
import { giveUp, type SeatState } from "../state/seat";
import { TurnTimer } from "./timer";
import { h, setAttribute, setChildren, setText } from "../ui/dom";

/** The calls of the panel to its controller. */
export interface Acts {
  select(piece: number): void;
  choose(name: string): void;
  /** The range or delay was changed; place: the bomb is to be put down. */
  aim(place: boolean): void;
  /** The pointer or the focus is on a choice, or on none (""). */
  look(name: string): void;
  nothing(): void;
  undo(): void;
  send(): void;
  giveUp(): void;
  back(): void;
}

/** The texts that the panel shows beside the form. */
export interface Told {
  notice: string;
  /** The message if the turn shown is not the newest; else "". */
  away: string;
  mayQuit: boolean;
}

const doubtTime = 4000; // milliseconds in which Give up must be clicked again

export class SeatPanel {
  readonly element = h("div", { class: "seat-form" });
  readonly bomb: BombAim;
  readonly timer: TurnTimer;
  /** What a bomb without a choice of range would do. */
  readonly blast = h("p", { class: "seat-blast" });
  private readonly prompt = h("p", { class: "seat-prompt", role: "status" });
  private readonly away = h("p", { role: "alert" });
  private readonly awayRow: HTMLElement;
  private readonly deeds = h("div", { class: "seat-deeds" });
  private readonly pieces = h("div", { class: "seat-pieces", role: "group", "aria-label": "Your characters" });
  private readonly actions: HTMLElement;
  private readonly undo: HTMLButtonElement;
  private readonly send: HTMLButtonElement;
  private readonly quit: HTMLButtonElement;
  private readonly chips: HTMLButtonElement[] = [];
  private readonly buttons = new Map<string, HTMLButtonElement>();
  private doubting: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly acts: Acts,
    private keys: PlayKeys,
    private readonly state: SeatState,
    square: boolean,
  ) {
    this.timer = new TurnTimer(state);
    this.bomb = new BombAim(state.bomb, (place) => acts.aim(place));
    this.undo = button("Undo", "take back what was set last (u)", () => acts.undo());
    this.send = button("Send", "send what is set (Enter)", () => acts.send());
    this.send.append(" ", h("kbd", {}, "Enter"));
    this.send.setAttribute("aria-label", "Send (Enter)");
    this.send.classList.add("send");
    this.quit = button("Give up", "do nothing for the rest of the match", () => this.leave());
    this.awayRow = h(
      "div",
      { class: "seat-away" },
      this.away,
      button("Back (Esc)", "to the newest turn", () => acts.back()),
    );
    const pad = h("div", {
      class: "seat-pad",
      "data-shape": square ? "square" : "hexagon",
      role: "group",
      "aria-label": "Moves",
    });
    const moves = keys.moves(square).map((name) => this.add(name));
    const stay = this.addNothing();
    moves.splice(moves.length / 2, 0, stay);
    pad.append(...moves);
    this.actions = h("div", { class: "seat-actions", role: "group", "aria-label": "What to do" }, pad, this.deeds);
    this.deeds.append(...keys.deeds.map((name) => this.add(name)));
    const sending = h("div", { class: "seat-sending" });
    if (!keys.atOnce) sending.append(this.undo, this.send);
    sending.append(this.quit);
    this.element.append(
      h("div", { class: "seat-now" }, this.prompt, this.timer.element),
      this.awayRow,
      this.pieces,
      this.actions,
      this.bomb.element,
      this.blast,
      sending,
    );
    this.blast.hidden = !keys.atOnce;
    this.pieces.hidden = keys.atOnce;
  }

  /** Shows a form and the texts about it; undefined: the person has nothing to do now. */
  render(form: ChoiceForm | undefined, { notice, away, mayQuit }: Told): void {
    const asked = form !== undefined && away === "";
    this.timer.render();
    setAttribute(this.element, "data-asked", String(asked));
    this.awayRow.hidden = away === "";
    setText(this.away, away);
    this.quit.disabled = !mayQuit;
    setText(
      this.prompt,
      asked ? [this.question(form), notice].filter((text) => text).join(" – ") : away === "" ? notice : "",
    );
    setAttribute(this.prompt, "data-wrong", String(notice !== ""));
    for (const each of [this.undo, this.send]) each.disabled = !asked;
    setAttribute(this.send, "data-ready", String(asked && form.complete));
    if (form) this.drawPieces(form, asked);
    this.drawActions(form, asked);
    this.bomb.offer(form?.choice("bomb"));
  }

  private question(form: ChoiceForm): string {
    const label = form.piece?.label ?? "";
    const { open, range, delay } = this.state.bomb;
    if (open) return `${label}: bomb of range ${range}, delay ${delay}: b or Enter puts it down`;
    if (form.complete && !this.keys.atOnce) return "All set: send it";
    if (form.piece?.choices.some(({ refused, places }) => refused === "" && places))
      return `${label}: pick the cell on which it lives again (r: where it died, if that is free)`;
    return `${this.keys.atOnce ? "Your move." : `${label}: what to do?`} ${this.able(form)}`;
  }

  /** What the current character can do, for people who do not see the arrows. */
  private able(form: ChoiceForm): string {
    const free = (form.piece?.choices ?? [])
      .filter(({ refused, note }) => refused === "" && note === "")
      .map(({ do: name }) => this.keys.nameOf(name).toLowerCase());
    return free.length ? `Free: ${free.join(", ")}` : "";
  }

  private drawPieces(form: ChoiceForm, asked: boolean): void {
    const { pieces } = form.choices;
    while (this.chips.length < pieces.length) {
      const piece = this.chips.length;
      this.chips.push(button("", "", () => this.acts.select(piece)));
    }
    setChildren(this.pieces, this.chips.slice(0, pieces.length));
    for (const [i, piece] of pieces.entries()) {
      const chip = this.chips[i];
      const wish = form.wish(i);
      if (!chip) continue;
      const state = wish ? wishText(wish, form.keys) : !form.able(i) ? "†" : form.open(i) ? "?" : "stays";
      setText(chip, `${piece.label} ${state}`);
      chip.disabled = !asked || !form.able(i);
      setAttribute(chip, "aria-pressed", String(asked && i === form.at));
    }
  }

  private drawActions(form: ChoiceForm | undefined, asked: boolean): void {
    if (form) this.keys = form.keys;
    for (const { do: name } of form?.keys.keys ?? []) if (!this.buttons.has(name)) this.deeds.append(this.add(name)); // of a game that names no keys
    for (const [name, element] of this.buttons) {
      const choice = form?.choice(name);
      const label = `${this.keys.nameOf(name) || "Nothing"} (${name ? this.keys.keyOf(name) : "space"})`;
      const refused = name !== "" && (choice === undefined || choice.refused !== "");
      const aimed = name === "bomb" && this.state.bomb.open;
      setAttribute(element, "aria-label", aimed ? `Put down the bomb (${this.keys.keyOf(name)})` : label);
      if (name === "bomb" && element.firstElementChild)
        setText(element.firstElementChild, aimed ? "Put down" : this.keys.signOf(name));
      setAttribute(element, "aria-disabled", String(!asked || refused));
      setAttribute(element, "data-note", String(asked && (choice?.note ?? "") !== ""));
      if (name === "bomb" && !this.keys.atOnce) setAttribute(element, "aria-pressed", String(aimed));
      setAttribute(element, "title", [label, choice?.refused || choice?.note].filter((text) => text).join(": "));
    }
  }

  private add(name: string): HTMLButtonElement {
    const element = button("", "", () => this.acts.choose(name));
    element.append(h("span", {}, this.keys.signOf(name)), h("kbd", {}, this.keys.keyOf(name)));
    element.dataset["do"] = name;
    for (const event of ["pointerenter", "focus"]) element.addEventListener(event, () => this.acts.look(name));
    for (const event of ["pointerleave", "blur"]) element.addEventListener(event, () => this.acts.look(""));
    this.buttons.set(name, element);
    return element;
  }

  private addNothing(): HTMLButtonElement {
    const element = button("•", "do nothing (space)", () => this.acts.nothing());
    element.dataset["do"] = "";
    this.buttons.set("", element);
    return element;
  }

  /** Two clicks are needed to give up a seat. */
  private leave(): void {
    const { state } = this;
    clearTimeout(this.doubting);
    if (giveUp(state)) this.acts.giveUp();
    else
      this.doubting = setTimeout(() => {
        state.doubt = false;
        this.nameQuit();
      }, doubtTime);
    this.nameQuit();
  }

  private nameQuit(): void {
    const { doubt } = this.state;
    setText(this.quit, doubt ? "Really?" : "Give up");
    setAttribute(this.quit, "aria-label", doubt ? "Really give up?" : "Give up");
  }
}

function button(text: string, title: string, act: () => void): HTMLButtonElement {
  const element = h("button", { type: "button", class: "chip", title }, text);
  element.addEventListener("click", act);
  return element;
}
