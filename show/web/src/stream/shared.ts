// The stream that all pages of a browser share. A hidden page stops using it.
import { connectChannel } from "./channel";
import type { Told } from "./hub";
import { connectAlone, connectWorker, type Connect, type Link } from "./link";
import type { Follower, Streams, Topic } from "./topics";

/** The kinds of links, the best first; the last one always works. */
const usualWays: readonly Connect[] = [connectWorker, connectChannel, connectAlone];

export class SharedStreams implements Streams {
  private readonly followers = new Map<Topic, Set<Follower>>();
  private readonly ways: Connect[];
  private link: Link | undefined;
  private isConnected: boolean | undefined;
  private closing: ReturnType<typeof setTimeout> | undefined;

  /** base is the address of the viewer's page at the server. */
  constructor(
    private readonly base: string,
    ways: readonly Connect[] = usualWays,
  ) {
    this.ways = [...ways];
    whenShown((shown) => (shown ? this.update() : this.unlink()));
  }

  follow(topic: Topic, follower: Follower): () => void {
    const followers = this.followers.get(topic) ?? new Set();
    this.followers.set(topic, followers.add(follower));
    if (this.isConnected !== undefined && this.link) follower.connected(this.isConnected);
    this.update();
    return () => {
      followers.delete(follower);
      if (followers.size === 0 && this.followers.get(topic) === followers) this.followers.delete(topic);
      this.update();
    };
  }

  private unlink(): void {
    clearTimeout(this.closing);
    this.closing = undefined;
    this.link?.close();
    this.link = undefined;
    this.isConnected = undefined;
  }

  /** Updates the topics of the link, and closes it if there are none for a while. */
  private update(): void {
    if (isHidden()) return this.unlink();
    if (this.followers.size === 0) {
      if (this.link) this.closing ??= setTimeout(() => this.unlink(), 200);
      this.link?.want([]);
      return;
    }
    clearTimeout(this.closing);
    this.closing = undefined;
    this.link ??= this.connect();
    this.link.want([...this.followers.keys()]);
  }

  private connect(): Link {
    for (;;) {
      const [way = connectAlone] = this.ways;
      try {
        return way(
          this.base,
          (told) => this.hears(told),
          () => {
            this.ways.shift();
            this.link = undefined;
            this.update();
          },
        );
      } catch {
        this.ways.shift(); // not available in this browser, or in a frame of another page
      }
    }
  }

  private hears(told: Told): void {
    if ("topic" in told) {
      for (const follower of [...(this.followers.get(told.topic) ?? [])]) follower.news(told.name, told.data);
      return;
    }
    this.isConnected = told.connected;
    for (const followers of [...this.followers.values()])
      for (const follower of [...followers]) follower.connected(told.connected);
  }
}

function isHidden(): boolean {
  return typeof document !== "undefined" && document.hidden;
}

/** Calls changed when the page is hidden, frozen or left, and when it is shown again. */
export function whenShown(changed: (shown: boolean) => void): void {
  if (typeof document === "undefined") return;
  document.addEventListener("visibilitychange", () => changed(!document.hidden));
  document.addEventListener("freeze", () => changed(false));
  document.addEventListener("resume", () => changed(!document.hidden));
  window.addEventListener("pagehide", () => changed(false));
  window.addEventListener("pageshow", () => changed(!document.hidden));
}

const shared = new Map<string, Streams>();

/** The shared stream of a server, by the address of its page. */
export function sharedStreams(base: string): Streams {
  let streams = shared.get(base);
  if (!streams) shared.set(base, (streams = new SharedStreams(base)));
  return streams;
}
