// Which turn of a match is shown, and how it moves on: the one place where turns that arrive, a reader who moves the
// slider and a page that was asleep meet.
import { clockAt, due, turnTime, type Clock } from "./clock";
import type { Source } from "../source/source";

/** The turns of a match, as far as they are known. */
export type Turns = Pick<Source, "newest" | "live" | "frame" | "want">;

export interface Playback {
  turn: number;
  /** Turns pass by themselves. */
  playing: boolean;
  /** The newest turn of a live match is shown, whichever it is. */
  following: boolean;
  /** How many times faster turns pass because nothing happens in them. */
  factor: number;
  clock: Clock;
}

export function newPlayback(): Playback {
  return { turn: 0, playing: false, following: false, factor: 1, clock: clockAt(0) };
}

/** How many times faster turns pass at present. */
export function factorOf({ playing, factor }: Playback): number {
  return playing ? factor : 1;
}

/** The duration of a turn in milliseconds, at a speed that the reader has chosen. */
export function turnTimeOf({ factor }: Playback, speed: number): number {
  return turnTime(speed * factor);
}

export function startPlaying(playback: Playback, turns: Turns, now: number): void {
  if (playback.turn >= turns.newest) {
    if (turns.live) return follow(playback, turns);
    playback.turn = 0;
  }
  Object.assign(playback, { playing: true, following: false, clock: clockAt(now) });
}

export function stopPlaying(playback: Playback): void {
  playback.playing = playback.following = false;
}

export function togglePlaying(playback: Playback, turns: Turns, now: number): void {
  if (playback.playing || playback.following) stopPlaying(playback);
  else startPlaying(playback, turns, now);
}

export function follow(playback: Playback, turns: Turns): void {
  Object.assign(playback, { turn: turns.newest, playing: false, following: true });
}

/** Goes to a turn; keeps playing if it was playing. */
export function goTo(playback: Playback, turns: Turns, turn: number): void {
  playback.turn = Math.max(0, Math.min(turns.newest, Math.round(turn)));
  playback.following = false;
}

export function stepBy(playback: Playback, turns: Turns, by: number): void {
  playback.playing = false;
  goTo(playback, turns, playback.turn + by);
}

/**
 * Advances to the time now, at a speed; pace tells how many times faster the turns after a turn may pass. Waits for
 * turns that are not loaded yet; at the end it stops, or follows a live match. Returns whether anything has changed.
 */
export function advance(
  playback: Playback,
  turns: Turns,
  now: number,
  speed: number,
  pace: (turn: number) => number = () => 1,
): boolean {
  const { turn, playing, following } = playback;
  if (following) {
    playback.turn = turns.newest;
    playback.following = turns.live;
  }
  if (playing) pass(playback, turns, now, speed, pace(turn));
  return playback.turn !== turn || playback.playing !== playing || playback.following !== following;
}

/** Passes the turns that are due. */
function pass(playback: Playback, turns: Turns, now: number, speed: number, factor: number): void {
  playback.factor = factor;
  for (let count = due(playback.clock, now, speed * factor); count > 0 && playback.turn < turns.newest; count--) {
    if (!turns.frame(playback.turn + 1)) {
      turns.want(playback.turn + 1);
      break;
    }
    playback.turn++;
  }
  if (playback.turn < turns.newest) turns.want(Math.min(turns.newest, playback.turn + 32));
  else if (turns.live) follow(playback, turns);
  else playback.playing = false;
}
