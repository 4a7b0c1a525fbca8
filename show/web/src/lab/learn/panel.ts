// The lessons beside the editor: the explanation, the task, the code to begin with, and the verdict on a match.
import { h, setText } from "../../ui/dom";
import type { Files } from "../files";
import { folderOf, Progress, type Lesson, type Lessons, type LessonVerdict } from "./lesson";
import { codeBlock, render } from "./markdown";

/** What the panel needs of the laboratory. */
export interface LearnHost {
  /** Opens a bot's files in the editor. */
  open(files: Files): void;
  /** Plays a match of the current lesson with the code in the editor. */
  run(): void;
  /** Another lesson has become the current one. */
  changed(): void;
}

export class LearnPanel {
  readonly element = h("section", { class: "panel learn", "aria-label": "Lessons to learn" });
  private readonly count = h("p", { class: "count" });
  private readonly list = h("ol", { class: "chips" });
  private readonly page = h("article", { tabindex: -1 });
  private readonly result = h("p", { class: "result", role: "status" });
  private readonly next = button("Next lesson", "act", () => this.show(this.current.number + 1, true));
  private readonly chips: readonly HTMLButtonElement[]; // the buttons of the lessons
  private current: Lesson;

  constructor(
    private readonly lessons: Lessons,
    private readonly host: LearnHost,
    private readonly progress = new Progress(),
  ) {
    this.current = this.firstLeft();
    this.chips = lessons.lessons.map(({ number }) => button("", "chip", () => this.show(number)));
    this.list.append(...this.chips.map((chip) => h("li", {}, chip)));
    this.element.append(h("header", {}, h("h2", {}, "Learn"), this.count), this.list, this.page);
    this.draw();
  }

  /** The number of the current lesson, for its match. */
  get lesson(): number {
    return this.current.number;
  }

  /** Shows a lesson; focus moves the focus to its title, so that screen readers read it. */
  show(number: number, focus = false): void {
    const lesson = this.lessons.lessons.find((other) => other.number === number);
    if (!lesson || lesson === this.current) return;
    this.current = lesson;
    this.draw();
    this.element.scrollTop = 0;
    if (focus) this.page.focus();
    this.host.changed();
  }

  /** Shows the verdict on a match of a lesson. */
  verdict({ lesson, done, text }: LessonVerdict): void {
    if (done) this.progress.add(lesson);
    this.drawList();
    if (lesson !== this.current.number) return;
    this.tell(done ? "good" : "bad", done ? `Done. ${text}` : text);
    this.next.hidden = !done || !this.follows();
  }

  /** The first lesson that is not done; if all are done, the first one. */
  private firstLeft(): Lesson {
    const [first] = this.lessons.lessons;
    if (!first) throw new Error("there are no lessons");
    return this.lessons.lessons.find(({ number }) => !this.progress.has(number)) ?? first;
  }

  private follows(): boolean {
    return this.lessons.lessons.some(({ number }) => number === this.current.number + 1);
  }

  private tell(kind: "" | "good" | "bad", text: string): void {
    setText(this.result, text);
    this.result.dataset["kind"] = kind;
  }

  private draw(): void {
    const { number, title, text, board, task, hint, start, solution } = this.current;
    const name = `Lesson ${number}: ${title}`;
    this.drawList();
    this.tell("", "");
    this.next.hidden = true;
    this.page.setAttribute("aria-label", name);
    this.page.replaceChildren(
      h("h3", {}, `${number}. ${title}`),
      ...render(text),
      h("div", { class: "task" }, h("h4", {}, "Task"), ...render(task)),
      h(
        "div",
        { class: "buttons" },
        button("Open the code", "act", () => this.open(start)),
        button("Run", "primary", () => this.host.run()),
        this.next,
      ),
      this.result,
      folded("The board", codeBlock(board, "The board in letters")),
      folded("Hint", ...render(hint)),
      folded(
        "A solution",
        codeBlock(solution, "The code of a solution"),
        button("Open the solution", "act", () => this.open(solution)),
      ),
    );
  }

  private open(part: string): void {
    this.host.open(folderOf(this.lessons, part));
  }

  private drawList(): void {
    const { lessons } = this.lessons;
    const done = lessons.filter(({ number }) => this.progress.has(number)).length;
    setText(this.count, `${done} of ${lessons.length} done`);
    for (const [i, { number, title }] of lessons.entries()) {
      const chip = this.chips[i];
      const has = this.progress.has(number);
      if (!chip) continue;
      setText(chip, `${has ? "✓ " : ""}${number}. ${title}`);
      chip.setAttribute("aria-pressed", String(number === this.current.number));
      if (has) chip.setAttribute("aria-label", `${number}. ${title}, done`);
    }
  }
}

function button(text: string, kind: string, act: () => void): HTMLButtonElement {
  const made = h("button", { type: "button", class: kind }, text);
  made.addEventListener("click", act);
  return made;
}

const folded = (title: string, ...content: HTMLElement[]): HTMLElement =>
  h("details", {}, h("summary", {}, title), ...content);
