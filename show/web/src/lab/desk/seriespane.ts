// A series of matches: its progress, its table, and every match with its seed, lost matches first.
import { captionOf, scaleOf, seriesHead, seriesRow } from "../../panels/series";
import type { Outcome } from "../../list/series";
import type { Lesson } from "../../model";
import { h, setAttribute, setChildren, setText } from "../../ui/dom";
import { count } from "../../ui/format";
import { outcomeOf, type Result } from "./result";
import type { Tally } from "./tally";
import { reasonText, standText } from "./words";

/** A match of a series. */
export interface SeriesMatch {
  /** The number of the match, from 0. */
  i: number;
  seed: bigint;
  result: Result;
  /** What cost one's own bot most; null: nothing did; undefined: not known yet. */
  lesson?: Lesson | null;
}

/** What the row of a match shows. */
interface Row {
  element: HTMLElement;
  button: HTMLElement;
  what: HTMLElement;
}

const own = 0; // the seat of one's own bot
const order: readonly Outcome[] = ["loss", "draw", "win"];
const words: Record<Outcome, string> = { win: "won", draw: "draw", loss: "lost" };
const shownRows = 100; // rows shown at first, and added with each click

export class SeriesPane {
  readonly element = h("section", {
    class: "desk-series panel standings series",
    "aria-label": "Series",
    tabindex: "0",
  });
  private readonly caption = h("p", { class: "series-title" });
  private readonly stand = h("p", { class: "stand" });
  private readonly bar = h("progress", { class: "progress", "aria-label": "Matches played" });
  private readonly body = h("tbody");
  private readonly list = h("ol", { class: "lines games" });
  private readonly more = h("button", { type: "button", class: "act" });
  private readonly command = h("code");
  private readonly repeat: HTMLElement;
  private readonly table: HTMLTableElement;
  private matches: SeriesMatch[] = [];
  private readonly rows = new Map<number, Row>(); // by match number
  private shown = -1; // the number of the match on the board; -1: none
  private most = shownRows;
  private dirty = 0;

  /** open shows a match at the turn that cost most. */
  constructor(
    private readonly open: (match: SeriesMatch) => void,
    private readonly dark: () => boolean,
  ) {
    this.table = h("table", {}, h("caption", { class: "aside" }, "Series"), seriesHead(), this.body);
    this.repeat = h("p", { class: "repeat" }, "The same with the program: ", this.command);
    this.more.addEventListener("click", () => {
      const before = this.list.childElementCount;
      this.most += shownRows;
      this.drawList();
      this.list.children[before]?.querySelector("button")?.focus(); // the button may be gone
    });
    this.element.append(this.caption, this.bar, this.stand, this.table, this.list, this.more, this.repeat);
    this.clear();
  }

  /** Starts to show a series of this many matches; command is the command line that plays the same series. */
  begin(matches: number, command: string): void {
    this.clear();
    this.bar.max = matches;
    this.bar.value = 0;
    this.bar.hidden = false;
    this.repeat.hidden = false;
    this.command.textContent = command;
  }

  /** Adds a match that is over, and shows the table after it. */
  add(match: SeriesMatch, tally: Tally): void {
    this.matches.push(match);
    this.bar.value = this.matches.length;
    if (this.dirty === 0) this.dirty = requestAnimationFrame(() => this.draw(tally));
  }

  /** The series is over, or was stopped. */
  end(tally: Tally): void {
    this.bar.hidden = true;
    cancelAnimationFrame(this.dirty);
    this.draw(tally);
  }

  /** The lost matches, in the order of the list. */
  get lost(): readonly SeriesMatch[] {
    return this.matches.filter(({ result }) => outcomeOf(result, own) === "loss");
  }

  /** Updates the row of a match. */
  learned(match: SeriesMatch): void {
    const row = this.rows.get(match.i);
    if (row) this.fill(row, match);
  }

  /** Marks the match that is on the board; undefined: none of the series. */
  mark(match: SeriesMatch | undefined): void {
    this.shown = match?.i ?? -1;
    for (const [i, row] of this.rows) this.markRow(i, row);
  }

  private clear(): void {
    cancelAnimationFrame(this.dirty);
    this.dirty = 0;
    this.matches = [];
    this.most = shownRows;
    this.shown = -1;
    this.rows.clear();
    this.body.replaceChildren();
    this.list.replaceChildren();
    this.table.hidden = this.bar.hidden = this.repeat.hidden = this.more.hidden = true;
    setText(this.caption, "");
    setText(this.stand, "No series was played yet: press “200 matches” above.");
  }

  private draw(tally: Tally): void {
    this.dirty = 0;
    const { series } = tally;
    const scale = scaleOf(series.entrants);
    const mine = tally.seat(own);
    setText(this.caption, series.complete ? "" : captionOf(series).replace(/^ · /, ""));
    this.caption.hidden = series.complete;
    if (mine) setText(this.stand, standText(mine));
    this.table.hidden = false;
    this.body.replaceChildren(
      ...series.entrants.map((entrant) => seriesRow(entrant, scale, this.dark(), entrant.entrant === own + 1)),
    );
    this.drawList();
  }

  private drawList(): void {
    const sorted = this.matches.toSorted(
      (a, b) => order.indexOf(outcomeOf(a.result, own)) - order.indexOf(outcomeOf(b.result, own)) || a.i - b.i,
    );
    setChildren(
      this.list,
      sorted.slice(0, this.most).map((match) => this.row(match)),
    );
    this.more.hidden = sorted.length <= this.most;
    setText(this.more, `Show ${count(Math.min(shownRows, sorted.length - this.most))} more`);
  }

  /** The row of a match. It is always the same element, because it may have the focus. */
  private row(match: SeriesMatch): HTMLElement {
    const known = this.rows.get(match.i);
    if (known) return known.element;
    const { i, seed, result } = match;
    const outcome = outcomeOf(result, own);
    const mine = result.seats[own];
    const others = result.seats
      .slice(1)
      .map(({ score }) => count(score))
      .join(", ");
    const what = h("span", { class: "what" });
    const button = h(
      "button",
      { type: "button", class: "line", title: `Match ${i + 1}, seed ${seed}: show it` },
      h("i", { class: outcome, "aria-hidden": "true" }),
      h("span", { class: "outcome" }, words[outcome]),
      h("span", { class: "score" }, `${count(mine?.score ?? 0)} : ${others}`),
      h("span", { class: "number" }, `match ${i + 1}`),
      h("span", { class: "go", "aria-hidden": "true" }, "Show"),
      what,
    );
    button.addEventListener("click", () => this.open(match));
    const row: Row = { element: h("li", { class: "last" }, button), button, what };
    this.rows.set(i, row);
    this.fill(row, match);
    this.markRow(i, row);
    return row.element;
  }

  private fill({ what }: Row, { result, lesson }: SeriesMatch): void {
    setText(what, reasonText(result, lesson));
  }

  private markRow(i: number, { element, button }: Row): void {
    element.classList.toggle("now", i === this.shown);
    setAttribute(button, "aria-current", String(i === this.shown));
  }
}
