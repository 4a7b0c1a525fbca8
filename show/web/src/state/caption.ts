// Which caption is shown, long enough to be read. Times are in milliseconds.

/** A caption or lesson about a turn. */
export interface Told {
  turn: number;
  player: number; // or -1
  weight: number;
  text: string;
}

export interface Captions {
  shown: Told | undefined;
  /** When it appeared. */
  since: number;
  /** The turn that was shown when the caption was chosen last. */
  turn: number;
  /** When a caption was last told to screen readers. */
  spokenAt: number;
}

export function newCaptions(): Captions {
  return { shown: undefined, since: 0, turn: -1, spokenAt: -Infinity };
}

const soonest = 2000; // that a caption stays, even if a more important one comes
const least = 2500; // that it stays if none comes, or longer until it is read
/** How long a caption stays while turns pass without a new one. */
export const longest = 7000;

/** How long a text is shown so that all can read it. */
export function readingTime(text: string): number {
  return 1000 + 60 * text.length;
}

/** Chooses the caption to show now. told is that of the current turn; moving: turns are passing by themselves. */
export function chooseCaption(
  captions: Captions,
  told: Told | undefined,
  turn: number,
  moving: boolean,
  now: number,
): Told | undefined {
  const { shown, since } = captions;
  if (!shown || !moving || shown.turn > turn) return take(captions, told, now);
  const stood = now - since;
  const read = Math.max(least, readingTime(shown.text));
  if (!told || told.turn === shown.turn)
    return stood >= Math.max(longest, read) ? take(captions, undefined, now) : shown;
  return stood >= read || (told.weight > shown.weight && stood >= soonest) ? take(captions, told, now) : shown;
}

function take(captions: Captions, told: Told | undefined, now: number): Told | undefined {
  const { shown } = captions;
  if (told?.turn !== shown?.turn || told?.text !== shown?.text) captions.since = now;
  return (captions.shown = told);
}
