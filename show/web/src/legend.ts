// What the pictures of a game mean, as the game says (see viewer.Legend): the page knows no game.
import type { Column, Header, ItemSign, Key, Legend, PlayerRow } from "./model";
import { count, percent } from "./ui/format";

export type { Column, ItemSign, Key, Legend };

const bare: Legend = { columns: [{ title: "Score", hint: "as the game says", text: "{score}" }] };

/** The legend of a match; of a game without one, that of its score. */
export function legendOf({ legend }: Pick<Header, "legend">): Legend {
  return legend ?? bare;
}

/**
 * A pattern of a column for a player, as viewer.Legend.Say: {name} stands for a number, {name#word} for one with its
 * noun, {name^most} for one up to a limit, {name?yes|no} for a choice. A text about bombs that are not counted is "".
 */
export function say(pattern: string, row: PlayerRow): string {
  const uncounted = pattern.includes("{bombs") && row.bombs < 0;
  return uncounted
    ? ""
    : pattern.replace(/\{(\w+)([#^?][^}]*)?\}/g, (_, name: string, form = "") => one(name, form, row));
}

function one(name: string, form: string, row: PlayerRow): string {
  const value = row[name];
  const n = typeof value === "number" ? value : 0;
  const rest = form.slice(1);
  if (name === "share") return percent(n);
  switch (form[0]) {
    case "#":
      return `${count(n)} ${rest}${n === 1 ? "" : "s"}`;
    case "^": // one that has overflowed is negative
      return n > Number(rest) || n < 0 ? `${rest}+` : count(n);
    case "?":
      return rest.split("|")[n === 0 ? 1 : 0] ?? "";
  }
  return count(n);
}
