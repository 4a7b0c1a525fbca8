// A match before it is played, and after.
import type { Lesson } from "../../model";
import type { Version } from "../edit/versions";
import type { Bytes } from "../messages";
import type { Config, OrderSeat } from "../order";
import type { Who } from "./branching";
import type { Programs } from "./engine";
import type { SeriesMatch } from "./seriespane";
import { builtin, matchConfig, seatsOf, type Setup } from "./setup";

/** The folder, and so the name, of one's own bot. */
export const folder = "mybot";
/** The seat of one's own bot. */
export const own = 0;

/** A match that was played or opened, with what is needed to play it on. */
export interface Shown {
  /** The name of its file. */
  name: string;
  setup: Setup;
  /** The settings that it was played with; undefined: a replay was opened. */
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
  /** Who plays the seats, the reader's seat first. */
  seats: readonly OrderSeat[];
  who: Who;
  programs: Programs;
  /** The match and the turn from which this one goes on. */
  from?: { turn: number; shown: Shown };
  /** The match of a series that this is; it is shown at the turn that cost most. */
  of?: SeriesMatch;
  /** The turn at which it is shown, without playing, as for a link. */
  at?: number;
  lesson?: number;
  /** The version of one's own bot that plays. */
  version?: Version | undefined;
}

/** The plan of the match that a setup describes. */
export const planOf = (setup: Setup): Pick<Plan, "setup" | "config" | "seats" | "who"> => ({
  setup,
  config: matchConfig(setup, folder),
  seats: seatsOf(setup, folder),
  who: setup.own ? "you" : "bot",
});

/** The names of the opponents. */
export const others = ({ opponents }: Setup): string =>
  opponents.map(({ bot, name }) => name ?? bot.replace(builtin, "")).join(", ");

/** The lesson that cost a player most; null: there is none. */
export const costliest = (lessons: readonly Lesson[], player: number): Lesson | null =>
  lessons.filter((lesson) => lesson.player === player).sort((a, b) => b.cost - a.cost)[0] ?? null;

/** Converts programs by seat to programs by player. */
export function byPlayer(programs: Programs, players: readonly number[]): Programs {
  return new Map([...programs].map(([seat, files]) => [players[seat] ?? seat, files]));
}
