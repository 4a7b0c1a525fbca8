// Sources may lead in circles, or be huge: a question about them is given up there, and has no answer.
const deepest = 60;
const most = 20_000; // how deep one question may go, and how many steps it may take

class TooDeep extends Error {}

export class Circles {
  private depth = 0;
  private steps = 0;

  /** Answers a question; undefined where it was given up. */
  ask<T>(question: () => T): T | undefined {
    this.depth = this.steps = 0;
    try {
      return question();
    } catch (problem) {
      if (problem instanceof TooDeep) return undefined;
      throw problem;
    }
  }

  /** A step of a question. */
  deeper<T>(next: () => T): T {
    if (++this.depth > deepest || ++this.steps > most) throw new TooDeep();
    try {
      return next();
    } finally {
      this.depth--;
    }
  }
}
