// Describes in words how a match went: who won, by how much, and the errors of one's own bot.
import { count, nameText, percent, plural } from "../../ui/format";
import { outcomeOf, type Result, type SeatResult } from "./result";
import type { Who } from "./branching";
import { shareInterval, type Standing } from "./tally";
import type { Lesson } from "../../model";

const own = 0; // the seat of one's own bot
const mostNote = 160; // characters of the reason why a bot left; the status line shows them all

const name = ({ name }: SeatResult): string => nameText(name, "");

/** Whether there is most likely no keyboard, so that texts do not mention keys. */
export const keyless = (): boolean => matchMedia("(pointer: coarse) and (hover: none)").matches;

/** How to start a match, for use after "then". */
export const howToRun = (): string => (keyless() ? "tap Run" : "Run: Ctrl+Enter");

/** Who won, and why: a sentence. who tells who plays the first seat. */
export function resultText(result: Result, who: Who = "bot"): string {
  const { seats, winner } = result;
  const mine = seats[own];
  const order = seats.toSorted((a, b) => b.score - a.score || a.player - b.player);
  const scores = order.map((seat) => `${name(seat)} ${count(seat.score)}`).join(", ");
  const best = seats.find(({ player }) => player === winner);
  if (!best || !mine) return `Nobody wins: no bot has the highest score alone (${scores}).`;
  const failed = seats.some(({ reason, score }) => reason !== "finished" && score >= best.score);
  const why = failed ? ", as a bot that failed ranks behind all others" : "";
  const won = outcomeOf(result, own) === "win";
  if (who === "") return `${name(best)} wins${why} (${scores}).`;
  if (won) return `${who === "you" ? "You win" : "Your bot wins"}${why} (${scores}).`;
  return `${who === "you" ? "You lose" : "Your bot loses"}: ${name(best)} wins${why} (${scores}).`;
}

/** The errors of one's own bot; "" if there were none. lost: why the page has lost its program; "": it has not. */
export function troubleText({ seats }: Result, lost = ""): string {
  const mine = seats[own];
  if (!mine) return "";
  const parts: string[] = [];
  const silent = mine.reason === "disconnected"; // it left because it did not answer for several turns
  if (mine.reason !== "finished" && mine.reason !== "interrupted") {
    const when = mine.left_turn ? ` in turn ${mine.left_turn}` : "";
    const why = (silent && lost) || mine.note || mine.reason;
    parts.push(`Your bot left${when}: ${why.length > mostNote ? `${why.slice(0, mostNote)}…` : `${why}.`}`);
  }
  if (silent && !lost) parts.push("Look for an endless loop there.");
  if (!silent && mine.late > 0) parts.push(`Your bot was late in ${plural(mine.late, "turn")}.`);
  if (mine.refused > 0)
    parts.push(`${plural(mine.refused, "action")} of your bot ${mine.refused === 1 ? "was" : "were"} refused.`);
  return parts.join(" ");
}

/**
 * Why a match of a series went as it did. lesson: what cost one's own bot most; null: nothing did; undefined: not
 * known.
 */
export function reasonText(result: Result, lesson: Lesson | null | undefined): string {
  const { seats, winner } = result;
  const mine = seats[own];
  const best = seats.find(({ player }) => player === winner);
  if (!mine) return "";
  const parts: string[] = [];
  if (lesson) parts.push(`turn ${lesson.turn}: ${lesson.text} (−${count(lesson.cost)})`);
  if (mine.reason !== "finished") parts.push(`it left in turn ${mine.left_turn ?? "?"}`);
  if (mine.late > 0) parts.push(plural(mine.late, "late turn"));
  if (mine.refused > 0) parts.push(plural(mine.refused, "refused action"));
  if (outcomeOf(result, own) === "loss" && !lesson) {
    if (best && best.score > mine.score)
      parts.unshift(`${plural(best.score - mine.score, "point")} behind ${name(best)}`);
    if (lesson === null) parts.push("no turn stands out");
  }
  return parts.join(" · ");
}

/** The results of one's own bot in a series: a sentence. */
export function standText({ matches, wins, draws, losses, crashes, late, refused }: Readonly<Standing>): string {
  if (matches === 0) return "No match is over yet.";
  const [low, high] = shareInterval(wins, matches);
  const trouble = [
    crashes > 0 && `failed in ${plural(crashes, "match", "matches")}`,
    late > 0 && `was late in ${plural(late, "turn")}`,
    refused > 0 && `had ${plural(refused, "action")} refused`,
  ].filter((text) => text !== false);
  return (
    `Your bot won ${count(wins)}, drew ${count(draws)} and lost ${count(losses)} of ${plural(matches, "match", "matches")}: ` +
    `${percent(wins / matches)} won (95 % interval: ${percent(low)} to ${percent(high)}).${trouble.length > 0 ? ` It ${listed(trouble)}.` : ""}`
  );
}

/** Joins texts: "a", "a and b", "a, b and c". */
const listed = (parts: readonly string[]): string =>
  [parts.slice(0, -1).join(", "), ...parts.slice(-1)].filter((text) => text !== "").join(" and ");
