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
  /** By player id; see HeaderPlayer. 0: not known; left out if none is known. */
  entrants?: number[];
  winner: number; // -1: none, or not known yet
  /** Why the match ended early. */
  why?: string;
  /** The match's place in its series, from 1; 0 or left out: none. */
  number?: number;
  map?: string;
  seed?: string;
  /** The file name of a replay. */
  file?: string;
  /** By player id; only for a match that is over. */
  scores?: number[];
  /** Why each player failed, by player id; left out if none did. */
  reasons?: string[];
  /** The number of missed turns, by player id. */
  late?: number[];
  /** The server does not keep its turns any more. */
  gone?: boolean;
}

export interface Listing {
  /** The title of the whole page; may be empty. */
  title?: string;
  /** Identifies the run of the server; it changes when the server is started again. */
  server?: string;
  /** The page opens in projector mode. */
  projector?: boolean;
  /** The number of all matches; the list may hold only the newest. */
  total?: number;
  /** The number of matches that satisfy the query. */
  found?: number;
  from?: number;
  /** The values for filters that lead to results. */
  values?: Values;
  matches: Listed[];
}

/** For each part of a query, the values for which matches exist if its other parts stay the same. */
export interface Values {
  games: string[];
  maps: string[];
  names: string[];
  results: string[];
}

/** Selects matches; parts that are left out select all. */
export interface Query {
  q?: string;
  game?: string;
  map?: string;
  name?: string;
  result?: string; // live, over, draw, failed; with a name also won, lost
}

/** The parts of a query that are chosen from values, and the names of these values. */
export const filterFields = { game: "games", map: "maps", name: "names", result: "results" } as const;
export type FilterField = keyof typeof filterFields;

/** The path and query string of a request for matches. */
export function queryPath(query: Query, from: number, limit: number): string {
  const values = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== "") values.set(name, String(value));
  values.set("from", String(from));
  values.set("limit", String(limit));
  return `api/matches?${values.toString()}`;
}
