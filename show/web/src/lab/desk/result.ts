// How a match ended: arena.Result as JSON, but for the seed, which is larger than a number can be.

import type { LessonVerdict } from "../learn/lesson";

export interface Result {
  /** A player, or -1: nobody has the highest score alone. */
  winner: number;
  turns: number;
  /** By player. */
  scores: number[];
  /** By seat of the config. */
  seats: SeatResult[];
  lesson?: LessonVerdict;
}

export interface SeatResult {
  player: number;
  name: string;
  score: number;
  won: boolean;
  reason: string;
  note?: string;
  left_turn?: number;
  late: number;
  refused: number;
}

export type Outcome = "win" | "draw" | "loss";

/** What a match was for a seat. */
export function outcomeOf({ winner, seats }: Result, seat: number): Outcome {
  if (winner < 0) return "draw";
  return seats[seat]?.player === winner ? "win" : "loss";
}

/** A match whose seats are those of players, with its seats in the order of others: by whom each of those was played. */
export function inSeats(result: Result, players: readonly number[]): Result {
  const seats = players.flatMap((player) => result.seats.find((seat) => seat.player === player) ?? []);
  return { ...result, seats };
}
