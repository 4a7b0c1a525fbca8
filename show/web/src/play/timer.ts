// The time left for a turn: seconds, a bar that shrinks, and a symbol that changes with it.
import { h, setAttribute, setText } from "../ui/dom";

const every = 200; // milliseconds

export class TurnTimer {
  readonly element = h("div", { class: "seat-timer", role: "timer", "aria-label": "Time left for this turn" });
  private readonly words = h("span");
  private readonly bar = h("i");
  private running: ReturnType<typeof setInterval> | undefined;
  private limit = 0;
  private deadline = 0;

  constructor() {
    this.element.append(this.words, h("strong", {}, this.bar));
    this.element.hidden = true;
  }

  /** Starts the countdown: left of limit milliseconds remain. */
  start(left: number, limit: number): void {
    this.stop();
    if (limit <= 0) return;
    this.limit = limit;
    this.deadline = performance.now() + left;
    this.element.hidden = false;
    this.running = setInterval(() => this.draw(), every);
    this.draw();
  }

  stop(): void {
    clearInterval(this.running);
    this.element.hidden = true;
  }

  private draw(): void {
    const left = Math.max(0, this.deadline - performance.now());
    const share = left / this.limit;
    const level = share > 0.5 ? "calm" : share > 0.2 ? "soon" : "last";
    setAttribute(this.element, "data-level", level);
    setText(this.words, `${{ calm: "○", soon: "◐", last: "▲" }[level]} ${Math.ceil(left / 1000)} s`);
    this.bar.style.width = `${Math.min(1, share) * 100}%`;
  }
}
