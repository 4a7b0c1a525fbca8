// The table of a series in large type, between two matches on a projector.
import { captionOf, scaleOf, seriesHead, seriesRow } from "./series";
import type { Series } from "../list/series";
import { mark } from "../model";
import { h } from "../ui/dom";
import { nameText } from "../ui/format";

const columnRows = 12; // rows; more than that continue in a second column
const most = 2 * columnRows;

export class SeriesBoard {
  readonly element = h("section", { class: "series-board", "aria-label": "Series", hidden: true });

  /** Shows the table of a series; over: it also shows who has won. */
  render(series: Series | undefined, over: boolean, dark: boolean): void {
    this.element.hidden = series === undefined;
    if (!series) return;
    const shown = series.entrants.slice(0, most);
    const scale = scaleOf(shown);
    const rows = shown.map((entrant) => seriesRow(entrant, scale, dark));
    const split = shown.length > columnRows ? Math.ceil(shown.length / 2) : shown.length;
    const columns = h("div", { class: "columns" });
    for (const part of [rows.slice(0, split), rows.slice(split)]) {
      if (part.length > 0)
        columns.append(
          h("table", {}, h("caption", { class: "aside" }, "Series"), seriesHead(), h("tbody", {}, ...part)),
        );
    }
    this.element.style.setProperty("--rows", String(split));
    this.element.classList.toggle("two", rows.length > split);
    const hidden = series.entrants.length - shown.length;
    this.element.replaceChildren(
      h("p", { class: "series-title" }, captionOf(series)),
      h("h2", {}, over ? winnerText(series) : "Standings"),
      columns,
      hidden > 0 ? h("p", { class: "series-title" }, `and ${hidden} more`) : "",
    );
  }
}

/** The winner of a series, in words. */
export function winnerText({ entrants }: Series): string {
  const first = entrants.filter(({ rank }) => rank === 1).map(({ entrant, name }) => nameText(name, mark(entrant - 1)));
  if (first.length === 0) return "Final result";
  if (first.length > 3) return `Final result: ${first.length} share the first place`;
  return first.length === 1
    ? `Final result: ${first[0]} wins`
    : `Final result: ${first.slice(0, -1).join(", ")} and ${first.at(-1)} share the first place`;
}
