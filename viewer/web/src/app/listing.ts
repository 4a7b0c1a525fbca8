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
  winner: number; // -1: nobody, or not known yet
}

export interface Listing {
  /** Of the whole page, or empty. */
  title?: string;
  /** The page opens in projector mode. */
  projector?: boolean;
  matches: Listed[];
}
