// The replay of a match that is not at a server.
import { bytesOf } from "./embedded";

export interface Held {
  /** The name of its file. */
  readonly name: string;
  /** Why there is no replay; "" if there is one. */
  readonly missing: string;
  bytes(): Uint8Array<ArrayBuffer>;
}

/** The replay inside this page. */
export function embeddedReplay(): Held {
  const inside = document.getElementById("replay");
  const missing = inside ? "" : "This page was made without the replay.";
  return { name: inside?.dataset["name"] ?? "match.blast", missing, bytes: () => bytesOf("replay") };
}

/** The replay of a match that is played in this page; it exists when the match is over. */
export class PlayedReplay implements Held {
  missing = "The match goes on: there is a replay at its end.";
  private replay = new Uint8Array();

  constructor(
    readonly name: string,
    done: Promise<{ replay: Uint8Array<ArrayBuffer> | null }>,
  ) {
    done.then(
      ({ replay }) => {
        this.missing = replay ? "" : "No replay of this match was kept.";
        this.replay = replay ?? this.replay;
      },
      () => {
        this.missing = "The match was broken off: there is no replay.";
      },
    );
  }

  bytes(): Uint8Array<ArrayBuffer> {
    return this.replay;
  }
}
