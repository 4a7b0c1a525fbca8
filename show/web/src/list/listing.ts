// The list of matches, as the server sends it.
export interface Listed {
  id: string;
  title: string;
  game: string;
  live: boolean;
  turn: number;
  turns: number;
  started: string;
  players: string[];
  /** By player id; see HeaderPlayer. Left out where none is known; 0: not known. */
  entrants?: number[];
  winner: number; // -1: none, or not known yet
  /** Why it ended before its end. */
  why?: string;
  /** Its place in its series, from 1; 0 or left out: none. */
  number?: number;
  map?: string;
  seed?: string;
  /** The file of a replay. */
  file?: string;
  /** By player id; of a match that is over. */
  scores?: number[];
  /** By player id: why it did not play to the end; left out where all did. */
  reasons?: string[];
  /** By player id: turns missed. */
  late?: number[];
  /** Its turns are not kept any more. */
  gone?: boolean;
}

export interface Listing {
  /** Of the whole page, or empty. */
  title?: string;
  /** Which run of the server has the matches: another one after a new start. */
  server?: string;
  /** The page opens in projector mode. */
  projector?: boolean;
  /** How many there are, of which the list may have the newest only. */
  total?: number;
  /** How many match what was asked for. */
  found?: number;
  from?: number;
  /** What can be asked for so that something is found. */
  values?: Values;
  matches: Listed[];
}

/** For each part of a query what finds something beside its other parts. */
export interface Values {
  games: string[];
  maps: string[];
  names: string[];
  results: string[];
}

/** What of the matches is wanted; what is left out does not matter. */
export interface Query {
  q?: string;
  game?: string;
  map?: string;
  name?: string;
  result?: string; // live, over, draw, failed; of the name: won, lost
}

/** A query as the address of the server's answer. */
export function queryPath(query: Query, from: number, limit: number): string {
  const values = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== "") values.set(name, String(value));
  values.set("from", String(from));
  values.set("limit", String(limit));
  return `api/matches?${values.toString()}`;
}
