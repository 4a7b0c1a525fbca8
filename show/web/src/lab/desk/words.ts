// How a match went, in words: who won, by how much, and what was wrong with one's own bot.
import { count, nameText, percent, plural } from "../../ui/format";
import { outcomeOf, type Result, type SeatResult } from "./result";
import type { Who } from "./branching";
import { shareInterval } from "./tally";
import type { SeriesEntrant } from "../../list/series";

const own = 0; // the seat of one's own bot
const mostNote = 160; // characters of why a bot left; all of it stands below the code

const name = ({ name }: SeatResult): string => nameText(name, "");

/** Who won, and why: a sentence. who: whose the first seat is. */
export function resultText(result: Result, who: Who = "bot"): string {
  const { seats, winner } = result, mine = seats[own];
  const order = seats.toSorted((a, b) => b.score - a.score || a.player - b.player), scores = order.map((seat) => `${name(seat)} ${count(seat.score)}`).join(", ");
  const best = seats.find(({ player }) => player === winner);
  if (!best || !mine) return `Nobody wins: no bot has the highest score alone (${scores}).`;
  const failed = seats.some(({ reason, score }) => reason !== "finished" && score >= best.score);
  const why = failed ? ", as a bot that failed ranks behind all others" : "";
  const won = outcomeOf(result, own) === "win";
  if (who === "") return `${name(best)} wins${why} (${scores}).`;
  if (won) return `${who === "you" ? "You win" : "Your bot wins"}${why} (${scores}).`;
  return `${who === "you" ? "You lose" : "Your bot loses"}: ${name(best)} wins${why} (${scores}).`;
}

/** What was wrong with one's own bot; "" where nothing was. */
export function troubleText({ seats }: Result): string {
  const mine = seats[own];
  if (!mine) return "";
  const parts: string[] = [];
  if (mine.reason !== "finished" && mine.reason !== "interrupted") {
    const when = mine.left_turn ? ` in turn ${mine.left_turn}` : "";
    const why = mine.note || mine.reason;
    parts.push(`Your bot left${when}: ${why.length > mostNote ? `${why.slice(0, mostNote)}…` : `${why}.`}`);
  }
  if (mine.late > 0) parts.push(`Your bot was late in ${plural(mine.late, "turn")}.`);
  if (mine.refused > 0) parts.push(`${plural(mine.refused, "action")} of your bot ${mine.refused === 1 ? "was" : "were"} refused.`);
  return parts.join(" ");
}

/** How one's own bot stands in a series: a sentence. */
export function standText({ matches, wins, draws, losses, crashes, late }: Readonly<SeriesEntrant>): string {
  if (matches === 0) return "No match is over yet.";
  const [low, high] = shareInterval(wins, matches);
  const trouble = [crashes > 0 && `failed in ${plural(crashes, "match", "matches")}`, late > 0 && `was late in ${plural(late, "turn")}`].filter((text) => text !== false);
  return `Your bot won ${count(wins)}, drew ${count(draws)} and lost ${count(losses)} of ${plural(matches, "match", "matches")}: ` +
    `${percent(wins / matches)} won (95 % interval: ${percent(low)} to ${percent(high)}).${trouble.length > 0 ? ` It ${trouble.join(" and ")}.` : ""}`;
}
