// What a large screen without a user shows next: matches one after the other, with their results in between. Whatever
// happens to it (a match ends, the list changes, an answer comes late, somebody leaves it) comes through project.
import { drop } from "./choice";
import { addressTurn, isOver } from "./match";
import { follow, goTo, startPlaying, stopPlaying, type Turns } from "./playback";
import type { Projecting, State } from "./state";
import type { Series } from "../list/series";

/** What the projector knows of matches. */
export interface Known {
  /** The turns of the match that is shown; undefined: none is. */
  turns: Turns | undefined;
  /** The ids of the matches in the list, the newest last, and of those that are live. */
  newest: string | undefined;
  live: readonly string[];
  series: Pick<Series, "live" | "planned"> | undefined;
  now: number;
}

export type Happening =
  | { what: "entered" | "left" | "opened" | "listed" }
  /** The last turn of the match has come to rest; over false: it was left again. */
  | { what: "rested"; over: boolean }
  /** What was to be done in a step has ended. */
  | { what: "done"; step: number }
  /** A match cannot be opened, or the list does not tell which one follows. */
  | { what: "failed"; step: number }
  /** The match that follows in the list. */
  | { what: "next"; step: number; id: string | undefined };

/** What is to be done now; the report on it names the present step. */
export type Act =
  | { act: "leave" }
  | { act: "moments" }
  | { act: "wait"; time: number }
  | { act: "open"; id: string; turn?: number }
  | { act: "find"; after: string | undefined };

const retryAfter = 2000; // milliseconds, if a match cannot be opened
const finalTime = 4000; // milliseconds that the result of a match is shown
const seriesTime = 6000; // milliseconds that the table of the series is shown

/** Changes the state by what happens to the projector. Returns what is to be done. */
export function project(state: State, happening: Happening, known: Known): Act[] {
  const { projecting } = state;
  switch (happening.what) {
    case "entered":
      return enter(state, known);
    case "left":
      return leave(state, known);
    case "opened":
      return projecting.on ? begin(state, known) : [];
    case "rested":
      if (!projecting.on || projecting.phase === "moments") return []; // the instant replay moves between turns
      if (!happening.over) return stop(state);
      return projecting.phase === "match" ? rest(projecting) : [];
    case "listed":
      if (known.live.length > 0) projecting.sawLive = true;
      return listed(state, known);
    default:
      if (!projecting.on || happening.step !== projecting.step) return [];
      return reported(state, happening, known);
  }
}

function enter(state: State, known: Known): Act[] {
  const { projecting, match, choice } = state;
  projecting.on = true;
  projecting.back = match && { id: choice.shown, turn: addressTurn(match), playing: match.playback.playing };
  return begin(state, known);
}

/** Returns to what was shown before. */
function leave(state: State, { turns, now }: Known): Act[] {
  const { projecting, match, choice } = state;
  const { back } = projecting;
  drop(choice, "projector");
  const acts = stop(state);
  Object.assign(projecting, { on: false, back: undefined });
  if (back?.turn === undefined) return acts; // it was live, and is over now or is still followed
  if (back.id !== undefined && back.id !== choice.shown)
    return [...acts, { act: "open", id: back.id, turn: back.turn }];
  if (!match || !turns) return acts;
  stopPlaying(match.playback);
  goTo(match.playback, turns, back.turn);
  if (back.playing) startPlaying(match.playback, turns, now);
  return acts;
}

/** A match was opened, or the projector was entered. */
function begin(state: State, { turns, now }: Known): Act[] {
  const { projecting, match } = state;
  if (!match || !turns) return [];
  const acts = stop(state);
  if (turns.live) {
    projecting.sawLive = true;
    follow(match.playback, turns);
  } else if (isOver(match, turns)) acts.push(...rest(projecting));
  else startPlaying(match.playback, turns, now);
  return acts;
}

function go(projecting: Projecting, phase: Projecting["phase"]): void {
  projecting.step++;
  projecting.phase = phase;
}

/** Nothing covers the match any more, and nothing comes after it. */
function stop({ projecting, match }: State): Act[] {
  go(projecting, "match");
  projecting.table = undefined;
  if (match) match.final = false;
  return [{ act: "leave" }];
}

function rest(projecting: Projecting): Act[] {
  go(projecting, "moments");
  return [{ act: "moments" }];
}

function listed(state: State, known: Known): Act[] {
  const { projecting, choice } = state;
  if (!projecting.on) return [];
  if (projecting.phase === "done") return next(state, known);
  const live = known.live.at(-1);
  return projecting.phase === "opening" && live !== undefined && live !== choice.id ? next(state, known) : [];
}

/** What follows what was done in a step. */
function reported(state: State, happening: Extract<Happening, { step: number }>, known: Known): Act[] {
  const { projecting, match, choice } = state;
  const { phase } = projecting;
  if (happening.what === "next") return happening.id === undefined ? [] : after(state, happening.id, known);
  if (happening.what === "failed") {
    if (phase !== "opening" && phase !== "done") return []; // a match stays on the screen
    go(projecting, "done");
    return [{ act: "wait", time: retryAfter }];
  }
  if (phase === "moments") {
    go(projecting, "final");
    if (match) match.final = true;
    return state.plays ? [] : [{ act: "wait", time: finalTime }];
  }
  if (phase === "final" && known.series) {
    go(projecting, "series");
    projecting.table = { over: isLast(projecting, choice.id, known) };
    return [{ act: "wait", time: seriesTime }];
  }
  return next(state, known);
}

/** Goes on to the newest live match, else to the next replay. If there is neither, the result stays. */
function next(state: State, known: Known): Act[] {
  const { projecting, choice, plays } = state;
  go(projecting, "done");
  if (plays) return []; // another page decides what comes next
  const live = known.live.findLast((id) => id !== choice.id);
  if (live !== undefined) return open(projecting, live);
  if (known.series) projecting.table = { over: isLast(projecting, choice.id, known) };
  return isPlayedHere(projecting, known) ? [] : [{ act: "find", after: choice.id }];
}

function open(projecting: Projecting, id: string, turn?: number): Act[] {
  go(projecting, "opening");
  return [{ act: "open", id, ...(turn !== undefined && { turn }) }];
}

/** The list has told which match follows. */
function after(state: State, id: string, known: Known): Act[] {
  const { projecting, choice, match } = state;
  if (id !== choice.id) return open(projecting, id, 0);
  if (match && known.turns) goTo(match.playback, known.turns, 0); // there is only this match
  return begin(state, known);
}

function isPlayedHere({ sawLive }: Projecting, { series }: Known): boolean {
  return sawLive || (series?.planned ?? 0) > 0;
}

/** Whether no match follows this one. */
function isLast(projecting: Projecting, id: string | undefined, known: Known): boolean {
  const { series, newest } = known;
  return isPlayedHere(projecting, known) ? series !== undefined && !series.live : newest === id;
}
