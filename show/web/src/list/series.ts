// How a series of matches stands, as the server sends it.

export type Outcome = "win" | "draw" | "loss";

export interface Series {
  title: string;
  /** Matches to be played; 0 where it is not known, as of a folder of replays. */
  planned: number;
  played: number;
  /** The match that is played now or was played last, from 1. */
  match: number;
  live: boolean;
  /** All matches were played. */
  complete: boolean;
  entrants: SeriesEntrant[];
}

export interface SeriesEntrant {
  /** As in HeaderPlayer. */
  entrant: number;
  name: string;
  bot: string;
  matches: number;
  wins: number;
  draws: number;
  losses: number;
  /** Of its scores, with the limits of a 95 % interval where it has enough matches. */
  mean: number;
  low?: number;
  high?: number;
  /** Its last results, the newest last. */
  last: Outcome[];
  crashes: number;
  late: number;
  rank: number;
}
