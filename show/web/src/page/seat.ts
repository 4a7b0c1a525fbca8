// The secret of the seat that is played here. Whoever knows it plays the seat, so it must not stay in an address that others
// see or that is passed on: the page takes it out of the address and keeps it for this tab, which survives a reload.

const key = "blastyard.seat";

/** The secret that this tab has kept. */
export function keptSeat(): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined;
  } catch {
    return undefined; // a page in a frame may have no storage
  }
}

/** Keeps a secret for this tab, where the browser lets it. */
export function keepSeat(secret: string): void {
  try {
    sessionStorage.setItem(key, secret);
  } catch {
    // kept until the page is left
  }
}

/** Forgets the secret: the server does not know it any more. */
export function dropSeat(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // there was none
  }
}

/** Whether the server knows a seat of this secret. */
export async function seatKnown(secret: string): Promise<boolean> {
  try {
    return (await fetch(`api/seat/${encodeURIComponent(secret)}`)).status !== 404;
  } catch {
    return true; // the server does not answer now
  }
}

/** The secrets of several matches: of one that is played, and of those that were played on from it. */
export class Seats {
  private readonly byMatch = new Map<string, string>();

  /** Takes a seat in a match that comes from another, in which there may be a seat, too. */
  add(match: string, seat: string, from: string | undefined, before: string | undefined): void {
    if (from !== undefined && before !== undefined) this.byMatch.set(from, before);
    this.byMatch.set(match, seat);
  }

  /** The seat in a match, where the last one was another: a seat of another match plays nothing here. */
  at(match: string, last: string | undefined): string | undefined {
    const seat = this.byMatch.get(match);
    if (seat !== undefined) keepSeat(seat);
    else if ([...this.byMatch.values()].every((other) => other !== last)) return last;
    return seat;
  }
}
