// How a match ended, as much of it as is told.
import type { Outcome } from "../../list/series";
import type { Result as Whole, SeatResult as WholeSeat } from "../messages";
import type { LessonVerdict } from "../learn/lesson";

export type SeatResult = Omit<WholeSeat, "host">;
export type Result = Omit<Whole, "seed" | "seats"> & { seats: SeatResult[]; lesson?: LessonVerdict };

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
