// A match of the laboratory, as it is ordered.

/** Who plays a seat: "builtin:NAME", "page" (a program of the page), "human" (by hand in the page), or "" (as it was). */
export interface OrderSeat {
  bot: string;
  /** For people; left out: the bot's own. */
  name?: string;
  special?: boolean;
  entrant?: number;
}

/** A match as `play` takes it (arena.Config); what is left out is as there. */
export interface Config {
  game?: string;
  rules?: string;
  map?: string;
  seats?: OrderSeat[];
  players?: number;
  seed?: number | bigint;
  /** The players of the seats; left out: they are dealt from the seed. */
  ids?: number[];
  turns?: number;
  turn_time?: string;
  no_timeout?: boolean;
}

export interface Order {
  config: Config;
  /** A lesson, which brings all but the first seat. */
  lesson?: number;
  /** The turn of a replay after which the match goes its own way; then the seats go by player. */
  from?: number;
  /** False: the result is enough. */
  keep?: boolean;
  /** Programs of the page get the turns before, too. */
  refeed?: boolean;
}

/** An order as JSON, with its seed to the last digit: seeds may be larger than numbers are exact here. */
export function orderText(order: Order): string {
  const { seed, ...config } = order.config;
  const text = JSON.stringify({ ...order, config });
  return seed === undefined
    ? text
    : text.replace('"config":{', `"config":{"seed":${seed}${Object.keys(config).length > 0 ? "," : ""}`);
}

/** How a match can be played on. */
export interface Offer {
  can: boolean;
  why?: string;
  /** The first and the last turn after which it can go on. */
  turns: [number, number];
  bots: string[];
  specials: string[];
  /** By player. */
  seats: OfferedSeat[];
}

export interface OfferedSeat {
  /** Who played; may be empty. */
  bot: string;
  /** Who plays on where nobody else is chosen. */
  standIn: string;
  /** The turn in which it left. */
  left?: number;
}

/** The seat of a player that goes to the bot that the offer names. */
export const standIn = "stand-in";
/** A seat that is played by hand. */
export const byHand = "human";

/** Orders a match that goes on after a turn; chosen are bots, byHand and standIn, by player. */
export function branchOrder(offer: Offer, turn: number, chosen: readonly string[]): Order {
  const seats = chosen.map((bot, player): OrderSeat => {
    const seat = offer.seats[player];
    if (bot !== standIn || !seat) return { bot };
    const stays = seat.bot === seat.standIn || hasLeft(seat, turn);
    return { bot: stays ? "" : seat.standIn };
  });
  return { config: { seats }, from: turn };
}

/** Whether who played had left by a turn: then nobody plays on. */
export const hasLeft = ({ left }: OfferedSeat, turn: number): boolean => left !== undefined && left > 0 && left <= turn;
