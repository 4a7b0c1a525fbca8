// The sums of a series, counted as `play --games` counts them, in the form that the table of a series needs.
import type { Series, SeriesEntrant } from "../../list/series";
import { outcomeOf, type Result } from "./result";

const shownLast = 5;
const z = 1.959963984540054;

/** 97.5 % quantiles of Student's t distribution for 2 and more degrees of freedom. */
const quantiles = [
  4.302653, 3.182446, 2.776445, 2.570582, 2.446912, 2.364624, 2.306004, 2.262157, 2.228139, 2.200985, 2.178813,
  2.160369, 2.144787, 2.13145, 2.119905, 2.109816, 2.100922, 2.093024, 2.085963,
];

function quantile(freedom: number): number {
  return (
    quantiles[freedom - 2] ??
    z + (z ** 3 + z) / (4 * freedom) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom * freedom)
  );
}

/** The 95 % Wilson interval of wins / games, each limit from 0 to 1. */
export function shareInterval(wins: number, games: number): [low: number, high: number] {
  if (games === 0) return [0, 1];
  const p = wins / games;
  const centre = p + (z * z) / (2 * games);
  const spread = z * Math.sqrt((p * (1 - p)) / games + (z * z) / (4 * games * games));
  const scale = 1 + (z * z) / games;
  return [Math.max(0, (centre - spread) / scale), Math.min(1, (centre + spread) / scale)];
}

/** The sums of an entrant, including those that the table does not show. */
export interface Standing extends SeriesEntrant {
  /** The number of refused actions. */
  refused: number;
}

interface Row extends Standing {
  score: number;
  squares: number;
}

export class Tally {
  private readonly rows: Row[];
  private played = 0;

  /** bots are by seat: the name of each, and the bot that was asked for. */
  constructor(
    bots: readonly { name: string; bot: string }[],
    private readonly planned: number,
  ) {
    this.rows = bots.map(({ name, bot }, seat) => ({
      entrant: seat + 1,
      name,
      bot,
      matches: 0,
      wins: 0,
      draws: 0,
      losses: 0,
      mean: 0,
      last: [],
      crashes: 0,
      late: 0,
      refused: 0,
      rank: 0,
      score: 0,
      squares: 0,
    }));
  }

  /** Adds a match. Matches must come in their order, so that the last results are the same on every machine. */
  add(result: Result): void {
    this.played++;
    for (const [seat, row] of this.rows.entries()) {
      const { score = 0, reason = "", late = 0, refused = 0, name = row.name } = result.seats[seat] ?? {};
      const outcome = outcomeOf(result, seat);
      row.name = name;
      row.matches++;
      row.score += score;
      row.squares += score * score;
      if (outcome === "win") row.wins++;
      else if (outcome === "draw") row.draws++;
      else row.losses++;
      row.last = [...row.last, outcome].slice(-shownLast);
      if (reason !== "finished") row.crashes++;
      row.late += late;
      row.refused += refused;
    }
  }

  /** The sums of a seat; undefined: there is no such seat. */
  seat(seat: number): Readonly<Standing> | undefined {
    return this.rows[seat];
  }

  /** The table, the best entrant first. */
  get series(): Series {
    const entrants = this.rows.map(entrantOf).sort((a, b) => better(a, b) || a.entrant - b.entrant);
    for (const [i, entrant] of entrants.entries()) {
      const before = entrants[i - 1];
      entrant.rank = before && better(before, entrant) === 0 ? before.rank : i + 1;
    }
    const { played, planned } = this;
    return { title: "", planned, played, match: played, live: played < planned, complete: played >= planned, entrants };
  }
}

function entrantOf({ score, squares, ...row }: Row): SeriesEntrant {
  const n = row.matches;
  const mean = score / Math.max(1, n);
  const entrant: SeriesEntrant = { ...row, mean };
  if (n >= 3) {
    const spread = quantile(n - 1) * Math.sqrt(Math.max(0, (squares - n * mean * mean) / (n - 1)) / n);
    entrant.low = mean - spread;
    entrant.high = mean + spread;
  }
  return entrant;
}

/** Orders by the share of matches won, a draw counting as half a win, then by the mean score. */
function better(a: SeriesEntrant, b: SeriesEntrant): number {
  const share = ({ wins, draws, matches }: SeriesEntrant): number => (2 * wins + draws) / Math.max(1, matches);
  return share(b) - share(a) || b.mean - a.mean;
}
