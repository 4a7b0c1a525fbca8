// The lessons in the laboratory: a button shows and hides them. While they are shown, Run plays the current lesson.
import { h } from "../../ui/dom";
import type { LessonVerdict, Lessons } from "./lesson";
import { LearnPanel, type LearnHost } from "./panel";

/** What the lessons need of the laboratory. */
export interface LearningHost extends LearnHost {
  lessons(): Promise<Lessons>;
  failed(problem: unknown): void;
}

export class Learning {
  /** The container of the lessons, hidden while they are closed. */
  readonly element = h("div", { class: "learning", hidden: true });
  readonly button = h(
    "button",
    { type: "button", class: "act", "aria-pressed": "false", title: "Eight short lessons" },
    "Learn",
  );
  private panel: LearnPanel | undefined;
  private loading = false;

  constructor(private readonly host: LearningHost) {
    this.button.addEventListener("click", () => void this.toggle());
  }

  /** The lesson that Run plays; undefined: the lessons are closed. */
  get lesson(): number | undefined {
    return this.element.hidden ? undefined : this.panel?.lesson;
  }

  /** Shows the result of a match of a lesson. */
  verdict(verdict: LessonVerdict): void {
    this.panel?.verdict(verdict);
  }

  /** Shows or hides the lessons. */
  async toggle(): Promise<void> {
    if (this.loading) return;
    this.loading = true;
    try {
      if (!this.panel) {
        this.panel = new LearnPanel(await this.host.lessons(), this.host);
        this.element.append(this.panel.element);
      }
      this.element.hidden = !this.element.hidden;
      this.button.setAttribute("aria-pressed", String(!this.element.hidden));
      this.host.changed();
    } catch (problem) {
      this.host.failed(problem);
    } finally {
      this.loading = false;
    }
  }
}
