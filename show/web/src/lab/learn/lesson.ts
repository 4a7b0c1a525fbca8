// The lessons of the laboratory, as learn() of the WebAssembly module returns them, and which of them are done.
import type { Files } from "../files";

export interface Lesson {
  /** The number of the lesson, from 1. */
  number: number;
  title: string;
  /** The explanation; see markdown.ts. */
  text: string;
  /** A picture of the board in letters. */
  board: string;
  task: string;
  hint: string;
  /** The part of bot.js to begin with. */
  start: string;
  /** The part of bot.js that solves the task. */
  solution: string;
}

export interface Lessons {
  /** The folder of the bot, without bot.js. */
  files: Files;
  /** The text before and after a lesson's part in bot.js. */
  frame: [string, string];
  lessons: Lesson[];
}

/** The folder of a bot with a lesson's part in bot.js. */
export function folderOf({ files, frame: [before, after] }: Lessons, part: string): Files {
  return { ...files, "bot.js": before + part + after };
}

/** The verdict on a match of a lesson; it is in the result of the match. */
export interface LessonVerdict {
  lesson: number;
  done: boolean;
  text: string;
}

/** The storage for the list of done lessons; a browser may have none. */
export type Store = Pick<Storage, "getItem" | "setItem">;

const key = "blastyard.lab.lessons";

/** Which lessons are done. Without a store this is remembered for this visit only. */
export class Progress {
  private readonly numbers = new Set<number>();

  constructor(private readonly store: Store | undefined = browserStore()) {
    for (const number of saved(store)) this.numbers.add(number);
  }

  has(number: number): boolean {
    return this.numbers.has(number);
  }

  add(number: number): void {
    for (const other of saved(this.store)) this.numbers.add(other); // another page may have added some
    this.numbers.add(number);
    try {
      this.store?.setItem(key, JSON.stringify([...this.numbers].sort((a, b) => a - b)));
    } catch {
      // remembered for this visit only
    }
  }
}

function saved(store: Store | undefined): number[] {
  try {
    const list: unknown = JSON.parse(store?.getItem(key) ?? "[]");
    return Array.isArray(list) ? list.filter((n): n is number => Number.isInteger(n)).slice(0, 1000) : [];
  } catch {
    return [];
  }
}

function browserStore(): Store | undefined {
  try {
    return localStorage;
  } catch {
    return undefined; // a page from disk may have no storage
  }
}
