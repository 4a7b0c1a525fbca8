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
