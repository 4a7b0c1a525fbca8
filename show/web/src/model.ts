// The data that the server sends: the JSON forms of viewer.Header, viewer.Frame and viewer.End (see
// game/viewer/json.go).

export type Shape = "hexagon" | "square" | "tree";

/** What the pictures of a game mean, as the game says (see viewer.Legend). */
export interface Legend {
  /** The columns of the standings. */
  columns?: readonly Column[];
  /** The names of the numbers that only this game has in PlayerRow. */
  figures?: readonly string[];
  /** The items, from 1. */
  items?: readonly ItemSign[];
  keys?: readonly Key[];
  /** A person has one token, whose key sends the action. */
  atOnce?: boolean;
  /** Turns in which nothing happens pass faster. */
  quiet?: boolean;
  /** There may be bombs. */
  bombs?: boolean;
  /** Blasts paint cells; one without an owner is a tie. */
  painted?: boolean;
  /** A blast ends at the first brick and at the first other bomb. */
  stopped?: boolean;
}

export interface Column {
  title: string;
  hint: string;
  /** A pattern, see say in legend.ts. */
  text: string;
}

export interface ItemSign {
  name: string;
  hint: string;
  icon: string;
}

/** A key of a person who plays. */
export interface Key {
  key: string;
  /** Other keys in a terminal: up, left, … */
  also?: readonly string[];
  do: string;
  name: string;
  sign?: string;
  verb: string;
  move?: boolean;
}

/** The data that stays the same during a match. */
export interface Header {
  game: string;
  title: string;
  shape: Shape;
  /**
   * By cell index: axial coordinates q and r of a hexagon; column and row of a square (from 1, counted from the top).
   */
  cells: [number, number][];
  /** The number of turns of the match; 0: not known. */
  turns: number;
  seed: string;
  started: string;
  /** The time limit of a turn in milliseconds; 0: none. */
  limit: number;
  /** The points that the death of a character costs, if the rules say so; else 0. */
  bounty: number;
  /** What the pictures mean; left out: the game does not say. */
  legend?: Legend;
  suddenDeath: boolean;
  /** By player id. */
  players: HeaderPlayer[];
  map?: string;
  /** The match's place in its series, from 1. */
  number?: number;
  /** The match of this page that it was played on from, and the last turn that is the same. */
  branch?: { match: string; turn: number };
}

export interface HeaderPlayer {
  name: string;
  bot: string;
  special: boolean;
  /** The place of its bot on the command line, from 1; left out: not known. */
  entrant?: number;
  /** How to win, in a sentence; only if a person plays. */
  goal?: string;
}

export const unowned = 0; // the owner "none"; other owners are player id + 1
export const open = 0,
  brick = 1,
  stone = 2; // hard and soft walls
export const noItem = 0; // other items are those of the legend, from 1

/**
 * id (-1: the player's only character), player, cell (-1: on none), alive (0 or 1), turns until revival (-1: none),
 * bombs ready
 */
export type Token = [id: number, player: number, cell: number, alive: number, revival: number, bombs: number];
/** A bomb with timer 1 explodes in the coming turn; range is in cells. */
export type Bomb = [cell: number, owner: number, timer: number, range: number];
export type Explosion = [cell: number, owner: number];

/** The board after a turn. Empty fields are left out. */
export interface Frame {
  turn: number;
  owners?: number[]; // by cell
  walls?: number[]; // by cell
  items?: number[]; // by cell
  tokens?: Token[];
  bombs?: Bomb[];
  explosions?: Explosion[]; // of this turn
  players?: PlayerRow[]; // by id
  events?: GameEvent[];
  refused?: Refusal[];
  output?: Line[];
  caption?: Caption; // if something mattered
  drawings?: Drawing[]; // what bots have drawn
  tree?: unknown; // for shape "tree": the state of an unknown game
}

/** What a bot has drawn in one layer. */
export interface Drawing {
  player: number;
  layer: string;
  shapes: string; // a shape in each line, see board/drawings.ts
}

export interface PlayerRow {
  /** The numbers that only this game has, by the names of its legend. */
  [figure: string]: number | boolean | string | undefined;
  score: number;
  cells: number;
  share: number; // of all cells, 0 to 1
  characters: number;
  living: number;
  bombs: number;
  connected: boolean;
  failed?: boolean; // the player ranks behind those who have not failed
  micros: number; // microseconds of the last answer; -1: not known
  note?: string; // "late", "late (host)" (the machine gave it no processor time), "failed in turn 25: crashed", …
}

export const eventKinds = ["death", "revival", "chain", "item", "player", "lead", "note"] as const;
export type EventKind = (typeof eventKinds)[number];

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
  player: number; // the player it is about; -1: several
  weight: number; // its importance in points, an estimate
  text: string; // a sentence that does not name the turn
}

export interface Line {
  player: number;
  err: boolean;
  text: string;
}

/** A problem with a player's turns. */
export type Trouble = "late" | "silent" | "crashed" | "refused";

/** How a player did in a match. */
export interface EndPlayer {
  reason: string;
  note: string;
  turn?: number;
  late: number;
  refused: number;
  host?: number;
  silent?: number;
  crashed?: number;
  /** The first turn of each trouble, and its cause. */
  first?: Partial<Record<Trouble, { turn: number; why: string }>>;
}

export interface End {
  turns: number;
  winner: number; // -1: none
  why: string; // why it ended early
  players: EndPlayer[];
  lessons?: Lesson[]; // by player, the costliest first
  moments?: Moment[]; // the turns that decided the match: at most three, by turn
  story?: string; // why the winner has won
  account?: AccountPart[]; // why one player scored more than each of the others; by pair, the largest first
}

/** A part of the difference between the scores of two players. */
export interface AccountPart {
  player: number; // the winner, if there is one
  over: number; // the other player
  cause: string;
  points: number; // below 0 if the other did better
  text: string;
}

/** A turn, with those around it, that decided a match. */
export interface Moment {
  turn: number;
  from: number; // the first turn to show
  to: number; // the last turn to show
  player: number; // the player whose lead changed
  swing: number; // the change of the lead, compared to a match in which this did not happen
  cells: number[]; // the cells to look at
  text: string; // a sentence about it
}

/** Something that a player could have done better. */
export interface Lesson {
  turn: number; // the first turn that it is about
  player: number;
  kind: string; // see docs/explain.md
  cost: number; // in points, an estimate
  text: string;
}

/**
 * The look of a player: an index of colours and letters. It is that of the player's entrant, or the player's id if the
 * entrant is not known.
 */
export function lookOf(header: Header, player: number): number {
  return (header.players[player]?.entrant ?? player + 1) - 1;
}

/** The players, ordered by letter. */
export function byLetter(header: Header): number[] {
  return header.players.map((_, player) => player).sort((a, b) => lookOf(header, a) - lookOf(header, b));
}

/** The letters of a player on the board and in the standings. */
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
