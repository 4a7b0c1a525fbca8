// The list of matches to choose from. The server searches and filters; the page has only the rows that are visible.
import { Filters, sayFound } from "./filters";
import type { Listed, Listing, Values } from "./listing";
import { makeRow } from "./entries";
import { VirtualList } from "./virtual";
import type { Catalog } from "./catalog";
import { h, iconButton, setText } from "../ui/dom";

const rowHeight = 76; // pixels; see dialogs.css
const pageSize = 100;
const scrollPause = 60; // milliseconds
const refreshAfter = 300; // milliseconds; matches may end faster than anybody can read

/** What the list needs of the page. */
export interface ListHost {
  readonly catalog: Catalog | undefined;
  readonly id: string | undefined;
  readonly dark: boolean;
  /** Whether the result of a match is hidden. */
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
  private readonly matches = new Map<number, Listed>(); // by index in the list, the newest first
  private readonly pages = new Set<number>(); // pages that were requested
  private generation = 0; // counts searches; answers to older ones are ignored
  private stale = false; // the list has changed since the last search
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

  /** Matches began or ended, or their look has changed. */
  refresh(): void {
    if (!this.element.open || this.stale) return;
    this.stale = true;
    setTimeout(() => {
      this.stale = false;
      if (this.element.open) void this.search(false);
    }, refreshAfter);
  }

  /** Draws the known rows again. */
  redraw(): void {
    if (this.element.open) this.rows.reset(this.rows.length);
    this.offer();
  }

  /**
   * Requests the list again. The old rows stay until the answers come, unless others is set: then they are replaced by
   * other matches.
   */
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

  /** Requests rows after a short pause in scrolling. */
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
