// What the server sends: the JSON forms of viewer.Header, viewer.Frame and viewer.End (see game/viewer/json.go).

export type Shape = "hexagon" | "square" | "tree";

/** What stays the same during a match. */
export interface Header {
  game: string;
  title: string;
  shape: Shape;
  /** By cell index: axial q and r of a hexagon; column and row (from 1, counted from the top) of a square. */
  cells: [number, number][];
  /** Turns of the match, 0 where it is not known. */
  turns: number;
  seed: string;
  started: string;
  /** Of a turn in milliseconds, 0 for none. */
  limit: number;
  /** Points for a kill in 2016-Bomberman, else 0. */
  bounty: number;
  suddenDeath: boolean;
  /** By player id. */
  players: HeaderPlayer[];
  map?: string;
  /** The match's place in its series, from 1. */
  number?: number;
  /** Where it was played on from: a match of this page, and the turns that go as there. */
  branch?: { match: string; turn: number };
}

export interface HeaderPlayer {
  name: string;
  bot: string;
  special: boolean;
  /** Its place among the bots of the command line, from 1; left out: not known. */
  entrant?: number;
  /** Where a person plays: how to win, in a sentence. */
  goal?: string;
}

export const unowned = 0; // an owner: 0 for none, else player id + 1
export const open = 0,
  brick = 1,
  stone = 2; // walls
export const noItem = 0,
  bagItem = 1,
  radiusItem = 2,
  superItem = 3;

/** id (-1: the player's only one), player, cell (-1: on no cell), alive (0 or 1), turns until revival (-1: none), bombs ready */
export type Token = [id: number, player: number, cell: number, alive: number, revival: number, bombs: number];
/** A timer of 1 explodes in the coming turn; range in cells. */
export type Bomb = [cell: number, owner: number, timer: number, range: number];
export type Explosion = [cell: number, owner: number];

/** The board after a turn. What is empty is left out. */
export interface Frame {
  turn: number;
  owners?: number[]; // hexagon: by cell
  walls?: number[]; // square: by cell
  items?: number[]; // square: by cell
  tokens?: Token[];
  bombs?: Bomb[];
  explosions?: Explosion[]; // of this turn
  players?: PlayerRow[]; // by id
  events?: GameEvent[];
  refused?: Refusal[];
  output?: Line[];
  caption?: Caption; // where something mattered
  drawings?: Drawing[]; // what bots drew
  tree?: unknown; // shape "tree": the state of a game that we do not know
}

/** What a bot has drawn in a layer. */
export interface Drawing {
  player: number;
  layer: string;
  shapes: string; // one a line, see board/drawings.ts
}

export interface PlayerRow {
  score: number;
  cells: number;
  share: number; // of all cells, 0 to 1
  characters: number;
  living: number;
  bombs: number;
  bag?: number; // 2016-Bomberman
  radius?: number; // 2016-Bomberman
  connected: boolean;
  failed?: boolean; // it ranks behind who has not failed
  micros: number; // what the last answer took; -1: not known
  note?: string; // "late", "late (host)": the machine gave it no processor, "failed in turn 25: crashed", …
}

export type EventKind = "note" | "death" | "revival" | "chain" | "item" | "player" | "lead";

export interface GameEvent {
  kind: EventKind;
  player: number; // or -1
  text: string;
}

export interface Refusal {
  player: number;
  action: string;
  reason: string;
}

/** What mattered most in a turn. */
export interface Caption {
  player: number; // whom it is about; -1: several
  weight: number; // in points, an estimate
  text: string; // a sentence without the turn
}

export interface Line {
  player: number;
  err: boolean;
  text: string;
}

/** A trouble that a player's turns can have, in the word that everything uses. */
export type Trouble = "late" | "silent" | "crashed" | "refused";

/** How a player fared. */
export interface EndPlayer {
  reason: string;
  note: string;
  turn?: number;
  late: number;
  refused: number;
  host?: number;
  silent?: number;
  crashed?: number;
  /** When and why each trouble came first. */
  first?: Partial<Record<Trouble, { turn: number; why: string }>>;
}

export interface End {
  turns: number;
  winner: number; // -1: none
  why: string; // why it ended before its end
  players: EndPlayer[];
  lessons?: Lesson[]; // by player, the costliest first
  moments?: Moment[]; // the turns that decided the match: at most three, by turn
  story?: string; // why the winner won
}

/** A turn that decided a match. */
export interface Moment {
  turn: number;
  from: number; // the first frame that shows it
  to: number; // and the last
  player: number; // whose lead changed
  swing: number; // the change of that lead, against the rules played on without what happened
  cells: number[]; // where to look: indexes of cells
  text: string; // a sentence
}

/** Something that a player could have done better. */
export interface Lesson {
  turn: number; // the first that it is about
  player: number;
  kind: string; // see docs/explain.md
  cost: number; // in points, an estimate
  text: string;
}

/** The look of a player, an index of colours and letters: that of its entrant, or of its id where that is not known. */
export function lookOf(header: Header, player: number): number {
  return (header.players[player]?.entrant ?? player + 1) - 1;
}

/** The players in the order of their letters. */
export function byLetter(header: Header): number[] {
  return header.players.map((_, player) => player).sort((a, b) => lookOf(header, a) - lookOf(header, b));
}

/** The mark of a player on the board and in the standings. */
export function markOf(header: Header, player: number): string {
  return mark(lookOf(header, player));
}

/** The letters of a look: A to Z, AA, AB, …; ? for no player. */
export function mark(look: number): string {
  if (look < 0) return "?";
  let text = "";
  for (let n = look + 1; n > 0; n = Math.floor((n - 1) / 26)) text = String.fromCharCode(65 + ((n - 1) % 26)) + text;
  return text;
}
