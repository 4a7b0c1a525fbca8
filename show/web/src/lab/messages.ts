// The messages between the page and the worker of the laboratory.
import type { LessonVerdict } from "./learn/lesson";

/** The result of a check: the number of turns, and the first turn that differs, if any. */
export interface Verdict {
  turns: number;
  as_recorded: boolean;
  turn?: number;
  what?: string;
}

/** A game with its rules, maps and limits, that can be played. */
export interface Kind {
  game: string;
  title: string; // what people call it
  fields: string[]; // of its states
  rounds: boolean; // programs are usually started in each round, which a page cannot do
  rules: string;
  maps: { name: string; info: string; players: number }[]; // empty: the map comes from the seed
  players: number; // the greatest number of ordinary players if the map does not limit it
  bots: string[];
  specials: string[];
  turns: number; // the default; 0: as many as the rules allow
}

/** How a match ended, as `play` reports it. */
export interface Result {
  turns: number;
  winner: number; // -1: none
  scores: number[]; // by player
  seed: number;
  seats: SeatResult[];
  /** For a match of a lesson. */
  lesson?: LessonVerdict;
}

export interface SeatResult {
  player: number; // its player id
  name: string;
  special?: boolean;
  score: number;
  won: boolean;
  reason: string;
  note?: string;
  left_turn?: number;
  late: number;
  host: number;
  refused: number;
}

export type Bytes = Uint8Array<ArrayBuffer>;

/** The functions of the module that return a text. */
export type Call = "verify" | "film" | "lessons" | "offer" | "starter" | "kinds" | "learn";

/** The functions of a person's seat in a match; see play/client.ts. */
export type Deed = "look" | "play" | "quit";

/** To the worker. All except stop and module are answered. */
export type Question =
  | { id: number; call: Call; with: (Bytes | string)[] }
  | { id: number; order: string; ports: Record<number, MessagePort>; replay: Bytes | null; shown: boolean }
  | { id: number; match: number; deed: Deed; with: (number | string)[] } // match is the id of the order that started it
  | { stop: number }
  | { module: Bytes }; // the rules as WebAssembly, compressed with gzip, for a page without a server

/**
 * From the worker: an answer, a line about a match that is being played, that the server is still building the rules,
 * or that the laboratory does not work.
 */
export type Answer =
  | { id: number; text: string }
  | { id: number; result: string; replay: Bytes | null } // the end of a match
  | { id: number; error: string }
  | { match: number; line: string }
  | { building: string }
  | { broken: string };
