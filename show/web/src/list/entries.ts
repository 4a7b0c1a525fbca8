// The row of a match in the list.
import { lookBadge } from "../match/scene";
import { h } from "../ui/dom";
import { count, isolated, nameText, when } from "../ui/format";
import { mark } from "../model";
import type { Listed } from "./listing";

/** The look of a row. */
export interface RowLook {
  dark: boolean;
  current: boolean;
  /** Hides how the match ended. */
  hidden: boolean;
}

export function lookOfListed({ entrants }: Listed, player: number): number {
  return (entrants?.[player] || player + 1) - 1;
}

export function nameOf(match: Listed, player: number): string {
  return nameText(match.players[player] ?? "", mark(lookOfListed(match, player)));
}

/** The state or the result of a match, in a few words. */
export function stateText(match: Listed, hidden: boolean): string {
  if (match.live) return `live · turn ${count(Math.max(0, match.turn))}`;
  if (hidden) return "result hidden";
  return match.players[match.winner] === undefined
    ? match.why
      ? "broken off"
      : "no winner"
    : `${mark(lookOfListed(match, match.winner))} ${isolated(nameOf(match, match.winner))} won`;
}

/** Which players of a match failed, and how; "" if none did. */
export function failures(match: Listed): string {
  const failed = (match.reasons ?? []).map((reason, player) =>
    reason === "" || reason === "finished" ? "" : `${isolated(nameOf(match, player))} ${reason}`,
  );
  const late = (match.late ?? []).reduce((sum, turns) => sum + turns, 0);
  return [...failed, late > 0 && `${count(late)} late`]
    .filter((text) => typeof text === "string" && text !== "")
    .join(", ");
}

/** The players ordered by score if scores are shown, else by letter. */
function order(match: Listed, hidden: boolean): number[] {
  const players = match.players.map((_, player) => player);
  const { scores } = match;
  players.sort((a, b) => lookOfListed(match, a) - lookOfListed(match, b));
  return scores && !hidden ? players.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0)) : players;
}

export function makeRow(
  match: Listed,
  { dark, current, hidden }: RowLook,
): { row: HTMLElement; button: HTMLButtonElement } {
  const names = h("span", { class: "names" });
  for (const player of order(match, hidden)) {
    const score = hidden ? undefined : match.scores?.[player];
    names.append(
      h(
        "span",
        { class: "who" },
        lookBadge(lookOfListed(match, player), dark),
        h("span", { class: "name", dir: "auto" }, nameOf(match, player)),
        score !== undefined && h("strong", {}, count(score)),
      ),
      " ",
    );
  }
  const title = match.title || match.id;
  const facts = h("span", { class: "facts" });
  const words = ` ${title.replaceAll(",", " ")} `;
  const map = match.map && !words.includes(` ${match.map} `) && `map ${match.map}`;
  const seed = match.seed && !words.includes(` seed ${match.seed} `) && `seed ${match.seed}`;
  facts.append(
    [when(match.started), map, seed, match.file].filter((fact) => typeof fact === "string" && fact !== "").join(" · "),
  );
  const bad = hidden || match.live ? "" : failures(match);
  if (bad !== "") facts.append(" · ", h("em", {}, bad));
  const button = h(
    "button",
    { type: "button", "data-match": match.id, "aria-current": current && "true", disabled: match.gone === true },
    h("strong", {}, (match.number ?? 0) > 0 && h("span", { class: "number" }, `${count(match.number ?? 0)} `), title),
    h(
      "span",
      { class: match.live ? "live" : "state" },
      match.gone === true ? `${stateText(match, hidden)} · turns not kept` : stateText(match, hidden),
    ),
    names,
    facts,
  );
  return { row: h("li", { role: "listitem" }, button), button };
}
