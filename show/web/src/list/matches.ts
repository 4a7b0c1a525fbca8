// The list of matches to choose from. The server searches and filters; the page has only the rows that are visible.
import { Filters, sayFound } from "./filters";
import type { Listed, Listing } from "./listing";
import { makeRow } from "./entries";
import { VirtualList } from "./virtual";
import type { Catalog } from "./catalog";
import { begin, missingPages, pageSize, takeFirst, takePage, type Search } from "../state/search";
import { h, iconButton, setText } from "../ui/dom";

const rowHeight = 76; // pixels; see dialogs.css
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
  private readonly filters: Filters;
  private readonly found = h("p", { class: "found", role: "status" });
  private readonly rows = new VirtualList(
    rowHeight,
    (index) => this.row(index),
    (from, to) => this.want(from, to),
  );
  private refreshing: ReturnType<typeof setTimeout> | undefined;
  private asking: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly state: Search,
    private readonly host: ListHost,
  ) {
    this.filters = new Filters(
      state,
      () => void this.search(true),
      () => host.toggleHiding(),
    );
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
    const at = [...this.state.matches].find(([, match]) => match.id === this.host.id)?.[0] ?? 0;
    if (this.element.open) this.rows.show(at, true);
  }

  /** Matches began or ended, or their look has changed. */
  refresh(): void {
    if (!this.element.open) return;
    this.refreshing ??= setTimeout(() => {
      this.refreshing = undefined;
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
    const { state, host } = this;
    const number = begin(state);
    const listing = await this.ask(0);
    if (!takeFirst(state, number, listing, others) || !listing) return;
    const found = listing.found ?? listing.matches.length;
    sayFound(this.found, found, listing.total ?? host.catalog?.total ?? found);
    this.offer();
    if (others) this.rows.show(0, false);
    this.rows.reset(found);
  }

  private offer(): void {
    if (this.state.values) this.filters.offer(this.host.hiding);
  }

  /** Requests rows after a short pause in scrolling. */
  private want(from: number, to: number): void {
    Object.assign(this.state, { from, to });
    this.asking ??= setTimeout(() => {
      this.asking = undefined;
      for (const page of missingPages(this.state)) void this.fetchPage(page);
    }, scrollPause);
  }

  private async fetchPage(page: number): Promise<void> {
    const { number } = this.state;
    const listing = await this.ask(page * pageSize);
    if (takePage(this.state, number, page, listing)) this.rows.reset(listing?.found ?? this.rows.length);
  }

  private async ask(from: number): Promise<Listing | undefined> {
    try {
      return await this.host.catalog?.find(this.state.query, from, pageSize);
    } catch {
      setText(this.found, "The server does not answer.");
      return undefined;
    }
  }

  private row(index: number): HTMLElement | undefined {
    const match = this.state.matches.get(index);
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
