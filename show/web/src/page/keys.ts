// The keys and their commands.
import { speeds } from "../state/clock";

export type Command =
  | { name: "speed"; speed: number }
  | { name: "step"; turns: number }
  | { name: "zoom"; by: number }
  | { name: "pan"; dx: number; dy: number }
  | { name: "cursor"; dx: number; dy: number }
  | {
      name:
        | "toggle"
        | "first"
        | "last"
        | "nextEvent"
        | "previousEvent"
        | "faster"
        | "slower"
        | "live"
        | "danger"
        | "covers"
        | "coordinates"
        | "patterns"
        | "labels"
        | "drawings"
        | "me"
        | "theme"
        | "fullscreen"
        | "help"
        | "projector"
        | "matches"
        | "menu"
        | "fit"
        | "escape"
        | "highlights"
        | "hideResults"
        | "captions"
        | "quiet";
    };

export interface Pressed {
  key: string;
  shiftKey: boolean;
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
}

type Plain = Exclude<Command["name"], "speed" | "step" | "zoom" | "pan" | "cursor">;

const plain = new Map<string, Plain>(
  Object.entries({
    " ": "toggle",
    Home: "first",
    End: "last",
    n: "nextEvent",
    p: "previousEvent",
    l: "live",
    d: "danger",
    y: "covers",
    c: "coordinates",
    m: "me",
    t: "theme",
    f: "fullscreen",
    "?": "help",
    P: "projector",
    o: "matches",
    "0": "fit",
    x: "patterns",
    h: "highlights",
    k: "captions",
    q: "quiet",
    i: "labels",
    g: "drawings",
    v: "hideResults",
    ".": "menu",
    ">": "faster",
    "<": "slower",
    Escape: "escape",
  }),
);

const arrows = new Map<string, [number, number]>(
  Object.entries({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }),
);

/** The command of a key; undefined: none. onBoard: the board has the focus, so arrow keys move its cursor. */
export function commandOf(pressed: Pressed, onBoard: boolean): Command | undefined {
  const { key, shiftKey, altKey, ctrlKey, metaKey } = pressed;
  if (ctrlKey || metaKey) return undefined;
  const arrow = arrows.get(key);
  if (arrow) {
    const [dx, dy] = arrow;
    if (altKey) return { name: "pan", dx, dy };
    if (onBoard && !shiftKey) return { name: "cursor", dx, dy };
    return dx === 0 ? undefined : { name: "step", turns: dx * (shiftKey ? 10 : 1) };
  }
  if (altKey) return undefined;
  if (/^[1-9]$/.test(key)) return { name: "speed", speed: speeds[Number(key) - 1] ?? 1 };
  if (key === "+" || key === "=") return { name: "zoom", by: 1.25 };
  if (key === "-") return { name: "zoom", by: 0.8 };
  const name = plain.get(key) ?? plain.get(key.toLowerCase());
  return name ? { name } : undefined;
}

/** Whether a focused element uses a key itself. */
export function needsKey(element: Element, key: string): boolean {
  if (element.closest("input:not(.scrub, [type=checkbox]), select")) return key !== "Escape";
  return key === " " && element.closest("button, summary, input[type=checkbox]") !== null;
}

/** The keys and their meaning, for the help. */
export const keyHelp: readonly (readonly [keys: string, meaning: string])[] = [
  ["Space", "play or pause"],
  ["← →", "a turn back or forward; with Shift ten"],
  ["Home End", "first turn, newest turn"],
  ["n p", "next and previous event"],
  ["l", "follow the newest turn of a live match"],
  ["1 … 9", `speed ${speeds.join(", ")}`],
  ["< >", "slower, faster"],
  ["d", "danger: the turn at which each cell blows up"],
  ["y", "bombs: the cells that they will cover"],
  ["c", "coordinates"],
  ["x i", "patterns, labels of characters"],
  ["q", "quiet stretches pass faster, or as fast as all others"],
  ["k", "captions: what mattered in a turn, in a line"],
  ["h", "the moments that decided the match"],
  ["g", "drawings of the bot that is me"],
  ["m", "me: the next player stands out"],
  ["+ − 0", "larger, smaller, the whole board"],
  ["Alt ← ↑ ↓ →", "move the board"],
  ["Tab to the board, ← ↑ ↓ →", "what is on a cell, in words"],
  ["o", "list of matches"],
  [".", "menu: links, downloads and more"],
  ["v", "hide or tell results of matches that you have not watched yet"],
  ["t", "theme: as the system, light, dark"],
  ["f", "full screen"],
  ["Shift P", "projector: large, no controls, follows live"],
  ["Esc", "close, or back"],
];
