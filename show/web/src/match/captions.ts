// The line that tells what mattered in a turn, shown long enough to be read.
import type { Lesson } from "../model";
import { h, setText } from "../ui/dom";
import { isolated } from "../ui/format";
import { chooseCaption, longest, type Captions, type Told } from "../state/caption";
import type { History } from "./history";
import { badge, playerName, type Scene } from "./scene";

const spokenEvery = 5000; // milliseconds between two captions for screen readers
const farthest = 48; // the most turns between two drawings whose captions are all considered

/** The kinds of lessons about something visible in their turn. */
const seen: ReadonlySet<string> = new Set(["blast", "own bomb", "death"]);

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

export class CaptionLine {
  readonly element = h("div", { class: "caption" });
  private readonly line = h("p", { "aria-hidden": "true" });
  private readonly spoken = h("p", { class: "aside", role: "status" });
  private drawn = "";
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** again is called when a caption must disappear because of time alone. */
  constructor(
    private readonly state: Captions,
    private readonly again: () => void,
  ) {
    this.element.append(this.line, this.spoken);
  }

  destroy(): void {
    clearTimeout(this.timer);
  }

  render(scene: Scene, moving: boolean, on: boolean, now: number): void {
    const { state } = this;
    const { history, turn, end, header } = scene;
    this.element.hidden = !on;
    if (!on) return;
    const lessons = (end?.lessons ?? [])
      .filter(({ kind }) => seen.has(kind))
      .map((lesson) => told(lesson, isolated(playerName(header, lesson.player))));
    const passed = turn - state.turn;
    const after = moving && passed > 0 && passed <= farthest ? state.turn : turn - 1;
    state.turn = turn;
    const shown = chooseCaption(state, heaviest(history, lessons, after, turn), turn, moving, now);
    if (shown && moving)
      this.timer ??= setTimeout(() => {
        this.timer = undefined;
        this.again();
      }, longest / 4);
    this.draw(scene, shown, now);
  }

  private draw({ header, dark }: Scene, shown: Told | undefined, now: number): void {
    const text = shown ? `Turn ${shown.turn}: ${shown.text}` : "";
    if (this.drawn === `${dark} ${text}`) return;
    this.drawn = `${dark} ${text}`;
    this.line.replaceChildren();
    this.line.title = shown?.text ?? "";
    if (!shown) return;
    if (shown.player >= 0) this.line.append(badge(header, shown.player, dark), " ");
    this.line.append(h("span", { class: "turn" }, `Turn ${shown.turn}: `), shown.text);
    if (now - this.state.spokenAt < spokenEvery) return;
    this.state.spokenAt = now;
    setText(this.spoken, text);
  }
}

function told({ turn, player, cost, text }: Lesson, name: string): Told {
  return { turn, player, weight: cost, text: `${name}: ${text}` };
}
