// The matches that the server has.
import { fetchJSON } from "./server";

export interface Listed {
  id: string;
  title: string;
  game: string;
  live: boolean;
  turn: number;
  turns: number;
  started: string;
  players: string[];
  winner: number; // -1: nobody, or not known yet
}

interface Listing {
  /** Of the whole page, or empty. */
  title?: string;
  /** The page opens in projector mode. */
  projector?: boolean;
  matches: Listed[];
}

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
    this.listen();
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
      this.matches = listing.matches;
      this.changed();
    });
    events.addEventListener("error", () => {
      if (events.readyState === EventSource.CLOSED) setTimeout(() => this.listen(), 5000);
    });
  }

  close(): void {
    this.events?.close();
  }
}
