// The bar above code and board: the opponents, the map, the seed, and the buttons that play.
import type { Kind } from "../messages";
import { h, iconButton, setAttribute, setText } from "../../ui/dom";
import { languageTitles, type Language } from "./language";
import { anotherSeed, builtin, handsOf, many, mostTurns, ofPage, usualGame, type Opponent, type Setup } from "./setup";
import { byHand } from "../order";
import { drawsText, parseDraws } from "./seeds";

/** What the bar needs of the laboratory. */
export interface BarHost {
  run(): void;
  series(): void;
  stop(): void;
  changed(): void;
  /** The reader wants to play another game. */
  game(name: string): void;
  /** The reader wants to write in another language. */
  language(name: Language): void;
}

/** A version of one's own bot that can be an opponent. */
export interface Sparring {
  id: string;
  name: string;
}

const hand = "you, by hand";
/** The opponent of a newcomer: the one that plays at random, else the last one of the game. */
const usualOpponentOf = (kind: Kind | undefined): string =>
  `${builtin}${kind?.bots.includes("random") === false ? kind.bots.at(-1) : "random"}`;
const usualMap = "tiny";

export class Bar {
  readonly element = h("form", { class: "desk-bar", "aria-label": "What is played" });
  private readonly opponents = h("div", { class: "opponents", role: "group", "aria-label": "Opponents" });
  private readonly more = iconButton("plus", "One more opponent", () => {
    if (this.selects.length < this.room) this.add();
  });
  private readonly game = h("select", { "aria-label": "Game" });
  private readonly language = h("select", { "aria-label": "Language" });
  private readonly languageGroup = h(
    "label",
    { class: "group", hidden: true },
    h("span", { class: "label" }, "Language"),
    this.language,
  );
  private readonly own = h(
    "select",
    { "aria-label": "Your seat" },
    h("option", { value: ofPage }, "your bot"),
    h("option", { value: byHand }, hand),
  );
  private readonly map = h("select", { "aria-label": "Map" });
  private readonly mapGroup = h("label", { class: "group" }, h("span", { class: "label" }, "Map"), this.map);
  private readonly seed = h("input", {
    class: "seed",
    inputmode: "numeric",
    autocomplete: "off",
    "aria-label": "Seed",
    title: "The same seed gives the same match. A match with a secret: the seed, a space, and the secret",
  });
  private readonly turns = h("input", {
    class: "turns",
    type: "number",
    min: 1,
    max: mostTurns,
    "aria-label": "Turns",
  });
  private readonly go = h("button", { type: "submit", class: "primary" }, "Run");
  private readonly lots = h("button", { type: "button", class: "act" });
  private readonly fields = h("div", { class: "fields", id: "desk-fields" });
  private readonly summary = h("button", {
    type: "button",
    class: "open",
    "aria-expanded": "false",
    "aria-controls": "desk-fields",
    title: "What is played",
  });
  private versions: readonly Sparring[] = [];
  private kind: Kind | undefined;
  private playing: "" | "match" | "series" = "";

