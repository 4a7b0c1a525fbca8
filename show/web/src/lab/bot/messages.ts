// The messages between the page, the guard and the workers of bots. Turns are those of the lines that the bot gets.
import type { Files } from "../files";
import type { Bytes } from "../messages";
import type { Print, Problem } from "../output";

/** Pyodide: its scripts joined into one, and its other files. */
export interface Pyodide {
  script: string;
  info: object; // its version, from its list of packages
  wasm: Bytes;
  stdlib: Bytes;
}

/** From the page to the guard. */
export type Order =
  | { pyodide: Pyodide } // for bots in Python; sent first
  | { start: number; files: Files } // with the port of the match
  | { stop: number }
  | { kill: true } // terminate the bots in Python that have not ended
  | { ping: true };

/** From the guard to the page; `id` is the number of a bot. */
export type Report =
  | { pong: true }
  | { id: number; ready: true } // a bot in Python: its interpreter has booted
  | { id: number; ended: boolean } // a bot in Python that was asked to end: whether it has ended
  | { id: number; prints: Print[] }
  | { id: number; problem: Problem }
  | { id: number; gone: string };

/** From a bot's worker to the guard. A hostile bot may send anything else. */
export type Said =
  | { ready: true } // ready for lines
  | { print: string; error: boolean; turn: number }
  | { answer: string; turn: number }
  | { problem: Problem }
  | { stopped: true } // the last message of a worker that was asked to end
  | { gone: string }; // its program has ended, with the reason

/** To the match, on the port of a bot. */
export type Played = { turn: number; actions: string } | { output: string; error: boolean } | { gone: string };

/** How much one bot may print: lines and characters in one turn, characters in a line, and characters in a match. */
export const most = { lines: 2000, text: 256 << 10, line: 64 << 10, match: 8 << 20 } as const;
