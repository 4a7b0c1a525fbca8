// What is to be played: map, opponents, seed and turns, as the bar above the board asks for it.
import type { Config, OrderSeat } from "../order";
import { idsOf, seedOf } from "./seeds";

/** Who plays against one's own bot: "builtin:NAME", or a version of one's own bot that was kept, by its id. */
export interface Opponent {
  bot: string;
  /** What a version is called; a built-in bot has a name of its own. */
  name?: string;
}

export interface Setup {
  map: string;
  opponents: Opponent[];
  seed: bigint;
  turns: number;
}

export const builtin = "builtin:", version = "version:";
/** A program of the page. */
export const ofPage = "page";
/** Turns that a match may have. */
export const mostTurns = 65535;
/** The matches of a series. */
export const many = 200;

/** The seats of a match: one's own bot first, as on the command line. */
export function seatsOf({ opponents }: Setup, own: string): OrderSeat[] {
  return [{ bot: ofPage, name: own }, ...opponents.map(({ bot, name }): OrderSeat => {
    if (bot.startsWith(builtin)) return { bot };
    return name === undefined ? { bot: ofPage } : { bot: ofPage, name };
  })];
}

/** One match. */
export function matchConfig(setup: Setup, own: string): Config {
  return { game: "hexabomb", map: setup.map, seats: seatsOf(setup, own), seed: setup.seed, turns: setup.turns };
}

/** Match i (from 0) of a series, as `play --games` plays it. */
export function seriesConfig(setup: Setup, own: string, i: number): Config {
  const seats = 1 + setup.opponents.length;
  return { ...matchConfig(setup, own), seed: seedOf(setup.seed, i), ids: idsOf(setup.seed, i, seats) };
}

/** The command line that plays the same on a computer where blastyard is installed; only: a match of the series, from 0. */
export function commandOf(setup: Setup, folder: string, games: number, only?: number): string {
  const words = ["blastyard play", `--map ${setup.map}`, `--bot ./${folder}`, ...setup.opponents.map(({ bot, name }) => `--bot ${bot.startsWith(builtin) ? bot : `./${name ?? folder}`}`),
    `--turns ${setup.turns}`, `--seed ${setup.seed}`];
  if (games > 1) words.push(`--games ${games}`);
  if (only !== undefined) words.push(`--only ${only + 1}`);
  return words.join(" ");
}

/** Another seed: one that people can read out. */
export function anotherSeed(random: () => number = Math.random): bigint {
  return BigInt(1 + Math.floor(random() * 99_999));
}
