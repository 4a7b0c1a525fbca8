// Limits questions about sources, which may contain cycles or be huge: a question that goes too far is given up.
const deepest = 60;
const most = 20_000; // the greatest number of steps of one question; deepest is its greatest depth

class TooDeep extends Error {}

export class Circles {
  private depth = 0;
  private steps = 0;

  /** Answers a question; undefined if it was given up. */
  ask<T>(question: () => T): T | undefined {
    this.depth = this.steps = 0;
    try {
      return question();
    } catch (problem) {
      if (problem instanceof TooDeep) return undefined;
      throw problem;
    }
  }

  /** Takes one step of a question. */
  deeper<T>(next: () => T): T {
    if (++this.depth > deepest || ++this.steps > most) throw new TooDeep();
    try {
      return next();
    } finally {
      this.depth--;
    }
  }
}
