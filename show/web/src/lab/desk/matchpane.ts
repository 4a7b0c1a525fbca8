// The board of the laboratory. It shows the match that was played last, or one that was chosen from a series.
import type { Lesson } from "../../model";
import { changeDisplay } from "../../page/display";
import { type Command, commandOf, needsKey } from "../../page/keys";
import { loadSettings, saveSettings } from "../../page/settings";
import { applyTheme, isDark, onSystemTheme } from "../../page/theme";
import { newState } from "../../state/state";
import { MatchView, type Host } from "../../match/matchview";
import type { Print } from "../output";
import type { PersonClient } from "../../play/client";
import type { Source } from "../../source/source";
import { h } from "../../ui/dom";
import { Media } from "../../ui/media";

/** What the pane needs of the laboratory. */
export interface MatchPaneHost {
  /** Another turn or another match is shown. */
  turned(): void;
  say(text: string): void;
  help(): void;
}

const startAt = 2; // turns needed before the match starts to play, as a match with one turn would be at its end
const startEvery = 40; // milliseconds

export class MatchPane implements Host {
  readonly element = h("section", { class: "desk-match", "aria-label": "Match", tabindex: -1 });
  readonly state = newState(loadSettings());
  person: PersonClient | undefined;
  readonly tabsOnly = true;
  readonly event = "the laboratory";
  readonly series = undefined;
  readonly seriesHidden = false;
  view: MatchView | undefined;
  private readonly motion = new Media("(prefers-reduced-motion: reduce)");
  private own = -1; // the player of one's own bot; -1: none
  private printed: { source: Source | undefined; until: number; lines: Print[] } = {
    source: undefined,
    until: -1,
    lines: [],
  };
  private starting: ReturnType<typeof setInterval> | undefined;
  private readonly empty = h(
    "div",
    { class: "desk-empty" },
    h("p", {}, "Run plays a match of your bot against the opponent above, and shows it here."),
    h("p", {}, "New here? Learn has eight short lessons."),
  );
  private usualCoordinates: boolean | undefined; // the reader's setting, while a lesson shows coordinates

  constructor(private readonly host: MatchPaneHost) {
    this.element.append(this.empty);
    onSystemTheme(() => this.changed());
    this.motion.onChange(() => this.changed());
    applyTheme(this.state.settings.theme);
    document.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("visibilitychange", () => this.view?.refresh());
  }

  get still(): boolean {
    return this.motion.matches;
  }

  get dark(): boolean {
    return isDark(this.state.settings.theme);
  }

  /** The turn that is shown; 0 without a match. */
  get turn(): number {
    return this.view?.state.playback.turn ?? 0;
  }

  /** What one's own bot has printed in the known turns. */
  get prints(): readonly Print[] {
    const source = this.view?.source;
    if (!source) return [];
    if (this.printed.source !== source) this.printed = { source, until: -1, lines: [] };
    const { printed, own } = this;
    while (printed.until < source.newest) {
      const turn = ++printed.until;
      for (const { player, text, err } of source.frame(turn)?.output ?? [])
        if (player === own) printed.lines.push({ turn, text, error: err });
    }
    return printed.lines;
  }

  /**
   * Shows a match in which one's own bot is the player me. It opens at a turn, or at the start and then plays. With a
   * person, the match is played here by hand, and its newest turn is shown.
   */
  show(source: Source, me: number, turn = 0, plays = true, person?: PersonClient, tab = this.view?.state.tab): void {
    const focus = focusIn(this.element);
    this.clear();
    this.state.me = this.own = me;
    this.person = person;
    const view = (this.view = new MatchView(source, this, tab));
    this.element.replaceChildren(view.element);
    focus?.();
    view.start(person ? undefined : turn);
    if (person) return this.changed();
    this.starting = setInterval(() => (plays ? this.begin(view, turn) : this.reach(view, turn)), startEvery);
    this.changed();
  }

  /** Shows what cost the players most, once that is known. */
  teach(lessons: readonly Lesson[]): void {
    const source = this.view?.source;
    if (!source?.end || source.end.lessons) return;
    Object.assign(source, { end: { ...source.end, lessons } });
    this.view?.refresh();
  }

