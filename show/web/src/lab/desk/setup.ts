// The setup of a match or series: game, map, opponents, seed and turns, as chosen in the bar above the board.
import { folderOf } from "../edit/versions";
import { byHand, type Config, type OrderSeat } from "../order";
import { drawsOf, idsOf } from "./seeds";

/** An opponent: "builtin:NAME", byHand, or the id of a kept version of one's own bot. */
export interface Opponent {
  bot: string;
  /** The name of a version; a built-in bot has a name of its own. */
  name?: string;
}

export interface Setup {
  /** Left out: the default game. */
  game?: string;
  /** "": the map is drawn from the seed. */
  map: string;
  /** byHand: one's own seat is played by hand; left out: one's own bot plays it. */
  own?: typeof byHand;
  opponents: Opponent[];
  seed: bigint;
  /** 32 hexadecimal digits, of a match that is repeated; left out: everything comes from the seed. */
  secret?: string;
  /** 0: as many as the rules allow. */
  turns: number;
}

export const usualGame = "hexabomb";
export const builtin = "builtin:",
  version = "version:";
/** The bot of a seat that a program of the page plays. */
export const ofPage = "page";
/** The greatest number of turns of a match. */
export const mostTurns = 65535;
/** The number of matches of a series. */
export const many = 200;

/** The seats of a match: one's own first, as on the command line. */
export function seatsOf({ own: hand, opponents }: Setup, own: string): OrderSeat[] {
  return [
    hand ? { bot: byHand } : { bot: ofPage, name: own },
    ...opponents.map(({ bot, name }): OrderSeat => {
      if (bot.startsWith(builtin) || bot === byHand) return { bot };
      return name === undefined ? { bot: ofPage } : { bot: ofPage, name };
    }),
  ];
}

/** The number of seats that are played by hand. */
export const handsOf = ({ own, opponents }: Setup): number =>
  [own, ...opponents.map(({ bot }) => bot)].filter((bot) => bot === byHand).length;

/** The settings of one match. */
export function matchConfig(setup: Setup, own: string): Config {
  const { game = usualGame, map, seed, secret, turns } = setup;
  return {
    game,
    ...(map !== "" && { map }),
    seats: seatsOf(setup, own),
    seed,
    ...(secret !== undefined && { secret }),
    ...(turns > 0 && { turns }),
  };
}

/** The settings of match i (from 0) of a series, as `play --games` plays it. */
export function seriesConfig(setup: Setup, own: string, i: number): Config {
  const seats = 1 + setup.opponents.length;
  return { ...matchConfig(setup, own), ...drawsOf(setup, i), ids: idsOf(setup, i, seats) };
}

/**
 * The command line that plays the same on a computer with blastyard. only: the number of a match of the series, from 0,
 * to play alone.
 */
export function commandOf(setup: Setup, folder: string, games: number, only?: number): string {
  const { game = usualGame, map, own, opponents, seed, secret, turns } = setup;
  const words = [game === usualGame ? "blastyard play" : `blastyard play ${game}`];
  if (map !== "") words.push(`--map ${map}`);
  words.push(
    `--bot ${own ?? `./${folder}`}`,
    ...opponents.map(
      ({ bot, name }) =>
        `--bot ${bot.startsWith(builtin) || bot === byHand ? bot : `./${name === undefined ? folder : folderOf(name)}`}`,
    ),
  );
  if (turns > 0) words.push(`--turns ${turns}`);
  words.push(`--seed ${seed}`);
  if (secret !== undefined) words.push(`--secret ${secret}`);
  if (games > 1) words.push(`--games ${games}`);
  if (only !== undefined) words.push(`--only ${only + 1}`);
  return words.join(" ");
}

/** A random seed that is short enough to read out. */
export function anotherSeed(random: () => number = Math.random): bigint {
  return BigInt(1 + Math.floor(random() * 99_999));
}
