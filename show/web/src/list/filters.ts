// The search field and the filters of the list. Only values that occur in the list are offered.
import { h, setText } from "../ui/dom";
import { count, plural } from "../ui/format";
import type { FilterField } from "./listing";
import { hideResults, offeredBy, setFilter, type Search } from "../state/search";

const titles: Record<FilterField, readonly [label: string, all: string]> = {
  game: ["Game", "all games"],
  map: ["Map", "all maps"],
  name: ["Bot", "all bots"],
  result: ["Result", "all results"],
};
const results: Record<string, string> = { live: "live", over: "over", draw: "nobody won", failed: "somebody failed" };
const resultsOfOne: Record<string, string> = {
  live: "live",
  over: "over",
  won: "it won",
  lost: "it lost",
  draw: "nobody won",
  failed: "it failed",
};
const typingPause = 200; // milliseconds

export class Filters {
  readonly element = h("div", { class: "filters", role: "search", "aria-label": "Filter the matches" });
  private readonly words = h("input", {
    type: "search",
    class: "words-wanted",
    "aria-label": "Search names, maps, seeds and files",
    placeholder: "Search names, maps, seeds, files",
    autocomplete: "off",
    spellcheck: "false",
  });
  private readonly selects = new Map<FilterField, HTMLSelectElement>();
  private readonly hide = h(
    "button",
    {
      type: "button",
      class: "chip",
      "aria-pressed": "false",
      title: "no winner and no score of a match before you have watched it to the end (v)",
    },
    "Hide results",
  );
  private typing: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly search: Search,
    private readonly changed: () => void,
    toggleHiding: () => void,
  ) {
    this.element.append(this.words);
    for (const field of ["game", "map", "name", "result"] as const) {
      const select = h("select", { "aria-label": titles[field][0] });
      select.addEventListener("change", () => {
        setFilter(search.query, field, select.value);
        changed();
      });
      this.selects.set(field, select);
      this.element.append(select);
    }
    this.element.append(this.hide);
    this.hide.addEventListener("click", toggleHiding);
    this.words.addEventListener("input", () => {
      clearTimeout(this.typing);
      this.typing = setTimeout(() => {
        search.query.q = this.words.value.trim();
        this.changed();
      }, typingPause);
    });
    this.offer(false);
  }

  /** Offers the known values; hiding: results are hidden, and cannot be filtered. */
  offer(hiding: boolean): void {
    this.hide.setAttribute("aria-pressed", String(hiding));
    if (hiding) hideResults(this.search.query);
    for (const [field, select] of this.selects) this.fill(field, select, offeredBy(this.search, field, hiding));
  }

  private fill(field: FilterField, select: HTMLSelectElement, offered: readonly string[]): void {
    const { query } = this.search;
    const texts = query.name === undefined ? results : resultsOfOne;
    const options: [string, string][] = [
      ["", titles[field][1]],
      ...offered.map((value): [string, string] => [value, field === "result" ? (texts[value] ?? value) : value]),
    ];
    const wanted = options.map(([value, text]) => `${value}\t${text}`).join("\n");
    if (select.dataset["offered"] !== wanted) {
      select.dataset["offered"] = wanted;
      select.replaceChildren(...options.map(([value, text]) => h("option", { value }, text)));
    }
    const current = query[field] ?? "";
    if (select.value !== current) select.value = current;
    select.hidden = offered.length < 2 && current === "";
  }
}

/** Shows how many matches were found. */
export function sayFound(element: HTMLElement, found: number, total: number): void {
  const all = plural(total, "match", "matches");
  setText(element, found === total ? all : `${count(found)} of ${all}`);
}
