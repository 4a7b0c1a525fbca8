// The data of the charts: the values by turn, the style of each line, and the labels of the axes.
import { ranking, type Field, type History } from "../match/history";
import { count } from "../ui/format";
import type { ChartKind } from "../page/settings";

/** What the chart shows: a choice of the reader, or who lives, in place of the lead where the last one alive wins. */
export type LineKind = ChartKind | "living";

export function kindOf(chart: ChartKind, suddenDeath: boolean): LineKind {
  return suddenDeath && chart === "lead" ? "living" : chart;
}

/** Values by turn; null: not known. */
export type Values = (number | null)[];

/** The values of each player, cached until the history changes. */
export class ChartData {
  private kept: Values[] = [];
  private version = -1;
  private kind: LineKind | undefined;

  constructor(
    private readonly history: History,
    private readonly special: readonly boolean[],
  ) {}

  values(kind: LineKind): readonly Values[] {
    if (this.version === this.history.version && this.kind === kind) return this.kept;
    this.version = this.history.version;
    this.kind = kind;
    const field: Field = kind === "lead" ? "score" : kind;
    const series = this.special.map((_, player) => this.history.series(field, player));
    this.kept = kind === "lead" ? leads(series, this.special) : series;
    return this.kept;
  }
}

/**
 * The lead of each player: its score less the mean of the others' scores. Special players have no lead and are not
 * counted.
 */
export function leads(scores: readonly Values[], special: readonly boolean[]): Values[] {
  const turns = Math.max(0, ...scores.map((values) => values.length));
  const sums = new Float64Array(turns);
  const known = new Float64Array(turns);
  for (const [player, values] of scores.entries()) {
    if (special[player]) continue;
    for (const [turn, value] of values.entries()) {
      if (value === null) continue;
      sums[turn] = (sums[turn] ?? 0) + value;
      known[turn] = (known[turn] ?? 0) + 1;
    }
  }
  return scores.map((values, player) =>
    values.map((value, turn) => {
      if (value === null || special[player]) return null;
      const others = (known[turn] ?? 1) - 1;
      return others > 0 ? value - ((sums[turn] ?? 0) - value) / others : value;
    }),
  );
}

const laneHeight = 0.8; // of the distance between two lanes

/** The bottom of a lane of the chart of who lives; the first of lanes is on top. */
export function laneBase(lane: number, lanes: number): number {
  return lanes - 1 - lane;
}

/** A player's living characters as heights in its lane; null where none lives, or the number is not known. */
export function inLane(living: Values, base: number): Values {
  const most = Math.max(1, ...living.map((value) => value ?? 0));
  return living.map((value) => (value === null || value <= 0 ? null : base + (laneHeight * value) / most));
}

/**
 * The values of the first length turns, null where they are not known or before from. Later turns are left out, so that
 * they stay hidden.
 */
export function firstTurns(values: Values, length: number, from = 0): Values {
  return Array.from({ length }, (_, turn) => (turn < from ? null : (values[turn] ?? null)));
}

export interface LineStyle {
  width: number;
  alpha: number;
}

/** The style of a line: strongest for the player who stands out, then for the leader; thin if there are many others. */
export function lineStyle(players: number, own: boolean, leads: boolean, someoneStandsOut: boolean): LineStyle {
  if (own) return { width: 3.5, alpha: 1 };
  if (leads) return { width: 2.25, alpha: 1 };
  if (players > 4) return { width: 1, alpha: someoneStandsOut ? 0.6 : 0.75 };
  return { width: 2, alpha: someoneStandsOut ? 0.4 : 1 };
}

/** The player that leads after a turn; -1: a tie, or not known. */
export function leaderAt(history: History, turn: number, special: readonly boolean[]): number {
  const rows = history.players(turn);
  if (!rows) return -1;
  const [first, second] = ranking(rows, (player) => special[player] ?? false);
  if (first === undefined || special[first]) return -1;
  return second !== undefined &&
    rows[second]?.score === rows[first]?.score &&
    rows[second]?.failed === rows[first]?.failed &&
    !special[second]
    ? -1
    : first;
}

/**
 * The steps between the marks of an axis. They are whole numbers, because turns, points and percents are not shown as
 * fractions.
 */
export const wholeSteps: readonly number[] = Array.from({ length: 10 }, (_, power) =>
  [1, 2, 5].map((n) => n * 10 ** power),
).flat();

/** The labels of an axis's marks, which are step apart. No two of them are equal. */
export function axisTexts(kind: LineKind, marks: readonly (number | null)[], step: number): string[] {
  const large = marks.some((mark) => mark !== null && Math.abs(mark) >= 100_000);
  return marks.map((mark) => {
    if (mark === null) return "";
    if (mark === 0 && kind !== "share") return "0";
    if (kind === "time") return timeText(mark);
    if (kind === "share") return `${mark} %`;
    const sign = mark < 0 ? "−" : kind === "lead" && mark > 0 ? "+" : "";
    const size = Math.abs(mark);
    if (!large) return sign + count(size);
    const decimals = step >= 1000 ? 0 : step >= 100 ? 1 : step >= 10 ? 2 : 3;
    return `${sign}${(size / 1000).toFixed(decimals)}k`;
  });
}

/** A value as text, for the readout. */
export function valueText(kind: LineKind, value: number): string {
  switch (kind) {
    case "living":
      return `${count(value)} alive`;
    case "lead": {
      const size = Math.abs(value) < 10 ? Number(Math.abs(value).toFixed(1)) : Math.round(Math.abs(value));
      const text = Number.isInteger(size) ? count(size) : String(size);
      return size === 0 ? "0" : value < 0 ? `−${text}` : `+${text}`;
    }
    case "score":
      return count(value);
    case "share":
      return `${value > 0 && value < 10 ? value.toFixed(1) : value.toFixed(0)} %`;
    case "time":
      return `${timeText(value)} ms`;
  }
}

function timeText(value: number): string {
  return value >= 10 ? count(value) : String(Number(value.toPrecision(1)));
}
