// The state of a series of matches, as the server sends it.

export type Outcome = "win" | "draw" | "loss";

export interface Series {
  title: string;
  /** The number of matches to be played; 0: not known, as for a folder of replays. */
  planned: number;
  played: number;
  /** The match that is being played, or else was played last, from 1. */
  match: number;
  live: boolean;
  /** Whether all matches were played. */
  complete: boolean;
  entrants: SeriesEntrant[];
}

export interface SeriesEntrant {
  /** See HeaderPlayer. */
  entrant: number;
  name: string;
  bot: string;
  matches: number;
  wins: number;
  draws: number;
  losses: number;
  /** The mean of its scores, and the limits of its 95 % interval if there are enough matches. */
  mean: number;
  low?: number;
  high?: number;
  /** Its latest results, the newest last. */
  last: Outcome[];
  crashes: number;
  late: number;
  rank: number;
}
