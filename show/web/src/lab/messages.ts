// What the page and the worker of the laboratory say to each other.

/** What came of a check: how many turns there are, and the first one that differs, if any. */
export interface Verdict {
  turns: number;
  as_recorded: boolean;
  turn?: number;
  what?: string;
}

/** To the worker: check this replay (.blast). */
export interface Question {
  id: number;
  verify: Uint8Array<ArrayBuffer>;
}

/** From the worker: an answer, or that the laboratory does not work at all. */
export type Answer = { id: number; verdict: Verdict } | { id: number; error: string } | { broken: string };
