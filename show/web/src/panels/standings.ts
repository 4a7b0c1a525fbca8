// The standings: a row for each player, ordered by rank.
import { type Column, legendOf, say } from "../legend";
import { markOf, type EndPlayer, type PlayerRow, type Header } from "../model";
import { h, setChildren, setText } from "../ui/dom";
import { count, duration, percent } from "../ui/format";
import { ranking, ranks } from "../match/history";
import { badge, cutName, isSpecial, playerName, type Panel, type Scene } from "../match/scene";

/** A short text about how a player did in the match. */
export function fate({ reason, late, refused, host = 0, silent = 0, crashed = 0 }: EndPlayer): string {
  const parts = [
    reason !== "finished" && reason,
    late > 0 && `${count(late)} late` + (host > 0 ? ` (${count(host)} host)` : ""),
    silent > 0 && `${count(silent)} silent`,
    crashed > 0 && `${count(crashed)} ${reason === "crashed" ? "turns" : "crashed"}`,
    refused > 0 && `${count(refused)} refused`,
  ];
  return parts.filter((part) => typeof part === "string").join(", ");
}

/** The first occurrence of each trouble of a player with its cause, one per line. */
export function firsts({ note, first = {} }: EndPlayer): string {
  const lines = Object.entries(first).map(
    ([word, at]) => `first ${word} in turn ${at.turn}${at.why === "" ? "" : `: ${at.why}`}`,
  );
  return [note, ...lines].filter((line) => line !== "").join("\n");
}

interface Row {
  element: HTMLTableRowElement;
  rank: HTMLElement;
  badge: HTMLElement;
  note: HTMLElement;
  cells: HTMLElement[];
  time: HTMLElement;
  timeBar: HTMLElement;
}

export class Standings implements Panel {
  readonly element = h("section", { class: "panel standings", "aria-label": "Standings" });
  private readonly body = h("tbody");
  private readonly columns: readonly Column[];
  private readonly rows: Row[];
  private readonly heads: HTMLElement[];
  private dark: boolean | undefined;

  constructor(
    private readonly header: Header,
    pick: (player: number) => void,
  ) {
    this.columns = legendOf(header).columns ?? [];
    const head = h(
      "tr",
      {},
      h("th", { scope: "col", class: "rank" }, h("span", { class: "aside" }, "Rank")),
      h("th", { scope: "col" }, "Player"),
    );
    this.heads = this.columns.map((column) =>
      h("th", { scope: "col", class: "number", title: column.hint }, column.title),
    );
    head.append(...this.heads);
    head.append(h("th", { scope: "col", class: "number", title: "what the last answer took" }, "Time"));
    const limits = [
      header.limit > 0 && `${header.limit < 10_000 ? `${header.limit} ms` : `${header.limit / 1000} s`} a turn`,
      header.bounty > 0 && `bounty ${count(header.bounty)} points a kill`,
      header.suddenDeath && "sudden death",
    ].filter((text) => text !== false);
    this.element.append(h("table", {}, h("caption", { class: "aside" }, "Standings"), h("thead", {}, head), this.body));
    if (limits.length > 0) this.element.append(h("p", { class: "rules" }, limits.join(" · ")));
    this.element.classList.toggle("many", header.players.length > 6);
    this.rows = header.players.map((_, player) => this.makeRow(player, pick));
  }

  private makeRow(player: number, pick: (player: number) => void): Row {
    const { header } = this;
    const bot = header.players[player]?.bot ?? "";
    const name = h(
      "button",
      { type: "button", class: "name", dir: "auto", title: `${playerName(header, player)}: let this player stand out` },
      ...cutName(playerName(header, player)),
    );
    name.addEventListener("click", () => pick(player));
    const note = h("span", { class: "note" });
    const under = h(
      "span",
      { class: "under" },
      h("span", { class: "bot", title: bot }, isSpecial(header, player) ? `${bot} (special)`.trim() : bot),
      note,
    );
    const row: Row = {
      element: h("tr"),
      rank: h("td", { class: "rank" }),
      badge: h("span", { class: "badge" }, markOf(header, player)),
      note,
      cells: this.columns.map(() => h("td", { class: "number" })),
      time: h("span"),
      timeBar: h("i"),
    };
    const who = h("div", { class: "player" }, row.badge, h("div", { class: "who" }, name, under));
    const time = h(
      "td",
      { class: "number time" },
      row.time,
      header.limit > 0 && h("span", { class: "limit", "aria-hidden": "true" }, row.timeBar),
    );
    row.element.append(row.rank, h("th", { scope: "row" }, who), ...row.cells, time);
    return row;
  }

  render({ frame, me, dark, header, end }: Scene): void {
    const players = frame?.players ?? [];
    if (dark !== this.dark) {
      this.dark = dark;
      for (const [player, row] of this.rows.entries()) {
        const fresh = badge(header, player, dark);
        row.badge.replaceWith(fresh);
        row.badge = fresh;
      }
    }
    for (const [i, column] of this.columns.entries()) {
      const empty = players.length > 0 && players.every((row) => say(column.text, row) === "");
      for (const cell of [this.heads[i], ...this.rows.map((row) => row.cells[i])]) if (cell) cell.hidden = empty;
    }
    const order = ranking(players, (player) => isSpecial(header, player));
    const shown = ranks(players, order);
    for (const [place, player] of order.entries()) {
      const row = this.rows[player];
      const values = players[player];
      if (!row || !values) continue;
      const winner = end?.winner === player && frame?.turn === end.turns;
      setText(row.rank, isSpecial(header, player) ? "–" : winner ? "★" : String(shown[place]));
      for (const [i, column] of this.columns.entries()) {
        const cell = row.cells[i];
        if (cell) setText(cell, say(column.text, values));
      }
      this.renderTime(row, values);
      const over = frame?.turn === end?.turns ? end?.players[player] : undefined;
      setText(row.note, values.note ?? (over ? fate(over) : values.connected ? "" : "gone"));
      row.note.title = over ? firsts(over) : "";
      row.element.classList.toggle("me", player === me);
      row.element.classList.toggle("out", !values.connected || (values.living === 0 && header.shape !== "tree"));
      row.element.classList.toggle("winner", winner);
    }
    setChildren(
      this.body,
      order.flatMap((player) => this.rows[player]?.element ?? []),
    );
  }

  private renderTime(row: Row, values: PlayerRow): void {
    setText(row.time, duration(values.micros));
    const limit = this.header.limit * 1000;
    if (limit <= 0) return;
    const used = Math.max(0, values.micros) / limit;
    row.timeBar.style.width = `${Math.min(100, used * 100).toFixed(1)}%`;
    row.timeBar.classList.toggle("near", used > 0.8);
    row.timeBar.parentElement?.setAttribute(
      "title",
      values.micros < 0 ? "time not known" : `${percent(used)} of the limit`,
    );
  }
}