  constructor(private readonly host: BarHost) {
    const another = iconButton("dice", "Another seed", () => {
      this.seed.value = String(anotherSeed());
      this.fit();
      host.changed();
    });
    this.go.title = "Play one match (Ctrl+Enter)";
    this.go.setAttribute("aria-keyshortcuts", "Control+Enter");
    this.lots.title = `Play ${many} matches with other seeds and places`;
    this.lots.addEventListener("click", () => {
      if (this.playing === "series") host.stop();
      else if (this.playing === "") host.series();
    });
    this.summary.addEventListener("click", () => this.unfold(this.summary.getAttribute("aria-expanded") !== "true"));
    this.fields.append(
      h("label", { class: "group" }, h("span", { class: "label" }, "Game"), this.game),
      this.languageGroup,
      h("label", { class: "group" }, h("span", { class: "label" }, "Play"), this.own),
      h(
        "div",
        { class: "group" },
        h("span", { class: "label", "aria-hidden": "true" }, "Against"),
        this.opponents,
        this.more,
      ),
      this.mapGroup,
      h(
        "div",
        { class: "group" },
        h("label", { class: "group" }, h("span", { class: "label" }, "Seed"), this.seed),
        another,
      ),
      h("label", { class: "group" }, h("span", { class: "label" }, "Turns"), this.turns),
    );
    this.element.append(this.summary, this.fields, h("div", { class: "group buttons" }, this.go, this.lots));
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      if (this.playing === "match") host.stop();
      else if (this.playing === "") host.run();
    });
    this.element.addEventListener("change", ({ target }) => {
      if (target === this.game) return host.game(this.game.value);
      if (target === this.language) return host.language(this.language.value as Language);
      this.fit();
      host.changed();
    });
    this.busy("");
  }

  /** Offers the games that can be played, and shows one of them. */
  offer(kinds: readonly Kind[], kind: Kind, setup: Partial<Setup>): void {
    this.kind = kind;
    this.game.replaceChildren(...kinds.map(({ game, title }) => h("option", { value: game }, title)));
    this.game.value = kind.game;
    this.own.value = ofPage;
    this.opponents.replaceChildren();
    this.turns.value = "";
    this.mapGroup.hidden = kind.maps.length === 0;
    this.map.replaceChildren(...kind.maps.map(({ name, info }) => h("option", { value: name, title: info }, name)));
    this.take({ map: usualMap, ...setup });
  }

  /** Shows the language of the bot and the languages to choose from. If there is only one, nothing is shown. */
  speak(languages: readonly Language[], language: Language): void {
    this.language.replaceChildren(...languages.map((value) => h("option", { value }, languageTitles[value])));
    this.language.value = language;
    this.languageGroup.hidden = languages.length < 2;
  }

  /** Shows what will be played. Fields that are left out keep their value or take the default. */
  take({ map, own, opponents, seed, secret, turns }: Partial<Setup>): void {
    const { kind } = this;
    if (!kind) return;
    if (map !== undefined && kind.maps.some(({ name }) => name === map)) this.map.value = map;
    if (own || opponents) this.own.value = own ?? ofPage;
    if (seed !== undefined || this.seed.value === "")
      this.seed.value = drawsText({ seed: seed ?? 1n, ...(secret !== undefined && { secret }) });
    if (turns !== undefined || this.turns.value === "") this.turns.value = String(turns || kind.turns || "");
    this.turns.placeholder = kind.turns > 0 ? "" : "all";
    if (opponents || this.opponents.childElementCount === 0) {
      this.opponents.replaceChildren();
      for (const { bot } of opponents ?? [{ bot: usualOpponentOf(kind) }]) this.add(bot);
    }
    this.fit();
  }

  /** Offers versions as opponents, the newest first. */
  offerVersions(versions: readonly Sparring[]): void {
    this.versions = versions;
    for (const select of this.selects) this.fill(select, select.value);
  }

  /** What will be played, or a text that says what is wrong. */
  get setup(): Setup | string {
    const draws = parseDraws(this.seed.value);
    const turns = Number(this.turns.value);
    if (draws === undefined)
      return (
        `The seed is ${JSON.stringify(this.seed.value)}, expected a whole number from 0 to 18446744073709551615` +
        ", and behind it, if the match has one, a secret of 32 hexadecimal digits."
      );
    const all = this.turns.value === "" && this.kind?.turns === 0;
    if (!all && (!Number.isInteger(turns) || turns < 1 || turns > mostTurns))
      return `The turns are ${JSON.stringify(this.turns.value)}, expected 1 to ${mostTurns}.`;
    const opponents = this.selects.map(({ value }): Opponent => {
      const known = this.versions.find(({ id }) => id === value);
      return known ? { bot: value, name: known.name } : { bot: value };
    });
    const game = this.kind?.game ?? usualGame;
    const setup: Setup = {
      ...(game !== usualGame && { game }),
      map: this.map.value,
      ...(this.own.value === byHand && { own: byHand }),
      opponents,
      ...draws,
      turns,
    };
    return handsOf(setup) > 1 ? "Only one seat can be played by hand: choose a bot for the other." : setup;
  }

  /** Shows or hides the fields on a narrow screen; on others they are always shown. */
  private unfold(open: boolean): void {
    this.summary.setAttribute("aria-expanded", String(open));
    this.element.dataset["open"] = String(open);
  }

  /** Hides the fields, to make room for the board. */
  private fold(): void {
    if (this.summary.getAttribute("aria-expanded") !== "true") return;
    const had = this.fields.contains(document.activeElement);
    this.unfold(false);
    if (had) this.summary.focus(); // if the summary is visible, the fields are hidden now
  }

  /** Shows what is being played; its button ends it. */
  busy(playing: "" | "match" | "series"): void {
    this.playing = playing;
    if (playing !== "") this.fold();
    this.go.replaceChildren(playing === "match" ? "Stop" : "Run", h("kbd", { "aria-hidden": "true" }, "Ctrl ⏎"));
    setAttribute(this.go, "aria-disabled", String(playing === "series")); // a disabled button loses the focus
    setAttribute(this.lots, "aria-disabled", String(playing === "match"));
    setText(this.lots, playing === "series" ? "Stop" : `${many} matches`);
  }

  private get selects(): HTMLSelectElement[] {
    return [...this.opponents.querySelectorAll("select")];
  }

  /** The greatest number of opponents on the map. */
  private get room(): number {
    const players = this.kind?.maps.find(({ name }) => name === this.map.value)?.players ?? (this.kind?.players || 2);
    return Math.max(1, players - 1);
  }

  private add(bot = usualOpponentOf(this.kind)): void {
    const select = h("select", { "aria-label": `Opponent ${this.selects.length + 1}` });
    this.fill(select, bot);
    const row = h("span", { class: "opponent" }, select);
    row.append(
      iconButton("close", "Remove this opponent", () => {
        row.remove();
        this.fit();
        this.selects[0]?.focus();
        this.host.changed();
      }),
    );
    this.opponents.append(row);
    this.fit();
    this.host.changed();
  }

  private fill(select: HTMLSelectElement, value: string): void {
    const bots = (this.kind?.bots ?? []).map((name) => h("option", { value: `${builtin}${name}` }, name));
    const own = this.versions.map(({ id, name }) => h("option", { value: id }, name));
    select.replaceChildren(
      ...bots,
      h("option", { value: byHand }, hand),
      ...(own.length > 0 ? [group("Versions of your bot", own)] : []),
    );
    select.value = value;
    if (select.selectedIndex < 0) select.value = usualOpponentOf(this.kind);
  }

  /** Keeps the number of opponents between one and what the map has room for. */
  private fit(): void {
    const rows = [...this.opponents.children];
    for (const row of rows.slice(this.room)) row.remove();
    const left = this.opponents.children;
    setAttribute(this.more, "aria-disabled", String(left.length >= this.room));
    for (const row of left) row.querySelector("button")?.toggleAttribute("hidden", left.length < 2);
    const names = this.selects.map(({ selectedOptions }) => selectedOptions[0]?.text ?? "");
    setText(
      this.summary,
      [names.join(", "), this.map.value, `seed ${this.seed.value}`].filter((text) => text !== "").join(" · "),
    );
  }
}

function group(label: string, options: readonly HTMLOptionElement[]): HTMLOptGroupElement {
  return h("optgroup", { label }, ...options);
}
