// The address as a part of the state: what it holds is read from it and written into it.
import type { Secrets, State } from "./state";
import { addressTurn } from "./match";
import { formatAddress, parseAddress, type Address } from "../page/address";

/** The address of what is shown. */
export function addressOf(state: State): Address {
  const { settings, choice, match, me, plays, projecting } = state;
  const { danger, covers, coordinates } = settings;
  const address: Address = { danger, covers, coordinates, projector: projecting.on, play: plays };
  if (choice.shown !== undefined) address.match = choice.shown;
  const turn = match && addressTurn(match);
  if (turn !== undefined) address.turn = turn;
  if (me >= 0) address.me = me;
  return address;
}

/** A link to a turn as it is shown; me: with the player who stands out. */
export function linkOf({ settings, choice, me }: State, turn: number, withMe: boolean): Address {
  const { danger, covers, coordinates } = settings;
  const address: Address = { turn, danger, covers, coordinates };
  if (choice.shown !== undefined) address.match = choice.shown;
  if (withMe && me >= 0) address.me = me;
  return address;
}

/** Takes what an address says, without its match, turn, projector and seat. */
export function takeAddress(state: State, address: Address): void {
  const link = address.match !== undefined || address.turn !== undefined; // a link lists all options that are on
  state.me = address.me ?? (link ? -1 : state.me);
  for (const name of ["danger", "covers", "coordinates"] as const)
    state.settings[name] = address[name] ?? (!link && state.settings[name]);
  state.plays = address.play ?? false;
  state.address.tells = address.highlights ?? false;
}

/** What the address says if the reader has changed it; undefined: it is known. hash is its part from the # on. */
export function readAddress(state: State, hash: string): Address | undefined {
  if (hash === state.address.known) return undefined;
  state.address.known = hash;
  return parseAddress(hash);
}

/**
 * What is to be written into the address, which is hash now; undefined: nothing, because it says that already, or is
 * newer than what is shown.
 */
export function hashToWrite(state: State, hash: string): string | undefined {
  const { known } = state.address;
  if (!state.match || state.choice.opening || hash !== known) return undefined;
  const wanted = formatAddress(addressOf(state));
  return wanted === known ? undefined : wanted;
}

/** Whether an address with this match is about another match than the one that is shown, or will be. */
export function asksForMatch({ choice }: State, { match }: Address): boolean {
  return match !== undefined && (match !== choice.shown || choice.opening);
}

/** Whether the decisive moments are to be shown because the address asks for them; it does so once. */
export function tellsNow(state: State): boolean {
  const tells = state.address.tells && state.match !== undefined;
  if (tells) state.address.tells = false;
  return tells;
}

/** Keeps the secret of a seat in a match that was played on from the match from, whose secret is kept as well. */
export function addSecret({ own, byMatch }: Secrets, match: string, secret: string, from: string | undefined): void {
  if (from !== undefined && own !== undefined) byMatch.set(from, own);
  byMatch.set(match, secret);
}

/**
 * Changes to the secret for a match that is opened, and returns it if it is known. The secret of another match is not
 * valid in it; one that belongs to no match yet may be.
 */
export function changeSecret(secrets: Secrets, match: string): string | undefined {
  const { own, byMatch } = secrets;
  const known = byMatch.get(match);
  if (known !== undefined || [...byMatch.values()].includes(own ?? "")) secrets.own = known;
  return known;
}
