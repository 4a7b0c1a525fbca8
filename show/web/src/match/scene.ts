// What is to be seen now: all that panels draw from.
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
  /** The player that stands out, or -1. */
  me: number;
  dark: boolean;
  projector: boolean;
  chart: ChartKind;
  series: Series | undefined;
  /** What comes after the turn is not told: the reader hides results and has not seen the end. */
  hidden: boolean;
  /** How the series stands is not told either. */
  seriesHidden: boolean;
  /** The match's place in its series, from 1; 0: none. */
  number: number;
  /** Charts show the turns after the present one, too. */
  whole: boolean;
  /** The match from which this one was played on, to be compared in charts. */
  compare?: Compare | undefined;
}

/** Another course of the same match, which differs from a turn on. */
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

/** A player's name, fit to be shown as text. */
export function playerName(header: Header, player: number): string {
  return nameText(header.players[player]?.name ?? "", markOf(header, player));
}

/** A player's mark on its colour. */
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

/** A player's colour for lines and text's company: told apart from the page behind it. */
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
