// The secret of the seat that is played here. Whoever knows it plays the seat, so it must not stay in an address that
// others see or that is passed on: the page removes it from the address and keeps it for this tab, even after a reload.

const key = "blastyard.seat";

/** The secret that this tab has kept; undefined: none. */
export function keptSeat(): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined;
  } catch {
    return undefined; // a page in a frame may have no storage
  }
}

/** Keeps a secret for this tab, if the browser allows it. */
export function keepSeat(secret: string): void {
  try {
    sessionStorage.setItem(key, secret);
  } catch {
    // kept until the page is closed
  }
}

/** Removes the secret, because the server does not know it any more. */
export function dropSeat(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // there was none
  }
}

/** Whether the server has a seat with this secret. */
export async function seatKnown(secret: string): Promise<boolean> {
  try {
    return (await fetch(`api/seat/${encodeURIComponent(secret)}`)).status !== 404;
  } catch {
    return true; // the server is not reachable at present
  }
}

/** The secrets of seats in several matches: one that is played, and those that were played on from it. */
export class Seats {
  private readonly byMatch = new Map<string, string>();

  /** Adds the seat of a match that was played on from another match (from), whose seat (before) is kept as well. */
  add(match: string, seat: string, from: string | undefined, before: string | undefined): void {
    if (from !== undefined && before !== undefined) this.byMatch.set(from, before);
    this.byMatch.set(match, seat);
  }

  /** The seat for a match that is opened; last is the seat used before. A seat of another match is not valid here. */
  at(match: string, last: string | undefined): string | undefined {
    const seat = this.byMatch.get(match);
    if (seat !== undefined) keepSeat(seat);
    else if ([...this.byMatch.values()].every((other) => other !== last)) return last;
    return seat;
  }
}