  /** Removes the match from the board. */
  clear(): void {
    clearInterval(this.starting);
    this.view?.destroy();
    this.view = undefined;
    this.element.replaceChildren(this.empty);
  }

  /** Removes the match from the board. Returns a function that restores it. */
  put(): () => void {
    const { view, own, turn } = this;
    const { me } = this.state;
    this.clear();
    return () => {
      if (!view) return this.clear();
      this.show(view.source, own, turn, false, undefined, view.state.tab);
      this.state.me = me;
      this.changed();
    };
  }

  /** Plays the match that is shown, unless the reader wants no motion. */
  play(): void {
    if (!this.still) this.view?.play();
  }

  /** Shows the coordinates while a lesson refers to cells by them; afterwards restores the reader's setting. */
  teachesCells(on: boolean): void {
    if (on === (this.usualCoordinates !== undefined)) return;
    const { coordinates } = this.state.settings;
    this.state.settings.coordinates = this.usualCoordinates ?? true;
    this.usualCoordinates = on ? coordinates : undefined;
    this.changed();
  }

  jump(turn: number): void {
    this.view?.jump(turn);
  }

  run(command: Command): void {
    if (changeDisplay(this.state, command, this.view?.source.header.players.length ?? 0, (text) => this.say(text)))
      return this.changed();
    switch (command.name) {
      case "help":
        return this.host.help();
      case "escape":
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
        break;
      case "projector":
      case "fullscreen":
      case "matches":
      case "menu":
      case "hideResults":
        return; // these commands belong to the page of matches
      default:
        return this.view?.run(command);
    }
    this.changed();
  }

  changed(): void {
    applyTheme(this.state.settings.theme);
    saveSettings({ ...this.state.settings, coordinates: this.usualCoordinates ?? this.state.settings.coordinates });
    this.view?.refresh();
    this.host.turned();
  }

  say(text: string): void {
    this.host.say(text);
  }

  ended(): void {}

  reached(): void {}
  lost(): void {}

  hides(): boolean {
    return false;
  }

  /**
   * Starts the playback once some turns are there. The match is played faster than it is shown, so it does not catch
   * up.
   */
  private begin(view: MatchView, turn: number): void {
    const { source } = view;
    const { playback } = view.state;
    if (source.live && source.newest < turn + startAt) return;
    clearInterval(this.starting);
    if (playback.playing || playback.following || playback.turn !== Math.min(turn, source.newest)) {
      if (playback.turn >= turn) return; // the reader has gone elsewhere
      view.goTo(turn);
    }
    if (!this.still) view.play();
    this.host.turned();
  }

  /** Goes to a turn as soon as it is available. */
  private reach(view: MatchView, turn: number): void {
    if (view.source.live && view.source.newest < turn) return;
    clearInterval(this.starting);
    view.goTo(turn);
    this.host.turned();
  }

  private key(event: KeyboardEvent): void {
    if (event.defaultPrevented || document.querySelector("dialog[open], .menu:popover-open")) return;
    const target = event.target instanceof HTMLElement ? event.target : document.body;
    if (target.isContentEditable || target.closest("textarea, .desk-bot") || needsKey(target, event.key)) return;
    const command = commandOf(event, target instanceof HTMLCanvasElement);
    if (!command) return;
    event.preventDefault();
    this.run(command);
  }
}

/**
 * Returns a function that restores the focus to the same part of an element after the element was drawn anew;
 * undefined: the focus is elsewhere.
 */
function focusIn(element: HTMLElement): (() => void) | undefined {
  const { activeElement } = document;
  if (!activeElement || activeElement === element || !element.contains(activeElement)) return undefined;
  const alike = (): HTMLElement[] =>
    [...element.querySelectorAll<HTMLElement>(activeElement.localName)].filter(
      ({ className }) => className === activeElement.className,
    );
  const at = alike().indexOf(activeElement as HTMLElement);
  return () => {
    alike()[at]?.focus();
    if (!element.contains(document.activeElement)) element.focus();
  };
}
