// What a bot that runs tells, beside its actions.

/** What is wrong in a bot, with the place in its author's own file. */
export interface Problem {
  file: string;
  /** From 1; 0: the place is not known. */
  line: number;
  /** From 1; 0: the line as a whole. */
  column: number;
  text: string;
  /** The turn that the bot was working on; none: it was not asked yet. */
  turn?: number;
}

/** A line that a bot has printed. */
export interface Print {
  /** The turn that it was working on, 0 before the first. */
  turn: number;
  text: string;
  /** It is from the error output. */
  error: boolean;
}
