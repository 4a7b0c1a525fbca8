// The matches that the server has.
import { queryPath, type Listed, type Listing, type Query } from "./listing";
import type { Lobby } from "./lobby";
import type { Series } from "./series";
import { fetchJSON } from "../source/server";

const pageSize = 200;
const seriesEvery = 500; // milliseconds; matches may end faster than readers read

/** Follows the list; changed is called whenever matches begin or end, or what is known of the series or the lobby differs. */
export class Catalog {
  /** The newest ones, the newest last. */
  matches: Listed[] = [];
  /** How many there are. */
  total = 0;
  title = "";
  projector = false;
  series: Series | undefined;
  lobby: Lobby | undefined;
  private past: { from: number; ids: string[] } = { from: 0, ids: [] }; // a page of older ones, the newest first
  private events: EventSource | undefined;
  private asking: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly changed: () => void) {}

  async open(): Promise<void> {
    this.put(await fetchJSON<Listing>("api/matches"));
    [this.series, this.lobby] = await Promise.all([optional<Series>("api/series"), optional<Lobby>("api/lobby")]);
  }

  /** Takes over a newer list. */
  take(listing: Listing): void {
    this.put(listing);
    this.changed();
    this.asking ??= setTimeout(() => void this.askSeries(), seriesEvery);
  }

  /** Some of the matches that a query finds, the newest first. */
  find(query: Query, from: number, limit: number): Promise<Listing> {
    return fetchJSON<Listing>(queryPath(query, from, limit));
  }

  /** Whether to listen: while a live match is followed its stream tells of the list, too, and browsers allow few streams. */
  follow(on: boolean): void {
    if (on && !this.events) this.listen();
    else if (!on) this.close();
  }

  /** What to show first: the newest live match, else the newest. */
  get first(): Listed | undefined {
    return this.matches.findLast((match) => match.live) ?? this.matches.at(-1);
  }

  isNewest(id: string | undefined): boolean {
    return this.matches.at(-1)?.id === id;
  }

  /** The id of the match that began after one, and of the oldest after the newest. */
  async after(id: string | undefined): Promise<string | undefined> {
    const at = this.matches.findIndex((match) => match.id === id);
    if (at >= 0 && at + 1 < this.matches.length) return this.matches[at + 1]?.id;
    if (this.total <= this.matches.length) return this.matches[0]?.id;
    const { from, ids } = this.past;
    const place = at >= 0 ? -1 : ids.indexOf(id ?? "");
    if (place > 0) return ids[place - 1];
    return this.lastOf(place < 0 ? this.total - pageSize : from - pageSize);
  }

  async oldest(): Promise<string | undefined> {
    return this.total <= this.matches.length ? this.matches[0]?.id : this.lastOf(this.total - pageSize);
  }

  /** Whether there may be a match of an id. */
  mayHave(id: string): boolean {
    return this.total > this.matches.length || this.matches.some((match) => match.id === id);
  }

  /** The oldest of a page of the list. */
  private async lastOf(from: number): Promise<string | undefined> {
    const start = Math.max(0, from);
    const { matches } = await this.find({}, start, pageSize);
    this.past = { from: start, ids: matches.map((match) => match.id) };
    return this.past.ids.at(-1);
  }

  private put(listing: Listing): void {
    this.matches = listing.matches;
    this.total = listing.total ?? listing.matches.length;
    this.title = listing.title ?? "";
    this.projector = listing.projector ?? false;
  }

  private async askSeries(): Promise<void> {
    const series = await optional<Series>("api/series");
    this.asking = undefined;
    this.series = series;
    this.changed();
  }

  private listen(): void {
    const events = new EventSource("api/live");
    this.events = events;
    events.addEventListener("matches", (event: MessageEvent<string>) => {
      const listing: Listing = JSON.parse(event.data);
      this.take(listing);
    });
    events.addEventListener("lobby", (event: MessageEvent<string>) => {
      const lobby: Lobby | null = JSON.parse(event.data);
      this.lobby = lobby ?? undefined;
      this.changed();
    });
    events.addEventListener("error", () => {
      if (events.readyState !== EventSource.CLOSED) return; // it tries again by itself
      setTimeout(() => {
        if (this.events === events) this.listen();
      }, 5000);
    });
  }

  private close(): void {
    this.events?.close();
    this.events = undefined;
  }
}

/** What the server may not have. */
async function optional<T>(path: string): Promise<T | undefined> {
  try {
    return (await fetchJSON<T | null>(path)) ?? undefined;
  } catch {
    return undefined;
  }
}
