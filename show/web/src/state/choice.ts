// Which match is shown. The reader, the address, a live series, the projector and a server that was started again all
// choose matches, and the server's answers come in any order: this is the one place where they meet.

/** Who has chosen a match. What the page has chosen by itself gives way to the reader. */
export type By = "reader" | "series" | "projector";

export interface Choice {
  /** The id of the match that was chosen last; undefined: none, or one that is in the page itself. */
  id: string | undefined;
  by: By;
  /** Counts the choices; an answer to an older one is not used any more. */
  number: number;
  /** The match that was chosen last is not shown yet. */
  opening: boolean;
  /** The id of the match that is shown. */
  shown: string | undefined;
  /** The server does not have the match any more that is shown. */
  gone: boolean;
  /** How many live matches may still be shown unasked, because a live series was opened. */
  awaited: number;
  /** The id of the match in the last offer to the reader. */
  offered: string | undefined;
}

export function newChoice(): Choice {
  return {
    id: undefined,
    by: "reader",
    number: 0,
    opening: false,
    shown: undefined,
    gone: false,
    awaited: 0,
    offered: undefined,
  };
}

const mostAwaited = 10; // matches of a live series that may be over before they are shown

/** A match is chosen. Returns the number of the choice, for its answer. */
export function choose(choice: Choice, id: string, by: By = "reader"): number {
  Object.assign(choice, { id, by, opening: true });
  return ++choice.number;
}

/** The match of a choice is there. Returns whether it is to be shown; else another one was chosen since. */
export function arrived(choice: Choice, number: number): boolean {
  if (number !== choice.number) return false;
  Object.assign(choice, { opening: false, shown: choice.id, gone: false });
  return true;
}

/** The match of a choice cannot be opened. Returns whether the reader is to be told. */
export function failed(choice: Choice, number: number): boolean {
  if (number !== choice.number) return false;
  choice.opening = false;
  return true;
}

/** A match that is in the page itself is shown; what is still being opened is not wanted any more. */
export function chooseInside(choice: Choice): void {
  choice.number++;
  Object.assign(choice, { id: undefined, opening: false, shown: undefined, gone: false });
}

/** Drops what the page itself has chosen and is not shown yet, if something else is shown. Returns whether it did. */
export function drop(choice: Choice, by: By): boolean {
  if (!choice.opening || choice.by !== by || choice.shown === undefined) return false;
  choice.number++;
  Object.assign(choice, { id: choice.shown, opening: false });
  return true;
}

/** A live series was opened without a wish for one of its matches: the next ones are shown as they begin. */
export function awaitLive(choice: Choice): void {
  choice.awaited = mostAwaited;
}

/** The reader does something: from now on no match comes unasked. Returns whether one was about to. */
export function readerActs(choice: Choice): boolean {
  choice.awaited = 0;
  return drop(choice, "series");
}

/** What happens about a match that is not shown. */
export type Step = "open" | "offer" | undefined;

/** What happens about the newest live match, once the match that is shown is over. */
export function followLive(choice: Choice, live: string | undefined): Step {
  if (live === undefined || live === choice.id || live === choice.offered) return undefined;
  if (choice.awaited > 0) {
    if (choice.opening) return undefined;
    choice.awaited--;
    return "open";
  }
  choice.offered = live;
  return "offer";
}

/** The server does not have the match that is shown any more. Returns false if that was known. */
export function lose(choice: Choice): boolean {
  if (choice.gone) return false;
  choice.gone = true;
  choice.offered = undefined; // an earlier offer is not valid any more
  return true;
}

/** What replaces a match that is gone. first is the match to show first; unattended: nobody is there to be asked. */
export function replaceGone(choice: Choice, first: string | undefined, unattended: boolean): Step {
  if (first === undefined || choice.opening || first === choice.shown) return undefined;
  if (unattended) return "open";
  if (first === choice.offered) return undefined;
  choice.offered = first;
  return "offer";
}
