// The instant replay of the moments that decided a match: slow, enlarged, with a sentence for each.
import type { Header, Moment } from "../model";
import { h, setText } from "../ui/dom";
import { badge } from "./scene";

/** What the instant replay works with. */
export interface Projection {
  readonly header: Header;
  readonly dark: boolean;
  /** Nothing may move by itself: each moment is a picture that stays. */
  readonly still: boolean;
  /**
   * Shows a turn; what happened in it is animated for so many milliseconds. Done when it is there; false when it does not come, or
   * the signal says that it is not wanted any more.
   */
  show(turn: number, duration: number, signal: AbortSignal): Promise<boolean>;
  /** Goes over to these cells, enlarged, in so many milliseconds; without cells to the whole board. */
  look(cells: readonly number[], duration: number): void;
}

const flight = 700; // milliseconds to get to a moment
const playTime = 2500; // milliseconds for all its turns
const longestTurn = 1000; // milliseconds
const decisive = 1000; // milliseconds that the decisive turn stays
const rest = 400; // milliseconds at the end of a moment

/** How long a moment takes, in milliseconds: three of them 10 to 15 seconds. */
export interface Plan {
  /** Of each turn. */
  turn: number;
  /** That the decisive turn stays after it was played. */
  hold: number;
  /** Of all of it. */
  total: number;
}

export function planOf({ from, to }: Pick<Moment, "from" | "to">): Plan {
  const turns = Math.max(1, to - from);
  const turn = Math.min(longestTurn, playTime / turns);
  const hold = decisive + playTime - turn * turns; // fewer turns: the decisive one stays longer
  return { turn, hold, total: flight + turn * turns + hold + rest };
}

export class Highlights {
  readonly element = h("div", { class: "moment", hidden: true });
  private readonly place = h("p", { class: "moment-place" });
  private readonly text = h("p", { class: "moment-text", role: "status" });
  private running: AbortController | undefined;

  constructor() {
    const skip = h("button", { type: "button", class: "chip" }, "Skip (Esc)");
    skip.addEventListener("click", () => this.skip());
    this.element.append(h("div", { class: "moment-head" }, this.place, skip), this.text);
  }

  get active(): boolean {
    return this.running !== undefined;
  }

  /** Ends what is shown; says whether there was anything. */
  skip(): boolean {
    this.running?.abort();
    return this.running !== undefined;
  }

  /** Shows moments one after the other; true when all were seen, false when the reader skipped them. */
  async run(moments: readonly Moment[], projection: Projection): Promise<boolean> {
    this.skip();
    const running = new AbortController();
    const { signal } = running;
    this.running = running;
    this.listen(signal);
    this.element.hidden = false;
    try {
      for (const [i, moment] of moments.entries()) {
        this.tell(moment, projection, `Moment ${i + 1} of ${moments.length} · turn ${moment.turn}`);
        if (projection.still) await this.stay(moment, projection, signal);
        else await this.play(moment, projection, signal);
        if (signal.aborted) return false;
      }
      return true;
    } finally {
      if (this.running === running) {
        this.running = undefined;
        this.element.hidden = true;
        setText(this.text, "");
      }
      running.abort(); // and hear no more keys
    }
  }

  private tell(moment: Moment, { header, dark }: Projection, place: string): void {
    setText(this.place, place);
    this.text.replaceChildren();
    if (moment.player >= 0) this.text.append(badge(header, moment.player, dark), " ");
    this.text.append(moment.text);
  }

  private async play(moment: Moment, projection: Projection, signal: AbortSignal): Promise<void> {
    const { turn: pace, hold } = planOf(moment);
    if (!(await projection.show(moment.from, 0, signal)) || signal.aborted) return;
    projection.look(moment.cells, flight);
    await pause(flight, signal);
    for (let turn = moment.from + 1; turn <= moment.to && !signal.aborted; turn++) {
      if (!(await projection.show(turn, pace * 0.9, signal)) || signal.aborted) return;
      await pause(turn === moment.turn ? pace + hold : pace, signal);
    }
    await pause(rest, signal);
  }

  private async stay(moment: Moment, projection: Projection, signal: AbortSignal): Promise<void> {
    if (!(await projection.show(moment.turn, 0, signal)) || signal.aborted) return;
    projection.look(moment.cells, 0);
    await pause(planOf(moment).total, signal);
  }

  /** Any key and any click end it. They do what they always do, unless they are meant for this. */
  private listen(signal: AbortSignal): void {
    const options = { capture: true, signal };
    document.addEventListener(
      "keydown",
      (event) => {
        if (["Shift", "Control", "Alt", "Meta", "Tab"].includes(event.key)) return;
        if (["Escape", "h", "H"].includes(event.key)) {
          event.preventDefault();
          event.stopPropagation();
        }
        this.skip();
      },
      options,
    );
    document.addEventListener("pointerdown", () => this.skip(), options);
  }
}

/** Waits so many milliseconds, or until the reader has enough. */
export function pause(duration: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, duration);
    signal.addEventListener("abort", end);
  });
}
