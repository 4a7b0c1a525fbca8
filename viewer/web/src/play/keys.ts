// Keys, names and signs of what can be asked for by hand.
import type { Wish } from "./choices";

/** The keys of hexabomb's six moves lie around the s of a keyboard as the cells lie around a character. */
const hexagonKeys = new Map<string, string>(Object.entries({ w: "z+", e: "y+", a: "x-", d: "x+", z: "y-", x: "z-", b: "bomb", r: "revive" }));
const squareKeys = new Map<string, string>(Object.entries({
  w: "up", a: "left", s: "down", d: "right", z: "bomb", x: "trigger", ArrowUp: "up", ArrowLeft: "left", ArrowDown: "down", ArrowRight: "right",
}));

const signs = new Map<string, string>(Object.entries({
  "x+": "→", "y+": "↗", "z+": "↖", "x-": "←", "y-": "↙", "z-": "↘", up: "↑", left: "←", down: "↓", right: "→",
}));

const names = new Map<string, string>(Object.entries({
  "x+": "Right", "y+": "Up right", "z+": "Up left", "x-": "Left", "y-": "Down left", "z-": "Down right",
  up: "Up", left: "Left", down: "Down", right: "Right", bomb: "Bomb", revive: "Revive", trigger: "Trigger",
}));

/** What a key asks for. */
export function choiceOfKey(key: string, square: boolean): string | undefined {
  const keys = square ? squareKeys : hexagonKeys;
  return keys.get(key) ?? keys.get(key.toLowerCase());
}

/** The letter for something. */
export function keyOf(choice: string, square: boolean): string {
  for (const [key, name] of square ? squareKeys : hexagonKeys) if (name === choice) return key;
  return "";
}

/** The name of something, for people. */
export function nameOf(choice: string): string {
  return names.get(choice) ?? choice;
}

/** An arrow for a move, the name of anything else. */
export function signOf(choice: string): string {
  return signs.get(choice) ?? nameOf(choice);
}

/** A wish in a word. */
export function wishText({ do: name, range, delay }: Wish): string {
  return range === undefined ? signOf(name) : `● ${range}/${delay}`;
}
