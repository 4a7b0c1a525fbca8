// Functions on the result of a match.
import type { Outcome } from "../../list/series";
import type { Result as Whole, SeatResult as WholeSeat } from "../messages";
import type { LessonVerdict } from "../learn/lesson";

export type SeatResult = Omit<WholeSeat, "host">;
export type Result = Omit<Whole, "seed" | "seats"> & { seats: SeatResult[]; lesson?: LessonVerdict };

/** The outcome of a match for a seat. */
export function outcomeOf({ winner, seats }: Result, seat: number): Outcome {
  if (winner < 0) return "draw";
  return seats[seat]?.player === winner ? "win" : "loss";
}

/** The result with its seats in the order of these players. */
export function inSeats(result: Result, players: readonly number[]): Result {
  const seats = players.flatMap((player) => result.seats.find((seat) => seat.player === player) ?? []);
  return { ...result, seats };
}
