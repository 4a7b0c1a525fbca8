// What the page and the worker of the laboratory say to each other.
import type { LessonVerdict } from "./learn/lesson";

/** What came of a check: how many turns there are, and the first one that differs, if any. */
export interface Verdict {
  turns: number;
  as_recorded: boolean;
  turn?: number;
  what?: string;
}

/** What can be played. */
export interface Kind {
  game: string;
  rules: string;
  maps: { name: string; info: string; cells: number; players: number }[]; // none: the map comes from the seed
  players: number; // ordinary ones at most, where no map says it
  bots: string[];
  specials: string[];
  turns: number; // where nothing is said; 0: as many as the rules allow
}

/** How a match ended, as `play` has it. */
export interface Result {
  turns: number;
  winner: number; // -1: none
  scores: number[]; // by player
  seed: number;
  seats: SeatResult[];
  /** Of a match of a lesson. */
  lesson?: LessonVerdict;
}

export interface SeatResult {
  player: number; // its id
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

/** The functions of the module that answer with a text. */
export type Call = "verify" | "film" | "lessons" | "offer" | "starter" | "kinds" | "learn";

/** What a person's seat of a match can be told: see play/client.ts. */
export type Deed = "look" | "play" | "quit";

/** To the worker. All but stop and module are answered. */
export type Question =
  | { id: number; call: Call; with: (Bytes | string)[] }
  | { id: number; order: string; ports: Record<number, MessagePort>; replay: Bytes | null; shown: boolean }
  | { id: number; match: number; deed: Deed; with: (number | string)[] } // match: the id of its order
  | { stop: number }
  | { module: Bytes }; // the rules as WebAssembly, packed with gzip: where there is no server to get them from

/**
 * From the worker: an answer, a line about a match that is played, that the server still builds the rules, or that the laboratory
 * does not work at all.
 */
export type Answer =
  | { id: number; text: string }
  | { id: number; result: string; replay: Bytes | null } // the end of a match
  | { id: number; error: string }
  | { match: number; line: string }
  | { building: string }
  | { broken: string };
