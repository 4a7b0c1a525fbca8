// What a running bot reports besides its actions.

/** A problem in a bot, with its position in the author's own file. */
export interface Problem {
  file: string;
  /** From 1; 0: not known. */
  line: number;
  /** From 1; 0: the problem concerns the whole line. */
  column: number;
  text: string;
  /** The turn that the bot was working on; left out: it had no turn yet. */
  turn?: number;
}

/** A line that a bot has printed. */
export interface Print {
  /** The turn that the bot was working on; 0 before the first. */
  turn: number;
  text: string;
  /** Whether it was printed to the error output. */
  error: boolean;
}
