// What a bomb would do if it were put down: which cells it covers, and when.
import type { Choice } from "./choices";
import { plural } from "../ui/format";

/** The cells that the bomb of a choice would cover. */
export function blastCells(choice: Choice | undefined, range: number | undefined): number[] {
  const { cells = [], ranges } = choice?.blast ?? {};
  if (!ranges || range === undefined) return cells;
  return cells.filter((_, i) => (ranges[i] ?? 0) <= range);
}

/** The turn in which it would explode, and whether another bomb sets it off. */
export function blastTurn(choice: Choice, delay: number | undefined): { turn: number; chained: boolean } {
  const { turn = 0, chain = 0 } = choice.blast ?? {};
  const due = turn + (delay === undefined ? 0 : delay - choice.min);
  return chain > 0 && chain < due ? { turn: chain, chained: true } : { turn: due, chained: false };
}

/** A bomb in words: "covers 13 cells, explodes in turn 44". */
export function blastText(
  choice: Choice,
  { range, delay }: { range?: number | undefined; delay?: number | undefined },
): string {
  if (!choice.blast) return "";
  const { turn, chained } = blastTurn(choice, delay);
  return `Covers ${plural(blastCells(choice, range).length, "cell")}, explodes in turn ${turn}${chained ? ": another bomb sets it off" : ""}`;
}
