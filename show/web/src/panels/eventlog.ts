// The log of events, the newest first, with a filter by kind. A click goes to the turn.
import type { EventKind, Header } from "../model";
import { h, setChildren, setText } from "../ui/dom";
import type { Happening } from "../match/history";
import { playerName, badge, type Panel, type Scene } from "../match/scene";

/** The kinds of events, and their names on the page. */
export const kinds: readonly (readonly [EventKind, string])[] = [
  ["death", "Deaths"],
  ["revival", "Revivals"],
  ["chain", "Chains"],
  ["item", "Power-ups"],
  ["player", "Players"],
  ["lead", "Lead"],
  ["note", "Notes"],
];

const most = 100;

export class EventLog implements Panel {
  readonly element = h("section", { class: "panel log", "aria-label": "Events" });
  private readonly list = h("ol", { class: "lines", reversed: true });
  private readonly empty = h("p", { class: "empty" });
  private drawn = "";
  private lines = new WeakMap<Happening["event"], HTMLElement>(); // cached elements
  private dark: boolean | undefined;

  constructor(
    private readonly jump: (turn: number) => void,
    private readonly shown: Set<EventKind>,
    changed: () => void,
  ) {
    const filter = h("div", { class: "filter", role: "group", "aria-label": "Kinds of events" });
    for (const [kind, title] of kinds) {
      const button = h("button", { type: "button", class: `chip ${kind}`, "aria-pressed": "true" }, title);
      button.addEventListener("click", () => {
        if (!this.shown.delete(kind)) this.shown.add(kind);
        button.setAttribute("aria-pressed", String(this.shown.has(kind)));
        changed();
      });
      filter.append(button);
    }
    this.element.append(filter, this.empty, this.list);
  }

  render(scene: Scene): void {
    const { history, turn, header, dark } = scene;
    const state = [history.version, turn, dark, [...this.shown].join()].join(" ");
    if (state === this.drawn || !this.element.checkVisibility()) return;
    this.drawn = state;
    if (dark !== this.dark) this.lines = new WeakMap();
    this.dark = dark;
    const lines: HTMLElement[] = [];
    for (const happening of history.eventsUpTo(turn, this.shown, most)) {
      const line = this.lines.get(happening.event) ?? this.makeLine(happening, header, dark);
      line.classList.toggle("now", happening.turn === turn);
      lines.push(line);
    }
    setText(
      this.empty,
      lines.length > 0 ? "" : turn === 0 ? "Nothing happened yet." : "Nothing of these kinds up to this turn.",
    );
    setChildren(this.list, lines);
  }

  private makeLine({ turn, event }: Happening, header: Header, dark: boolean): HTMLElement {
    const button = h(
      "button",
      { type: "button", class: `line ${event.kind}` },
      h("span", { class: "turn" }, String(turn)),
    );
    if (event.player >= 0) {
      const who = badge(header, event.player, dark);
      who.title = playerName(header, event.player);
      button.append(who);
    }
    button.append(h("span", { class: "text" }, event.text));
    button.addEventListener("click", () => this.jump(turn));
    const line = h("li", {}, button);
    this.lines.set(event, line);
    return line;
  }
}
