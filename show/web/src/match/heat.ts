// How much happened in each turn, as intensities for a strip of any width and a match of any length.
import type { Frame } from "../model";

/** Counts of what happened in one turn. */
export interface Pulse {
  deaths: number; // players whose characters died
  blown: number; // cells that blew up
  leads: number; // changes of the lead
}

export function pulseOf({ events, explosions }: Frame): Pulse {
  const count = (kind: string): number => (events ?? []).filter((event) => event.kind === kind).length;
  return { deaths: count("death"), blown: explosions?.length ?? 0, leads: count("lead") };
}

/**
 * One column of the strip: the turns from first to last, and how much happened in them, from 0 to 1 (the most in the
 * strip).
 */
export interface Bin extends Pulse {
  first: number;
  last: number;
  /** The share of the turns that are known, 0 to 1. */
  known: number;
}

const lanes = ["deaths", "blown", "leads"] as const;
const faintest = 0.25; // the intensity if anything happened at all

/** The source of the counts of each turn. */
interface Pulses {
  pulse(turn: number): Pulse | undefined;
}

/** Divides the turns 0 to newest into at most this many columns of nearly equal length. */
export function binsOf(history: Pulses, newest: number, most: number): Bin[] {
  const turns = newest + 1;
  const count = Math.max(1, Math.min(turns, Math.floor(most)));
  const bins = Array.from({ length: count }, (_, i): Bin => {
    const first = Math.floor((i * turns) / count);
    const last = Math.floor(((i + 1) * turns) / count) - 1;
    const bin: Bin = { first, last, known: 0, deaths: 0, blown: 0, leads: 0 };
    for (let turn = first; turn <= last; turn++) {
      const pulse = history.pulse(turn);
      if (!pulse) continue;
      bin.known++;
      for (const lane of lanes) bin[lane] += pulse[lane];
    }
    for (const lane of lanes) bin[lane] /= Math.max(1, bin.known);
    bin.known /= last - first + 1;
    return bin;
  });
  for (const lane of lanes) level(bins, lane);
  return bins;
}

/** Scales a lane to intensities: the highest value becomes 1, common low values become faint. */
function level(bins: Bin[], lane: (typeof lanes)[number]): void {
  const values = bins
    .map((bin) => bin[lane])
    .filter((value) => value > 0)
    .sort((a, b) => a - b);
  const high = values.at(-1) ?? 0;
  if (high === 0) return;
  const low = Math.min(values[Math.floor(values.length / 4)] ?? 0, high / 2);
  for (const bin of bins) {
    if (bin[lane] > 0) bin[lane] = faintest + (1 - faintest) * Math.max(0, (bin[lane] - low) / (high - low)) ** 1.5;
  }
}
