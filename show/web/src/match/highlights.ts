// The instant replay of the moments that decided a match: slow, enlarged, with a sentence for each.
import type { Header, Moment } from "../model";
import { h, setText } from "../ui/dom";
import { readingTime } from "../state/caption";
import type { Story } from "../state/match";
import { badge } from "./scene";

/** What the instant replay needs of the view. */
export interface Projection {
  readonly header: Header;
  readonly dark: boolean;
  /** Nothing may move by itself: each moment is shown as a still picture. */
  readonly still: boolean;
  /**
   * Shows a turn, animated for duration milliseconds. Resolves to true when the turn is there, to false if it does not
   * come or the signal is aborted.
   */
  show(turn: number, duration: number, signal: AbortSignal): Promise<boolean>;
  /** Moves the view to these cells, enlarged, in duration milliseconds; without cells, to the whole board. */
  look(cells: readonly number[], duration: number): void;
}

const flight = 700; // milliseconds to move the view to a moment
const playTime = 2500; // milliseconds for all turns of a moment
const longestTurn = 1000; // milliseconds for one turn, at most
const decisive = 1000; // milliseconds that the decisive turn stays
const rest = 400; // milliseconds at the end of a moment

/** The times of a moment, in milliseconds. Three moments take 10 to 15 seconds, longer only if their texts are long. */
export interface Plan {
  /** The time of each turn. */
  turn: number;
  /** The time that the decisive turn stays after its animation. */
  hold: number;
  /** The time of the whole moment. */
  total: number;
}

export function planOf({ from, to, text }: Pick<Moment, "from" | "to" | "text">): Plan {
  const turns = Math.max(1, to - from);
  const turn = Math.min(longestTurn, playTime / turns);
  const rush = flight + turn * turns + rest;
  // With fewer turns the decisive one stays longer.
  const hold = Math.max(decisive + playTime - turn * turns, readingTime(text) - rush);
  return { turn, hold, total: rush + hold };
}

export class Highlights {
  readonly element = h("div", { class: "moment", hidden: true });
  private readonly place = h("p", { class: "moment-place" });
  /** The sentence about the moment, to be put below the board. */
  readonly text = h("p", { class: "moment-text", role: "status" });
  private running: AbortController | undefined;

  constructor(private readonly state: Pick<Story, "moment">) {
    const skip = h("button", { type: "button", class: "chip" }, "Skip (Esc)");
    skip.addEventListener("click", () => this.skip());
    this.element.append(h("div", { class: "moment-head" }, this.place, skip));
  }

  /** Ends the replay. */
  skip(): void {
    this.running?.abort();
  }

  /** Shows moments one after the other. Resolves to true if all were shown, to false if the reader skipped them. */
  async run(moments: readonly Moment[], projection: Projection): Promise<boolean> {
    this.skip();
    const running = new AbortController();
    const { signal } = running;
    this.running = running;
    this.state.moment = true;
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
        this.state.moment = false;
        this.element.hidden = true;
        setText(this.text, "");
      }
      running.abort(); // and stop listening for keys
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

  /**
   * Any key and any click end the replay. They also do what they always do, except those that are meant for the replay.
   */
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

/** Waits duration milliseconds, or until the signal is aborted. */
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
