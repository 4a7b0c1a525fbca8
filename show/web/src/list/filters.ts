// The search field and the filters of the list. Only values that occur in the list are offered.
import { h, setText } from "../ui/dom";
import { count, plural } from "../ui/format";
import type { Query, Values } from "./listing";

type Field = "game" | "map" | "name" | "result";
const lists = { game: "games", map: "maps", name: "names", result: "results" } as const;

const titles: Record<Field, readonly [label: string, all: string]> = {
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
  readonly query: Query = {};
  private readonly words = h("input", {
    type: "search",
    class: "words-wanted",
    "aria-label": "Search names, maps, seeds and files",
    placeholder: "Search names, maps, seeds, files",
    autocomplete: "off",
    spellcheck: "false",
  });
  private readonly selects = new Map<Field, HTMLSelectElement>();
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
  private values: Values = { games: [], maps: [], names: [], results: [] };
  private hiding = false;
  private typing: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly changed: () => void,
    toggleHiding: () => void,
  ) {
    this.element.append(this.words);
    for (const field of ["game", "map", "name", "result"] as const) {
      const select = h("select", { "aria-label": titles[field][0] });
      select.addEventListener("change", () => this.choose(field, select.value));
      this.selects.set(field, select);
      this.element.append(select);
    }
    this.element.append(this.hide);
    this.hide.addEventListener("click", toggleHiding);
    this.words.addEventListener("input", () => {
      clearTimeout(this.typing);
      this.typing = setTimeout(() => {
        this.query.q = this.words.value.trim();
        this.changed();
      }, typingPause);
    });
    this.offer(this.values, false);
  }

  /** Sets the values to offer, and whether results are hidden; hidden results cannot be filtered. */
  offer(values: Values, hiding: boolean): void {
    this.values = values;
    this.hide.setAttribute("aria-pressed", String(hiding));
    if (hiding && !this.hiding && this.query.result !== "live" && this.query.result !== "over")
      delete this.query.result;
    this.hiding = hiding;
    for (const [field, select] of this.selects) this.fill(field, select);
  }

  private fill(field: Field, select: HTMLSelectElement): void {
    const offered = this.offered(field);
    const texts = this.query.name === undefined ? results : resultsOfOne;
    const options: [string, string][] = [
      ["", titles[field][1]],
      ...offered.map((value): [string, string] => [value, field === "result" ? (texts[value] ?? value) : value]),
    ];
    const wanted = options.map(([value, text]) => `${value}\t${text}`).join("\n");
    if (select.dataset["offered"] !== wanted) {
      select.dataset["offered"] = wanted;
      select.replaceChildren(...options.map(([value, text]) => h("option", { value }, text)));
    }
    const current = this.query[field] ?? "";
    if (select.value !== current) select.value = current;
    select.hidden = offered.length < 2 && current === "";
  }

  private offered(field: Field): string[] {
    const values = this.values[lists[field]];
    const told =
      this.hiding && field === "result" ? values.filter((value) => value === "live" || value === "over") : values;
    const current = this.query[field];
    return current === undefined || told.includes(current) ? told : [current, ...told];
  }

  private choose(field: Field, value: string): void {
    if (value === "") delete this.query[field];
    else this.query[field] = value;
    if (this.query.name === undefined && (this.query.result === "lost" || this.query.result === "won"))
      delete this.query.result;
    this.changed();
  }
}

/** Shows how many matches were found. */
export function sayFound(element: HTMLElement, found: number, total: number): void {
  const all = plural(total, "match", "matches");
  setText(element, found === total ? all : `${count(found)} of ${all}`);
}
