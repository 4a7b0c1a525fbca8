// The interface to a match, whether it is at a server or in the page itself.
import type { Listed } from "../list/listing";
import type { End, Frame, Header } from "../model";

/** The players that a turn waits for, by id; all are persons. */
export interface Waiting {
  turn: number;
  players: number[];
  /** Those who have not opened their address yet, while the match waits for all to come. */
  absent: number[];
}

/** The match from which another one was played on. */
export interface Origin {
  /** The last turn that is the same in both. */
  readonly turn: number;
  /** Its id at the server; undefined: it is in the page. */
  readonly match?: string;
  open(): Promise<Source>;
}

export interface Source {
  readonly header: Header;
  /** The match that this one was played on from; undefined: none. */
  readonly origin?: Origin | undefined;
  /** The match's entry in the list; undefined: none. */
  readonly entry?: Listed | undefined;
  /** The newest turn. */
  readonly newest: number;
  /** More turns may come. */
  readonly live: boolean;
  readonly end: End | undefined;
  readonly waiting?: Waiting | undefined;
  /** False while the server does not answer. */
  readonly connected: boolean;
  /** The board after a turn; undefined: not loaded. */
  frame(turn: number): Frame | undefined;
  /** Requests a turn; watch.changed is called when it is there. */
  want(turn: number): void;
  /** Starts to report to watch, first everything that is known already. */
  start(watch: Watch): void;
  close(): void;
}

export interface Watch {
  /** A frame has arrived. Frames come in any order, and some of them more than once. */
  frame(frame: Frame): void;
  /** Something about the source has changed. */
  changed(): void;
  /** Nothing more can come, because the server does not have the match any more. */
  lost?(): void;
}
