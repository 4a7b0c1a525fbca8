// The matches that the server has.
import type { Listed, Listing } from "./listing";
import { fetchJSON } from "../source/server";

/** Follows the list; changed is called whenever matches begin or end. */
export class Catalog {
  matches: Listed[] = [];
  title = "";
  projector = false;
  private events: EventSource | undefined;

  constructor(private readonly changed: () => void) {}

  async open(): Promise<void> {
    const listing: Listing = await fetchJSON("api/matches");
    this.matches = listing.matches;
    this.title = listing.title ?? "";
    this.projector = listing.projector ?? false;
  }

  /** Takes over a newer list. */
  take(listing: Listing): void {
    this.matches = listing.matches;
    this.changed();
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

  private listen(): void {
    const events = new EventSource("api/live");
    this.events = events;
    events.addEventListener("matches", (event: MessageEvent<string>) => {
      const listing: Listing = JSON.parse(event.data);
      this.take(listing);
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
