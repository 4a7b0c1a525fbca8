// The matches that the server has.
import { queryPath, type Listed, type Listing, type Query } from "./listing";
import type { Lobby } from "./lobby";
import type { Series } from "./series";
import { fetchJSON, fetchText } from "../source/server";
import type { Streams } from "../stream/topics";

const pageSize = 200;
const pollEvery = 3000; // milliseconds, if no match is live
const seriesEvery = 500; // milliseconds; matches may end faster than anybody can read

/**
 * Follows the server's list of matches. changed is called when matches begin or end, or when the series or the lobby
 * changes.
 */
export class Catalog {
  /** The newest matches, the newest last. */
  matches: Listed[] = [];
  /** The number of all matches. */
  total = 0;
  title = "";
  projector = false;
  series: Series | undefined;
  lobby: Lobby | undefined;
  private past: { from: number; ids: string[] } = { from: 0, ids: [] }; // a page of older matches, the newest first
  private following = false;
  private unfollow: (() => void) | undefined;
  private polling: ReturnType<typeof setTimeout> | undefined;
  private polled = ""; // the last list received by polling
  private server = ""; // which run of the server
  private asking: ReturnType<typeof setTimeout> | undefined;

  /** restarted is called when the server was started again. */
  constructor(
    private readonly streams: () => Streams,
    private readonly changed: () => void,
    private readonly restarted: () => void,
  ) {}

  async open(): Promise<void> {
    this.put(await fetchJSON<Listing>("api/matches"));
    [this.series, this.lobby] = await Promise.all([optional<Series>("api/series"), optional<Lobby>("api/lobby")]);
  }

  /** Takes a newer list. */
  take(listing: Listing): void {
    const known = this.server;
    this.put(listing);
    this.changed();
    if (known !== "" && known !== this.server) {
      this.lobby = undefined; // the old server's lobby
      this.restarted();
    }
    this.attend();
    this.asking ??= setTimeout(() => void this.askSeries(), seriesEvery);
  }

  /** Some of the matches that satisfy a query, the newest first. */
  find(query: Query, from: number, limit: number): Promise<Listing> {
    return fetchJSON<Listing>(queryPath(query, from, limit));
  }

  /**
   * Turns following on or off. It is not needed while a live match has its own stream, which also reports changes of
   * the list.
   */
  follow(on: boolean): void {
    this.following = on;
    this.attend();
  }

  /** The match to show first: the newest live match, else the newest match. */
  get first(): Listed | undefined {
    return this.matches.findLast((match) => match.live) ?? this.matches.at(-1);
  }

  isNewest(id: string | undefined): boolean {
    return this.matches.at(-1)?.id === id;
  }

  /** The id of the next newer match; for the newest match, the id of the oldest. */
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

  /** Whether a match with this id may exist. */
  mayHave(id: string): boolean {
    return this.total > this.matches.length || this.matches.some((match) => match.id === id);
  }

  /** The oldest match of a page of the list. */
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
    this.server = listing.server ?? "";
  }

  private async askSeries(): Promise<void> {
    const series = await optional<Series>("api/series");
    this.asking = undefined;
    this.series = series;
    this.changed();
    this.attend();
  }

  /** Whether a match is being played or expected. If not, no stream is kept open. */
  private get expects(): boolean {
    const { series, lobby, matches, total } = this;
    if (matches.some((match) => match.live) || lobby?.waiting === true || total === 0) return true;
    return series !== undefined && series.planned > 0 && !series.complete;
  }

  /** Opens the stream of the list, or polls from time to time if nothing is expected. */
  private attend(): void {
    const { following } = this;
    const listens = following && this.expects;
    if (listens)
      this.unfollow ??= this.streams().follow("list", {
        news: (name, data) => this.hear(name, data),
        connected: () => {},
      });
    else this.unlisten();
    if (!following || listens) {
      clearTimeout(this.polling);
      this.polling = undefined;
    } else this.polling ??= setTimeout(() => void this.poll(), pollEvery);
  }

  private hear(name: string, data: string): void {
    if (name === "matches") {
      const listing: Listing = JSON.parse(data);
      this.take(listing);
    } else if (name === "lobby") {
      const lobby: Lobby | null = JSON.parse(data);
      this.lobby = lobby ?? undefined;
      this.changed();
      this.attend();
    }
  }

  private async poll(): Promise<void> {
    let text = "";
    if (!document.hidden) text = await fetchText("api/matches").catch(() => "");
    this.polling = undefined;
    if (text !== "" && text !== this.polled && this.following && !this.unfollow) {
      this.polled = text;
      const listing: Listing = JSON.parse(text);
      this.take(listing);
    }
    this.attend();
  }

  private unlisten(): void {
    this.unfollow?.();
    this.unfollow = undefined;
  }
}

/** Fetches JSON that the server may not have; undefined: it does not. */
async function optional<T>(path: string): Promise<T | undefined> {
  try {
    return (await fetchJSON<T | null>(path)) ?? undefined;
  } catch {
    return undefined;
  }
}
