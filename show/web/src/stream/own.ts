// Streams of one page, one for each topic, which other pages cannot delay. They are used while a seat is played.
import { Feed } from "./feed";
import { whenShown } from "./shared";
import type { Follower, Streams, Topic } from "./topics";

const retryAfter = 1500; // milliseconds after the server has refused

/** The events of a topic's own stream. The stream of a match also reports changes of the list. */
const names = ["turn", "waiting", "end", "matches", "lobby"];

class OwnStream {
  private feed: Feed | undefined;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private closed = false;

  constructor(
    private readonly address: string,
    private readonly follower: Follower,
  ) {
    this.open();
  }

  shown(yes: boolean): void {
    if (!yes) this.end();
    else if (!this.feed && !this.closed) this.open();
  }

  close(): void {
    this.closed = true;
    this.end();
  }

  private end(): void {
    clearTimeout(this.retry);
    this.feed?.close();
    this.feed = undefined;
  }

  private open(): void {
    const { follower } = this;
    this.feed = new Feed(this.address, names, {
      connected: (yes) => follower.connected(yes),
      news: (name, data) => follower.news(name, data),
      refused: () => {
        if (follower.refused) return follower.refused();
        this.retry = setTimeout(() => {
          this.end();
          this.open();
        }, retryAfter);
      },
    });
  }
}

/** Streams of the page's own. */
export class OwnStreams implements Streams {
  private readonly open = new Set<OwnStream>();

  constructor() {
    whenShown((shown) => {
      for (const stream of this.open) stream.shown(shown);
    });
  }

  follow(topic: Topic, follower: Follower): () => void {
    const stream = new OwnStream(
      topic.startsWith("match:") ? `api/matches/${encodeURIComponent(topic.slice("match:".length))}/live` : "api/live",
      follower,
    );
    this.open.add(stream);
    return () => {
      this.open.delete(stream);
      stream.close();
    };
  }
}
