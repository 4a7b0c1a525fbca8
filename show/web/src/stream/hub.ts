// One event stream for several pages: it follows the topics that any of them wants. It runs in a shared worker, or in
// the page that leads.
import { Feed } from "./feed";
import { addressOf, eventsOf, type News, type Topic } from "./topics";

/** What clients receive. */
export type Told = News | { connected: boolean };

const addAfter = 20; // milliseconds in which the topics of several pages are collected
const dropAfter = 1000; // milliseconds in which a page may follow a topic again
const retryAfter = 2000; // milliseconds after the server has refused

export class Hub {
  private readonly clients = new Map<string, readonly Topic[]>();
  private readonly last = new Map<Topic, Map<string, News>>(); // the last news, for clients that come later
  private feed: Feed | undefined;
  private followed: ReadonlySet<Topic> = new Set();
  private connected: boolean | undefined;
  private due: ReturnType<typeof setTimeout> | undefined;
  private dueAt = Infinity;

  /** base is the address of the viewer's page at the server. tell is called with the clients that the news is for. */
  constructor(
    private readonly base: string,
    private readonly tell: (told: Told, clients: readonly string[]) => void,
  ) {}

  /** The number of clients. */
  get size(): number {
    return this.clients.size;
  }

  has(client: string): boolean {
    return this.clients.has(client);
  }

  /** Sets the topics of a client. */
  want(client: string, topics: readonly Topic[]): void {
    const before = this.clients.get(client);
    this.clients.set(client, topics);
    if (!before && this.connected !== undefined) this.tell({ connected: this.connected }, [client]);
    for (const topic of topics) {
      if (before?.includes(topic)) continue;
      for (const news of this.last.get(topic)?.values() ?? []) this.tell(news, [client]);
    }
    this.plan();
  }

  /** Removes a client. */
  drop(client: string): void {
    if (this.clients.delete(client)) this.plan();
  }

  close(): void {
    this.clients.clear();
    clearTimeout(this.due);
    this.end();
  }

  private get wanted(): Set<Topic> {
    return new Set([...this.clients.values()].flat());
  }

  /** Schedules an update of the stream: soon for additional topics, later for dropped ones. */
  private plan(): void {
    const wanted = this.wanted;
    const more = [...wanted].some((topic) => !this.followed.has(topic));
    if (more) this.later(addAfter);
    else if (wanted.size < this.followed.size) this.later(dropAfter);
  }

  private later(time: number): void {
    const at = Date.now() + time;
    if (this.due !== undefined && at >= this.dueAt) return;
    clearTimeout(this.due);
    this.dueAt = at;
    this.due = setTimeout(() => {
      this.due = undefined;
      this.dueAt = Infinity;
      this.open();
    }, time);
  }

  private end(): void {
    this.feed?.close();
    this.feed = undefined;
    this.followed = new Set();
  }

  private open(): void {
    const wanted = this.wanted;
    const same =
      this.feed && wanted.size === this.followed.size && [...wanted].every((topic) => this.followed.has(topic));
    if (same) return;
    this.end();
    for (const topic of this.last.keys()) if (!wanted.has(topic)) this.last.delete(topic);
    if (wanted.size === 0) {
      this.connected = undefined;
      return;
    }
    this.followed = wanted;
    const sent = new Map<string, Omit<News, "data">>();
    for (const topic of wanted) for (const { sent: by, name } of eventsOf(topic)) sent.set(by, { topic, name });
    const feed: Feed = new Feed(new URL(addressOf(wanted), this.base).href, [...sent.keys()], {
      connected: (yes) => this.isConnected(yes),
      refused: () => {
        if (this.feed !== feed) return;
        this.feed = undefined; // clients that repeat their topics do not reconnect sooner than retryAfter
        this.later(retryAfter);
      },
      news: (by, data) => {
        const what = sent.get(by);
        if (what) this.heard({ ...what, data });
      },
    });
    this.feed = feed;
  }

  private heard(news: News): void {
    let last = this.last.get(news.topic);
    if (!last) this.last.set(news.topic, (last = new Map()));
    last.set(news.name, news);
    const clients = [...this.clients].filter(([, topics]) => topics.includes(news.topic)).map(([client]) => client);
    if (clients.length > 0) this.tell(news, clients);
  }

  private isConnected(yes: boolean): void {
    if (yes === this.connected) return;
    this.connected = yes;
    this.tell({ connected: yes }, [...this.clients.keys()]);
  }
}
