// The state that the address holds after #, so that a link shows the same view: #match=ID&turn=37&me=2&danger.

export interface Address {
  match?: string;
  turn?: number;
  /** The id of the player who stands out. */
  me?: number;
  danger?: boolean;
  covers?: boolean;
  coordinates?: boolean;
  projector?: boolean;
  /** A replay plays from its start, even in projector mode. */
  play?: boolean;
  /** The decisive moments are shown first. */
  highlights?: boolean;
  /** The secret of a seat that is played by hand. It is read but never written: see seat.ts. */
  seat?: string;
}

const flags = ["danger", "covers", "coordinates", "projector", "play", "highlights"] as const;

/** Parses the part of an address from the # on; invalid values are left out. */
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

/** Formats an address, without the secret of a seat; "" if there is nothing to say. */
export function formatAddress(address: Address): string {
  const parts: string[] = [];
  if (address.match !== undefined) parts.push(`match=${encodeURIComponent(address.match)}`);
  if (address.turn !== undefined) parts.push(`turn=${address.turn}`);
  if (address.me !== undefined) parts.push(`me=${address.me}`);
  for (const name of flags) if (address[name]) parts.push(name);
  return parts.length ? `#${parts.join("&")}` : "";
}

/**
 * Sets the part of the page's address from the # on, without a new entry in the browser's history. Returns it as the
 * browser reports it.
 */
export function setAddress(hash: string): string {
  try {
    history.replaceState(null, "", hash || location.pathname + location.search);
  } catch {
    // a page in a frame may have no address of its own
  }
  return location.hash;
}
