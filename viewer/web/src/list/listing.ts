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
}

export interface Listing {
  /** Of the whole page, or empty. */
  title?: string;
  /** The page opens in projector mode. */
  projector?: boolean;
  matches: Listed[];
}
