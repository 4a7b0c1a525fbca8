// A seat that a person plays: at the server, where its address is a secret, or in a match of the page itself.
import type { Choices, Wish } from "./choices";

export interface Seat {
  name: string;
  /** -1 before the match. */
  player: number;
  match: string;
  /** The possible choices; null: the match does not wait for this seat. */
  choices: Choices | null;
  /** The time limit of a turn in milliseconds; 0: none. */
  limit: number;
  /** The rest of that time in milliseconds, while the match waits for this seat. */
  left: number;
  /** The last turn that passed without an answer in time; 0: none. */
  missed: number;
  gaveUp: boolean;
}

/** The seat that a person plays here. Methods fail with a Refusal. */
export interface PersonClient {
  look(): Promise<Seat>;
  /** Sends the answer for a turn. */
  play(turn: number, wishes: readonly Wish[]): Promise<Seat>;
  giveUp(): Promise<Seat>;
}

/**
 * Why a request was refused; the message is for the reader. status is that of HTTP: 409 if the answer came too late.
 */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    text: string,
  ) {
    super(text);
  }
}

/** A seat at the server. */
export class SeatClient implements PersonClient {
  private readonly path: string;

  constructor(token: string) {
    this.path = `api/seat/${encodeURIComponent(token)}`;
  }

  look(): Promise<Seat> {
    return answer(fetch(this.path));
  }

  play(turn: number, wishes: readonly Wish[]): Promise<Seat> {
    return post(`${this.path}/turn/${turn}`, wishes);
  }

  giveUp(): Promise<Seat> {
    return post(`${this.path}/quit`, {});
  }
}

function post(path: string, body: unknown): Promise<Seat> {
  return answer(
    fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }),
  );
}

async function answer(asked: Promise<Response>): Promise<Seat> {
  const response = await asked;
  const value: Seat & { error?: string } = await response.json();
  if (!response.ok) throw new Refusal(response.status, value.error ?? response.statusText);
  return value;
}
