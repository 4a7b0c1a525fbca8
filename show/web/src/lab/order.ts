// The order for a match in the laboratory.

/**
 * Who plays a seat: "builtin:NAME", "page" (a program of the page), "human" (by hand in the page), or "" (it repeats
 * what it did before).
 */
export interface OrderSeat {
  bot: string;
  /** The name to show; left out: the bot's own. */
  name?: string;
  special?: boolean;
  entrant?: number;
}

/** The settings of a match as `play` takes them (arena.Config), with the same defaults. */
export interface Config {
  game?: string;
  rules?: string;
  map?: string;
  seats?: OrderSeat[];
  players?: number;
  seed?: number | bigint;
  /** What everything random comes from but the map of Bomberman: 32 hexadecimal digits; left out: from the seed. */
  secret?: string;
  /** The player of each seat; left out: dealt from the seed. */
  ids?: number[];
  turns?: number;
  turn_time?: string;
  no_timeout?: boolean;
}

export interface Order {
  config: Config;
  /** The number of a lesson, which sets everything except the first seat. */
  lesson?: number;
  /** The turn of a replay after which the match differs from it; the seats are then by player. */
  from?: number;
  /** false: only the result is needed. */
  keep?: boolean;
  /** Programs of the page also get the turns before from. */
  refeed?: boolean;
}

/** An order as JSON. The seed is written exactly, because it may be larger than numbers in JavaScript are exact. */
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
  /** The bot that played; may be empty. */
  bot: string;
  /** The bot that plays on by default. */
  standIn: string;
  /** The turn in which the bot left; left out: it did not. */
  left?: number;
}

/** The choice that gives a player's seat to the bot that the offer names. */
export const standIn = "stand-in";
/** The choice of a seat that is played by hand. */
export const byHand = "human";

/** The order for a match that goes on after a turn; chosen has a bot, byHand or standIn for each player. */
export function branchOrder(offer: Offer, turn: number, chosen: readonly string[]): Order {
  const seats = chosen.map((bot, player): OrderSeat => {
    const seat = offer.seats[player];
    if (bot !== standIn || !seat) return { bot };
    const stays = seat.bot === seat.standIn || hasLeft(seat, turn);
    return { bot: stays ? "" : seat.standIn };
  });
  return { config: { seats }, from: turn };
}

/** Whether the bot of a seat had left by a turn, so that it cannot play on. */
export const hasLeft = ({ left }: OfferedSeat, turn: number): boolean => left !== undefined && left > 0 && left <= turn;
