// Where a match comes from: a server or the page itself.
import type { Listed } from "../list/listing";
import type { End, Frame, Header } from "../model";

/** For whom a turn waits: players' ids, of persons. */
export interface Waiting {
  turn: number;
  players: number[];
  /** Who has not opened their address, while the match waits for everybody to come. */
  absent: number[];
}

/** A match from which another was played on. */
export interface Origin {
  /** The turns that go as there. */
  readonly turn: number;
  /** Its match at the server; undefined: it is in the page. */
  readonly match?: string;
  open(): Promise<Source>;
}

export interface Source {
  readonly header: Header;
  /** The match that it was played on from. */
  readonly origin?: Origin | undefined;
  /** The match as in the list, where there is one. */
  readonly entry?: Listed | undefined;
  /** The newest turn that there is. */
  readonly newest: number;
  /** More turns may come. */
  readonly live: boolean;
  readonly end: End | undefined;
  readonly waiting?: Waiting | undefined;
  /** False while the server does not answer. */
  readonly connected: boolean;
  /** The board after a turn, if it is at hand. */
  frame(turn: number): Frame | undefined;
  /** Asks for a turn; watch.changed is called when it is there. */
  want(turn: number): void;
  /** From now on tells what happens, beginning with all that is known. */
  start(watch: Watch): void;
  close(): void;
}

export interface Watch {
  /** A frame came; in any order, and some of them again. */
  frame(frame: Frame): void;
  /** Anything of a source is different now. */
  changed(): void;
  /** Nothing more can come: whoever had the match does not know it any more. */
  lost?(): void;
}
