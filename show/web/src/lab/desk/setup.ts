// What is to be played: game, map, opponents, seed and turns, as the bar above the board asks for it.
import { folderOf } from "../edit/versions";
import { byHand, type Config, type OrderSeat } from "../order";
import { idsOf, seedOf } from "./seeds";

/** Who plays against one's own bot: "builtin:NAME", byHand, or a version of one's own bot that was kept, by its id. */
export interface Opponent {
  bot: string;
  /** What a version is called; a built-in bot has a name of its own. */
  name?: string;
}

export interface Setup {
  /** Left out: the usual one. */
  game?: string;
  /** "": the map comes from the seed. */
  map: string;
  /** One's own seat is played by hand; left out: by one's own bot. */
  own?: typeof byHand;
  opponents: Opponent[];
  seed: bigint;
  /** 0: as many as the rules allow. */
  turns: number;
}

export const usualGame = "hexabomb";
export const builtin = "builtin:",
  version = "version:";
/** A program of the page. */
export const ofPage = "page";
/** Turns that a match may have. */
export const mostTurns = 65535;
/** The matches of a series. */
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

/** How many seats are played by hand. */
export const handsOf = ({ own, opponents }: Setup): number =>
  [own, ...opponents.map(({ bot }) => bot)].filter((bot) => bot === byHand).length;

/** One match. */
export function matchConfig(setup: Setup, own: string): Config {
  const { game = usualGame, map, seed, turns } = setup;
  return { game, ...(map !== "" && { map }), seats: seatsOf(setup, own), seed, ...(turns > 0 && { turns }) };
}

/** Match i (from 0) of a series, as `play --games` plays it. */
export function seriesConfig(setup: Setup, own: string, i: number): Config {
  const seats = 1 + setup.opponents.length;
  return { ...matchConfig(setup, own), seed: seedOf(setup.seed, i), ids: idsOf(setup.seed, i, seats) };
}

/** The command line that plays the same on a computer where blastyard is installed; only: a match of the series, from 0. */
export function commandOf(setup: Setup, folder: string, games: number, only?: number): string {
  const { game = usualGame, map, own, opponents, seed, turns } = setup;
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
  if (games > 1) words.push(`--games ${games}`);
  if (only !== undefined) words.push(`--only ${only + 1}`);
  return words.join(" ");
}

/** Another seed: one that people can read out. */
export function anotherSeed(random: () => number = Math.random): bigint {
  return BigInt(1 + Math.floor(random() * 99_999));
}
