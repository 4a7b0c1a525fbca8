// The line that tells what mattered in a turn, shown long enough to be read.
import type { Lesson } from "../model";
import { h, setText } from "../ui/dom";
import { isolated } from "../ui/format";
import type { History } from "./history";
import { badge, playerName, type Scene } from "./scene";

/** A caption or lesson about a turn. */
export interface Told {
  turn: number;
  player: number; // or -1
  weight: number;
  text: string;
}

const soonest = 2000; // milliseconds that a caption stays, even if a more important one comes
const least = 2500; // milliseconds that it stays if none comes, or longer until it is read
const most = 7000; // milliseconds that it stays while turns pass without a new caption
const spokenEvery = 5000; // milliseconds between two captions for screen readers
const farthest = 48; // the most turns between two drawings whose captions are all considered

/** The kinds of lessons about something visible in their turn. */
const seen: ReadonlySet<string> = new Set(["blast", "own bomb", "death"]);

/** How long a text is shown so that all can read it, in milliseconds. */
export function readingTime(text: string): number {
  return 1000 + 60 * text.length;
}

/** Decides which caption is shown. Times are in milliseconds. */
export class CaptionChoice {
  private shown: Told | undefined;
  private since = 0;

  /** The caption to show now. told is the caption of the current turn; moving: turns are passing by themselves. */
  next(told: Told | undefined, turn: number, moving: boolean, now: number): Told | undefined {
    const { shown } = this;
    if (!moving || !shown || shown.turn > turn) return this.take(told, now);
    const stood = now - this.since;
    const read = Math.max(least, readingTime(shown.text));
    if (!told || told.turn === shown.turn) return stood >= Math.max(most, read) ? this.take(undefined, now) : shown;
    return stood >= read || (told.weight > shown.weight && stood >= soonest) ? this.take(told, now) : shown;
  }

  private take(told: Told | undefined, now: number): Told | undefined {
    if (told?.turn !== this.shown?.turn || told?.text !== this.shown?.text) this.since = now;
    this.shown = told;
    return told;
  }
}

/** The most important caption or lesson of the turns after one turn, up to another. */
export function heaviest(history: History, lessons: readonly Told[], after: number, turn: number): Told | undefined {
  let best: Told | undefined;
  const consider = (told: Told): void => {
    if (!best || told.weight > best.weight) best = told;
  };
  for (let t = Math.max(0, after + 1); t <= turn; t++) {
    const caption = history.caption(t);
    if (caption) consider({ ...caption, turn: t });
  }
  for (const lesson of lessons) if (lesson.turn > after && lesson.turn <= turn) consider(lesson);
  return best;
}

export class Captions {
  readonly element = h("div", { class: "caption" });
  private readonly line = h("p", { "aria-hidden": "true" });
  private readonly spoken = h("p", { class: "aside", role: "status" });
  private readonly choice = new CaptionChoice();
  private drawn: Told | undefined;
  private dark: boolean | undefined;
  private turn = -1; // that was drawn last
  private spokenAt = -Infinity;
  private ended: unknown;
  private lessons: Told[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** again is called when a caption must disappear because of time alone. */
  constructor(private readonly again: () => void) {
    this.element.append(this.line, this.spoken);
  }

  destroy(): void {
    clearTimeout(this.timer);
  }

  render(scene: Scene, moving: boolean, on: boolean, now: number): void {
    const { history, turn, end, dark, header } = scene;
    this.element.hidden = !on;
    if (!on) return;
    if (end !== this.ended) {
      this.ended = end;
      this.lessons = (end?.lessons ?? [])
        .filter(({ kind }) => seen.has(kind))
        .map((lesson) => told(lesson, isolated(playerName(header, lesson.player))));
    }
    const passed = turn - this.turn;
    const after = moving && passed > 0 && passed <= farthest ? this.turn : turn - 1;
    const shown = this.choice.next(heaviest(history, this.lessons, after, turn), turn, moving, now);
    this.turn = turn;
    if (shown && moving)
      this.timer ??= setTimeout(() => {
        this.timer = undefined;
        this.again();
      }, most / 4);
    if (shown?.turn === this.drawn?.turn && shown?.text === this.drawn?.text && dark === this.dark) return;
    this.drawn = shown;
    this.dark = dark;
    this.draw(scene, shown, now);
  }

  private draw({ header, dark }: Scene, shown: Told | undefined, now: number): void {
    this.line.replaceChildren();
    this.line.title = shown?.text ?? "";
    if (!shown) return;
    const text = `Turn ${shown.turn}: ${shown.text}`;
    if (shown.player >= 0) this.line.append(badge(header, shown.player, dark), " ");
    this.line.append(h("span", { class: "turn" }, `Turn ${shown.turn}: `), shown.text);
    if (now - this.spokenAt < spokenEvery) return;
    this.spokenAt = now;
    setText(this.spoken, text);
  }
}

function told({ turn, player, cost, text }: Lesson, name: string): Told {
  return { turn, player, weight: cost, text: `${name}: ${text}` };
}
