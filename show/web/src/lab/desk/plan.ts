// A match as it is planned, and as it is shown when it was played.
import type { Lesson } from "../../model";
import type { Version } from "../edit/versions";
import type { Bytes } from "../messages";
import type { Config, OrderSeat } from "../order";
import type { Who } from "./branching";
import type { Programs } from "./engine";
import type { SeriesMatch } from "./seriespane";
import { builtin, matchConfig, seatsOf, type Setup } from "./setup";

/** The folder of one's own bot, which is its name. */
export const folder = "mybot";
/** The seat of one's own bot. */
export const own = 0;

/** A match that was played or opened, and what it takes to play it on. */
export interface Shown {
  /** Of its file. */
  name: string;
  setup: Setup;
  /** How it began; undefined: by a replay that was opened. */
  config: Config | undefined;
  seats: readonly OrderSeat[];
  who: Who;
  programs: Programs;
  /** The player of each seat. */
  players: readonly number[];
  replay: Bytes;
  lesson?: number | undefined;
}

/** How a match is played. */
export interface Plan {
  setup: Setup;
  config: Config;
  /** Who is in the seats, the reader's first. */
  seats: readonly OrderSeat[];
  who: Who;
  programs: Programs;
  /** Goes on from this turn of a match that was played. */
  from?: { turn: number; shown: Shown };
  /** A match of a series, at the turn that cost most. */
  of?: SeriesMatch;
  /** Is shown at this turn and stays there, as a link wants it. */
  at?: number;
  lesson?: number;
  /** What is played of one's own bot. */
  version?: Version | undefined;
}

/** The match that a setup asks for. */
export const planOf = (setup: Setup): Pick<Plan, "setup" | "config" | "seats" | "who"> => ({
  setup,
  config: matchConfig(setup, folder),
  seats: seatsOf(setup, folder),
  who: setup.own ? "you" : "bot",
});

/** The names of the opponents. */
export const others = ({ opponents }: Setup): string =>
  opponents.map(({ bot, name }) => name ?? bot.replace(builtin, "")).join(", ");

/** What cost a player most; null: nothing did. */
export const costliest = (lessons: readonly Lesson[], player: number): Lesson | null =>
  lessons.filter((lesson) => lesson.player === player).sort((a, b) => b.cost - a.cost)[0] ?? null;

/** Programs of seats as those of players. */
export function byPlayer(programs: Programs, players: readonly number[]): Programs {
  return new Map([...programs].map(([seat, files]) => [players[seat] ?? seat, files]));
}
