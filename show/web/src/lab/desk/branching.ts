// Playing on from a turn of a replay: who plays which seat, and which seat is the reader's.
import { branchOrder, byHand, type Offer, type OrderSeat } from "../order";
import { ofPage } from "./setup";

/** Who plays the reader's seat: the reader's bot, the reader by hand, or (no seat is the reader's) neither. */
export type Who = "bot" | "you" | "";

export interface Branch {
  /** By player. */
  seats: OrderSeat[];
  /** The player of each seat, the reader's seat first. */
  players: number[];
  who: Who;
}

/**
 * Who plays on after a turn. chosen has for each player a bot, byHand, standIn, or ofPage for the reader's bot. Fails
 * with a message for the reader.
 */
export function branchOf(offer: Offer, turn: number, chosen: readonly string[], folder: string): Branch {
  if (chosen.filter((bot) => bot === byHand).length > 1) throw new Error("Only one seat can be played by hand.");
  const seats = (branchOrder(offer, turn, chosen).config.seats ?? []).map((seat) =>
    seat.bot === ofPage ? { ...seat, name: folder } : seat,
  );
  const all = seats.map((_, player) => player);
  const bot = chosen.indexOf(ofPage);
  const me = bot >= 0 ? bot : chosen.indexOf(byHand);
  return {
    seats,
    players: me < 0 ? all : [me, ...all.filter((player) => player !== me)],
    who: me < 0 ? "" : bot >= 0 ? "bot" : "you",
  };
}

/**
 * The seats of a match that is run again from one of its turns, by player: seats of the page are played anew, the
 * others repeat what they did.
 */
export function againSeats(seats: readonly OrderSeat[], players: readonly number[]): OrderSeat[] {
  const list: OrderSeat[] = [];
  for (const [seat, player] of players.entries())
    list[player] = isOfReader(seats[seat]) ? (seats[seat] ?? { bot: "" }) : { bot: "" };
  return list;
}

/** Whether a seat is played in the page, by the reader's bot or by hand. */
export const isOfReader = (seat: OrderSeat | undefined): boolean => seat?.bot === ofPage || seat?.bot === byHand;
