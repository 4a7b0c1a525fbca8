// The list of matches to choose from: searched and filtered by the server, of which the page has only what is seen.
import { Filters, sayFound } from "./filters";
import type { Listed, Listing, Values } from "./listing";
import { makeRow } from "./entries";
import { VirtualList } from "./virtual";
import type { Catalog } from "./catalog";
import { h, iconButton, setText } from "../ui/dom";

const rowHeight = 76; // pixels; see dialogs.css
const pageSize = 100;
const scrollPause = 60; // milliseconds
const refreshAfter = 300; // milliseconds; matches may end faster than readers read

/** The page, as the list uses it. */
export interface ListHost {
  readonly catalog: Catalog | undefined;
  readonly id: string | undefined;
  readonly dark: boolean;
  /** Whether the result of a match is not told. */
  hides(match: Listed): boolean;
  readonly hiding: boolean;
  toggleHiding(): void;
  choose(id: string): unknown;
}

export class MatchList {
  readonly element = h("dialog", { class: "matches", "aria-labelledby": "matches-title" });
  private readonly filters = new Filters(
    () => void this.search(true),
    () => this.host.toggleHiding(),
  );
  private readonly found = h("p", { class: "found", role: "status" });
  private readonly rows = new VirtualList(
    rowHeight,
    (index) => this.row(index),
    (from, to) => this.want(from, to),
  );
  private readonly matches = new Map<number, Listed>(); // by place, the newest first
  private readonly pages = new Set<number>(); // asked for
  private generation = 0; // of what is asked for
  private stale = false; // the list has changed since
  private values: Values | undefined;
  private wanted: [from: number, to: number] = [0, 0];
  private asking: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly host: ListHost) {
    this.element.append(
      h(
        "header",
        {},
        h("h2", { id: "matches-title" }, "Matches"),
        this.found,
        iconButton("close", "Close (Esc)", () => this.element.close()),
      ),
      this.filters.element,
      this.rows.element,
    );
    this.element.addEventListener("click", (event) => {
      if (event.target === this.element) this.element.close();
    });
  }

  /** Opens the list at the match that is shown. */
  async open(): Promise<void> {
    this.element.showModal();
    await this.search(true);
    const at = [...this.matches].find(([, match]) => match.id === this.host.id)?.[0] ?? 0;
    if (this.element.open) this.rows.show(at, true);
  }

  /** Matches began or ended, or are drawn in another way. */
  refresh(): void {
    if (!this.element.open || this.stale) return;
    this.stale = true;
    setTimeout(() => {
      this.stale = false;
      if (this.element.open) void this.search(false);
    }, refreshAfter);
  }

  /** Draws what is there anew. */
  redraw(): void {
    if (this.element.open) this.rows.reset(this.rows.length);
    this.offer();
  }

  /** Asks for the list as it is now; until the answers come the rows stay, unless other ones are wanted. */
  private async search(others: boolean): Promise<void> {
    const generation = ++this.generation;
    const { catalog } = this.host;
    if (!catalog) return;
    const listing = await this.ask(0);
    if (generation !== this.generation || !listing) return;
    if (others) this.matches.clear();
    this.pages.clear();
    this.put(0, listing);
    sayFound(this.found, listing.found ?? listing.matches.length, listing.total ?? catalog.total);
    this.values = listing.values;
    this.offer();
    if (others) this.rows.show(0, false);
    this.rows.reset(listing.found ?? listing.matches.length);
  }

  private offer(): void {
    if (this.values) this.filters.offer(this.values, this.host.hiding);
  }

  /** Asks for rows, once the list is not scrolled on at once. */
  private want(from: number, to: number): void {
    this.wanted = [from, to];
    this.asking ??= setTimeout(() => {
      this.asking = undefined;
      this.fetch(...this.wanted);
    }, scrollPause);
  }

  private fetch(from: number, to: number): void {
    for (let page = Math.floor(from / pageSize); page * pageSize < to; page++)
      if (!this.pages.has(page)) void this.fetchPage(page);
  }

  private async fetchPage(page: number): Promise<void> {
    const { generation } = this;
    this.pages.add(page);
    const listing = await this.ask(page * pageSize);
    if (generation !== this.generation) return;
    if (!listing) return void this.pages.delete(page);
    this.put(page, listing);
    this.rows.reset(listing.found ?? this.rows.length);
  }

  private async ask(from: number): Promise<Listing | undefined> {
    try {
      return await this.host.catalog?.find(this.filters.query, from, pageSize);
    } catch {
      setText(this.found, "The server does not answer.");
      return undefined;
    }
  }

  private put(page: number, listing: Listing): void {
    this.pages.add(page);
    for (const [i, match] of listing.matches.entries()) this.matches.set(page * pageSize + i, match);
  }

  private row(index: number): HTMLElement | undefined {
    const match = this.matches.get(index);
    const { host } = this;
    if (!match) return undefined;
    const { row, button } = makeRow(match, {
      dark: host.dark,
      current: match.id === host.id,
      hidden: host.hides(match),
    });
    button.addEventListener("click", () => {
      this.element.close();
      host.choose(match.id);
    });
    return row;
  }
}
