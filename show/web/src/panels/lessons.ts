// The lessons that the server found at the end of a match: what players could have done better. A click goes to the
// turn.
import type { AccountPart, Lesson } from "../model";
import { h, setText } from "../ui/dom";
import { count, isolated } from "../ui/format";
import { badge, playerName, type Panel, type Scene } from "../match/scene";

const most = 5; // lessons of each player, unless one stands out

/** The lessons to show, the costliest first: all of the player who stands out, else the costliest of each player. */
export function shownLessons(lessons: readonly Lesson[], me: number): Lesson[] {
  if (lessons.some(({ player }) => player === me)) return lessons.filter(({ player }) => player === me);
  const taken = new Map<number, number>();
  const shown = lessons.filter(({ player }) => {
    const n = (taken.get(player) ?? 0) + 1;
    taken.set(player, n);
    return n <= most;
  });
  return shown.sort((a, b) => b.cost - a.cost || a.turn - b.turn);
}

/** The parts to show: of the player who stands out and the winner, else of the winner and the second. */
export function shownAccount(account: readonly AccountPart[], me: number): AccountPart[] {
  const over = account.some((part) => part.over === me) ? me : account[0]?.over;
  return account.filter((part) => part.over === over);
}

/** A difference with its sign. */
export function signed(points: number): string {
  return `${points < 0 ? "−" : "+"}${count(Math.abs(points))}`;
}

export class Lessons implements Panel {
  readonly element = h("section", { class: "panel lessons", "aria-label": "Lessons" });
  private readonly list = h("ol", { class: "lines" });
  private readonly account = h("section", {
    class: "account",
    "aria-label": "Where the difference comes from",
    tabindex: "0", // it scrolls
  });
  private readonly empty = h("p", { class: "empty" });
  private drawn: unknown[] = [];
  private lines: { turn: number; line: HTMLElement }[] = []; // kept while turns pass, or a click would be lost

  constructor(private readonly jump: (turn: number) => void) {
    this.element.append(this.account, this.empty, this.list);
  }

  render({ end, live, me, dark, header, turn }: Scene): void {
    if (!this.element.checkVisibility()) return;
    const state = [end, live, me, dark];
    if (!state.every((value, i) => value === this.drawn[i])) {
      this.drawn = state;
      this.make(end, live, me, dark, header);
    }
    for (const { turn: at, line } of this.lines) line.classList.toggle("now", at === turn);
  }

  private make(end: Scene["end"], live: boolean, me: number, dark: boolean, header: Scene["header"]): void {
    this.tellAccount(shownAccount(end?.account ?? [], me), header);
    const lessons = shownLessons(end?.lessons ?? [], me);
    setText(
      this.empty,
      lessons.length > 0
        ? ""
        : live
          ? "What cost the players most is told at the end of the match."
          : "There are no lessons of this match.",
    );
    this.lines = lessons.map((lesson) => {
      const who = badge(header, lesson.player, dark);
      who.title = playerName(header, lesson.player);
      const cost = h("span", { class: "cost", title: "cost in points, an estimate" }, `−${count(lesson.cost)}`);
      const button = h(
        "button",
        { type: "button", class: "line" },
        h("span", { class: "turn" }, String(lesson.turn)),
        who,
        h("span", { class: "what" }, lesson.text),
        cost,
      );
      button.addEventListener("click", () => this.jump(lesson.turn));
      return { turn: lesson.turn, line: h("li", {}, button) };
    });
    this.list.replaceChildren(...this.lines.map(({ line }) => line));
  }

  private tellAccount(parts: readonly AccountPart[], header: Scene["header"]): void {
    const [part] = parts;
    this.account.hidden = part === undefined;
    if (!part) return this.account.replaceChildren();
    const total = parts.reduce((sum, { points }) => sum + points, 0);
    const [first, other] = [part.player, part.over].map((player) => isolated(playerName(header, player)));
    this.account.replaceChildren(
      h("h3", {}, `${first} over ${other}: ${signed(total)} points`),
      h(
        "ul",
        { class: "lines" },
        ...parts.map(({ cause, points, text }) =>
          h(
            "li",
            { class: "line" },
            h("span", { class: "cost" }, signed(points)),
            h("span", { class: "what", title: cause }, text),
          ),
        ),
      ),
    );
  }
}
