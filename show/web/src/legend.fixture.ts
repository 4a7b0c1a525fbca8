// For tests: the headers, frames and legends of four games, which package show/internal/meaning makes.
import told from "../testdata/meaning.json";
import type { Legend } from "./legend";
import type { Frame, Header } from "./model";

export interface Told {
  header: Header;
  frames: Frame[];
  /** By frame and cell: what it holds; "": not compared. */
  holds: string[][];
  /** By frame, player and column. */
  figures: string[][][];
  /** The number of different things that cells hold. */
  least: number;
}

export const games: Record<string, Told> = JSON.parse(JSON.stringify(told));

/** The legend of a game. */
export function legendOfGame(name: string): Legend {
  const legend = games[name]?.header.legend;
  if (!legend) throw new Error(`there is no legend of ${name}`);
  return legend;
}
