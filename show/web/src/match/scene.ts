// What is to be shown now: the data from which panels draw.
import { lookOf, mark, markOf, type End, type Frame, type Header } from "../model";
import { colourOf, contrast, inkOn, mix } from "../palette";
import type { Series } from "../list/series";
import { h } from "../ui/dom";
import { nameText } from "../ui/format";
import type { History } from "./history";
import type { ChartKind } from "../page/settings";

export interface Scene {
  header: Header;
  frame: Frame | undefined;
  turn: number;
  newest: number;
  live: boolean;
  end: End | undefined;
  history: History;
  /** The id of the player who stands out; -1: none. */
  me: number;
  dark: boolean;
  projector: boolean;
  chart: ChartKind;
  /** The title of what the matches belong to, such as a competition; may be empty. */
  event: string;
  series: Series | undefined;
  /** Everything after the current turn is hidden: the reader hides results and has not seen the end. */
  hidden: boolean;
  /** The state of the series is hidden, too. */
  seriesHidden: boolean;
  /** The match's place in its series, from 1; 0: none. */
  number: number;
  /** Charts also show the turns after the current one. */
  whole: boolean;
  /** The match from which this one was played on, for comparison in charts. */
  compare?: Compare | undefined;
}

/** A match that is the same up to a turn, and differs after it. */
export interface Compare {
  history: History;
  from: number;
}

/** A part of the page that draws a scene. */
export interface Panel {
  readonly element: HTMLElement;
  render(scene: Scene): void;
}

export function isSpecial(header: Header, player: number): boolean {
  return header.players[player]?.special ?? false;
}

/** A player's name, safe to show as text. */
export function playerName(header: Header, player: number): string {
  return nameText(header.players[player]?.name ?? "", markOf(header, player));
}

/**
 * A name whose end stays visible if there is no room for all of it: names of one author often differ only there. Names
 * in other scripts are cut at their end.
 */
export function cutName(name: string): (HTMLElement | string)[] {
  if (!/^[\x21-\x7e]{9,}$/.test(name)) return [name];
  return [h("span", { class: "head" }, name.slice(0, -ending)), h("span", { class: "ending" }, name.slice(-ending))];
}

const ending = 4; // letters

/** A player's mark on the player's colour. */
export function badge(header: Header, player: number, dark: boolean): HTMLElement {
  return lookBadge(lookOf(header, player), dark);
}

/** The mark of a look on its colour. */
export function lookBadge(look: number, dark: boolean): HTMLElement {
  const element = h("span", { class: "badge" }, mark(look));
  const colour = colourOf(look + 1, dark);
  element.style.background = colour;
  element.style.color = inkOn(colour);
  return element;
}

/** A player's colour. */
export function playerColour(header: Header, player: number, dark: boolean): string {
  return colourOf(lookOf(header, player) + 1, dark);
}

/** A player's colour for lines and small marks, with enough contrast to the page's background. */
export function lineColour(header: Header, player: number, dark: boolean): string {
  const colour = playerColour(header, player, dark);
  const page = dark ? "#15181e" : "#ffffff";
  const ink = dark ? "#ffffff" : "#000000";
  for (let share = 0; share < 0.7; share += 0.1) {
    const mixed = mix(colour, ink, share);
    if (contrast(mixed, page) >= 2.2) return mixed;
  }
  return mix(colour, ink, 0.7);
}
