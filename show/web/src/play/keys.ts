// Keys, names and symbols of the choices of a person.

/** The keys of hexabomb's six moves lie around the s of a keyboard as the cells lie around a character. */
const hexagonKeys = new Map<string, string>(
  Object.entries({ w: "z+", e: "y+", a: "x-", d: "x+", z: "y-", x: "z-", b: "bomb", r: "revive" }),
);
const squareKeys = new Map<string, string>(
  Object.entries({
    w: "up",
    a: "left",
    s: "down",
    d: "right",
    z: "bomb",
    x: "trigger",
    ArrowUp: "up",
    ArrowLeft: "left",
    ArrowDown: "down",
    ArrowRight: "right",
  }),
);

const signs = new Map<string, string>(
  Object.entries({
    "x+": "→",
    "y+": "↗",
    "z+": "↖",
    "x-": "←",
    "y-": "↙",
    "z-": "↘",
    up: "↑",
    left: "←",
    down: "↓",
    right: "→",
  }),
);

const names = new Map<string, string>(
  Object.entries({
    "x+": "Right",
    "y+": "Up right",
    "z+": "Up left",
    "x-": "Left",
    "y-": "Down left",
    "z-": "Down right",
    up: "Up",
    left: "Left",
    down: "Down",
    right: "Right",
    bomb: "Bomb",
    revive: "Revive",
    trigger: "Trigger",
  }),
);

const verbs = new Map<string, string>(
  Object.entries({ bomb: "put down a bomb", revive: "revive", trigger: "trigger a bomb" }),
);

/** The part of the help about playing by hand. */
export const playHelp: readonly (readonly [keys: string, meaning: string])[] = [
  ["w e a d z x", "hexabomb: move, as the keys lie around the s"],
  ["b", "hexabomb: aim a bomb; then 2 3 4 or ↑ ↓ its range, ← → its delay; b or Enter puts it down"],
  ["r u", "hexabomb: revive; undo what was set last"],
  ["Enter", "hexabomb: send the turn"],
  ["w a s d", "2016-Bomberman: move; the arrows do, too. A key sends at once"],
  ["z x", "2016-Bomberman: put down a bomb, trigger one"],
  ["Space", "do nothing"],
  ["Esc", "back to the turn that waits for you; take an aimed bomb back"],
];

/** The moves on hexagons or squares, in reading order. */
export function movesOf(square: boolean): readonly string[] {
  return square ? ["up", "left", "right", "down"] : ["z+", "y+", "x-", "x+", "y-", "z-"];
}

/** The choices that are not moves. */
export function deedsOf(square: boolean): readonly string[] {
  return square ? ["bomb", "trigger"] : ["bomb", "revive"];
}

/** The choice of a key; undefined: none. */
export function choiceOfKey(key: string, square: boolean): string | undefined {
  const keys = square ? squareKeys : hexagonKeys;
  return keys.get(key) ?? keys.get(key.toLowerCase());
}

/** The key of a choice; "": none. */
export function keyOf(choice: string, square: boolean): string {
  for (const [key, name] of square ? squareKeys : hexagonKeys) if (name === choice) return key;
  return "";
}

/** The name of a choice, for the reader. */
export function nameOf(choice: string): string {
  return names.get(choice) ?? choice;
}

/** A choice as a verb: "go up left", "put down a bomb". */
export function verbOf(choice: string): string {
  return verbs.get(choice) ?? (names.has(choice) ? `go ${nameOf(choice).toLowerCase()}` : choice);
}

/** An arrow for a move, else the name of the choice. */
export function signOf(choice: string): string {
  return signs.get(choice) ?? nameOf(choice);
}
