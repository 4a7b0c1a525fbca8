// What the address after # says, so that a link shows the same picture: #match=ID&turn=37&me=2&danger.

export interface Address {
  match?: string;
  turn?: number;
  /** A player's id. */
  me?: number;
  danger?: boolean;
  covers?: boolean;
  coordinates?: boolean;
  projector?: boolean;
  /** A replay plays from its start, in projector mode, too. */
  play?: boolean;
  /** The moments that decided the match are shown first. */
  highlights?: boolean;
  /** The secret of a seat that is played by hand. It is read and never written: see seat.ts. */
  seat?: string;
}

const flags = ["danger", "covers", "coordinates", "projector", "play", "highlights"] as const;

/** Reads the part of an address from the # on; what makes no sense is left out. */
export function parseAddress(hash: string): Address {
  const values = new URLSearchParams(hash.replace(/^#/, ""));
  const address: Address = {};
  const match = values.get("match");
  if (match) address.match = match;
  const seat = values.get("seat");
  if (seat) address.seat = seat;
  for (const name of ["turn", "me"] as const) {
    const text = values.get(name);
    if (text !== null && /^\d{1,9}$/.test(text)) address[name] = Number(text);
  }
  for (const name of flags) if (values.has(name)) address[name] = values.get(name) !== "0";
  return address;
}

/** The other way round, without the secret of a seat; empty when there is nothing to say. */
export function formatAddress(address: Address): string {
  const parts: string[] = [];
  if (address.match !== undefined) parts.push(`match=${encodeURIComponent(address.match)}`);
  if (address.turn !== undefined) parts.push(`turn=${address.turn}`);
  if (address.me !== undefined) parts.push(`me=${address.me}`);
  for (const name of flags) if (address[name]) parts.push(name);
  return parts.length ? `#${parts.join("&")}` : "";
}

/** Puts a part from the # on into the page's address, without a step in the browser's history. Returns it as the browser has it. */
export function setAddress(hash: string): string {
  try {
    history.replaceState(null, "", hash || location.pathname + location.search);
  } catch {
    // a page in a frame may have no address of its own
  }
  return location.hash;
}
