// The table of a series, with a row for each entrant. It is shown beside the board, and in large type between two
// matches on a projector.
import { lookBadge, type Panel, type Scene } from "../match/scene";
import type { Outcome, Series, SeriesEntrant } from "../list/series";
import { mark } from "../model";
import { h, setText } from "../ui/dom";
import { count, nameText, plural } from "../ui/format";

const outcomes: Record<Outcome, string> = { win: "won", draw: "draw", loss: "lost" };
const shownLast = 5; // results of each entrant

/** The range of scores that all bars of a table share. */
export interface Scale {
  low: number;
  high: number;
}

export function scaleOf(entrants: readonly SeriesEntrant[]): Scale {
  const low = Math.min(...entrants.map(({ mean, low }) => Math.min(mean, low ?? mean)));
  const high = Math.max(...entrants.map(({ mean, high }) => Math.max(mean, high ?? mean)));
  if (!Number.isFinite(low) || !Number.isFinite(high)) return { low: 0, high: 1 };
  const room = Math.max((high - low) * 0.04, 0.5);
  return { low: low - room, high: high + room };
}

/** The position of a score on a scale, 0 to 100. */
export function placeOn({ low, high }: Scale, value: number): number {
  return Math.max(0, Math.min(100, ((value - low) / (high - low)) * 100));
}

/** A mean with as many digits as needed. */
export function meanText(mean: number): string {
  return Math.abs(mean) < 1000
    ? (Math.round(mean * 10) / 10 + 0).toLocaleString("en", { maximumFractionDigits: 1 })
    : count(mean);
}

/** The progress of a series: "match 7 of 40". */
export function matchText(number: number, series: Series | undefined): string {
  if (number <= 0) return "";
  const of = Math.max(series?.planned ?? 0, 0);
  return of > 0 ? `match ${count(number)} of ${count(of)}` : `match ${count(number)}`;
}

/** The troubles of an entrant, in words; "" if there were none. */
export function troubleText({ crashes, late }: SeriesEntrant): string {
  return [crashes > 0 && plural(crashes, "crash", "crashes"), late > 0 && `${plural(late, "late turn")}`]
    .filter((text) => text !== false)
    .join(", ");
}

function bar({ mean, low, high }: SeriesEntrant, scale: Scale): HTMLElement {
  const track = h("span", { class: "interval", "aria-hidden": "true" });
  if (low !== undefined && high !== undefined) {
    const part = h("i", { class: "range" });
    const from = placeOn(scale, low);
    part.style.left = `${from.toFixed(2)}%`;
    part.style.width = `${(placeOn(scale, high) - from).toFixed(2)}%`;
    track.append(part);
  }
  const tick = h("i", { class: "mean" });
  tick.style.left = `${placeOn(scale, mean).toFixed(2)}%`;
  track.append(tick);
  return track;
}

function lastResults(last: readonly Outcome[]): HTMLElement {
  const shown = last.slice(-shownLast);
  const list = h("span", {
    class: "last",
    role: "img",
    "aria-label":
      shown.length > 0
        ? `last results, the newest last: ${shown.map((outcome) => outcomes[outcome]).join(", ")}`
        : "no result yet",
  });
  for (const outcome of shown) list.append(h("i", { class: outcome, title: outcomes[outcome] }));
  return list;
}

/** A row of the table; own: it is the row of the reader's own bot. */
export function seriesRow(entrant: SeriesEntrant, scale: Scale, dark: boolean, own = false): HTMLTableRowElement {
  const look = entrant.entrant - 1;
  const trouble = troubleText(entrant);
  const name = nameText(entrant.name, mark(look));
  const interval =
    entrant.low === undefined || entrant.high === undefined
      ? ""
      : `95 % interval: ${meanText(entrant.low)} to ${meanText(entrant.high)}`;
  return h(
    "tr",
    own ? { class: "me" } : {},
    h("td", { class: "rank" }, String(entrant.rank)),
    h(
      "th",
      { scope: "row" },
      h(
        "div",
        { class: "player" },
        lookBadge(look, dark),
        h(
          "div",
          { class: "who" },
          h("span", { class: "name", dir: "auto", title: entrant.bot }, name),
          h("span", { class: "under" }, h("span", { class: "note", title: trouble }, trouble)),
        ),
      ),
    ),
    h(
      "td",
      {
        class: "number wins",
        title: `won ${count(entrant.wins)}, drew ${count(entrant.draws)}, lost ${count(entrant.losses)}`,
      },
      h("strong", {}, count(entrant.wins)),
      h("span", { class: "rest" }, `${count(entrant.draws)}–${count(entrant.losses)}`),
    ),
    h(
      "td",
      { class: "mean", title: interval },
      h("strong", {}, meanText(entrant.mean)),
      bar(entrant, scale),
      interval !== "" && h("span", { class: "aside" }, interval),
    ),
    h("td", {}, lastResults(entrant.last)),
  );
}

export function seriesHead(): HTMLElement {
  const column = (title: string, hint: string, more?: HTMLElement): HTMLElement =>
    h("th", { scope: "col", title: hint }, title, more);
  return h(
    "thead",
    {},
    h(
      "tr",
      {},
      h("th", { scope: "col" }, h("span", { class: "aside" }, "Rank")),
      h("th", { scope: "col" }, h("span", { class: "aside" }, "Name")),
      column("Wins", "beside them draws and losses", h("span", { class: "rest" }, "draws–losses")),
      column(
        "Mean score",
        "with its 95 % interval as a bar; all bars have one scale",
        h("span", { class: "rest bar-note" }, "bar: 95 % interval"),
      ),
      column("Last", "the last five results, the newest on the right"),
    ),
  );
}

export class SeriesPanel implements Panel {
  readonly element = h("section", { class: "panel standings series", "aria-label": "Series", tabindex: "0" });
  private readonly caption = h("p", { class: "series-title" });
  private readonly empty = h("p", { class: "empty" });
  private readonly body = h("tbody");
  private readonly whole: HTMLElement;
  private drawn: unknown[] = [];

  constructor() {
    this.whole = h("table", {}, h("caption", { class: "aside" }, "Series"), seriesHead(), this.body);
    this.element.append(this.caption, this.empty, this.whole);
  }

  render({ series, dark, seriesHidden }: Scene): void {
    if (!series || !this.element.checkVisibility()) return;
    const state = [series, dark, seriesHidden];
    if (state.every((value, i) => value === this.drawn[i])) return;
    this.drawn = state;
    setText(this.caption, captionOf(series));
    setText(
      this.empty,
      seriesHidden ? "Hidden until you have watched all of its matches to the end (v: show results)." : "",
    );
    this.whole.hidden = seriesHidden;
    const scale = scaleOf(series.entrants);
    this.body.replaceChildren(
      ...(seriesHidden ? [] : series.entrants.map((entrant) => seriesRow(entrant, scale, dark))),
    );
  }
}

/** The title of a series and its progress. */
export function captionOf({ title, planned, played, complete }: Series): string {
  const progress =
    complete || planned === 0
      ? `${plural(played, "match", "matches")}`
      : `${count(played)} of ${plural(planned, "match", "matches")} played`;
  return `${title} · ${progress}`;
}
