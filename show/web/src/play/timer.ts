// The time left for a turn: seconds, a bar that shrinks, and a symbol that changes with it.
import type { SeatState } from "../state/seat";
import { h, setAttribute, setText } from "../ui/dom";

const every = 200; // milliseconds

export class TurnTimer {
  readonly element = h("div", { class: "seat-timer", role: "timer", "aria-label": "Time left for this turn" });
  private readonly words = h("span");
  private readonly bar = h("i");
  private running: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly state: Pick<SeatState, "due">) {
    this.element.append(this.words, h("strong", {}, this.bar));
  }

  render(): void {
    const { due } = this.state;
    this.element.hidden = !due;
    if (!due) return this.stop();
    this.running ??= setInterval(() => this.render(), every);
    const left = Math.max(0, due.until - performance.now());
    const share = left / due.limit;
    const level = share > 0.5 ? "calm" : share > 0.2 ? "soon" : "last";
    setAttribute(this.element, "data-level", level);
    setText(this.words, `${{ calm: "○", soon: "◐", last: "▲" }[level]} ${Math.ceil(left / 1000)} s`);
    this.bar.style.width = `${Math.min(1, share) * 100}%`;
  }

  stop(): void {
    clearInterval(this.running);
    this.running = undefined;
  }
}
