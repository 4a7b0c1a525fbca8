// What is shown of a match: which turn, how it moves on, and what stands beside and over the board.
import { newCaptions, type Captions } from "./caption";
import { newPlayback, turnTimeOf, type Playback, type Turns } from "./playback";
import { newSeat, type SeatState } from "./seat";
import { eventKinds, type EventKind, type Frame } from "../model";

export interface MatchState {
  playback: Playback;
  /** The frame that is drawn, and since when in milliseconds; undefined: none yet. */
  drawn: Frame | undefined;
  drawnAt: number;
  /** The reader has asked for a single step, which is animated. */
  stepped: boolean;
  /** The match was live when it was last looked at. */
  live: boolean;
  /** The last turn of a match that is over has come to rest on the screen, and the page was told. */
  rested: boolean;
  story: Story;
  /** The standings cover the board as soon as the match is over. */
  final: boolean;
  captions: Captions;
  /** The panel beside the board that the reader has chosen; undefined: the first one. */
  tab: string | undefined;
  /** The kinds of events that are listed; "next event" stops only at these. */
  kinds: Set<EventKind>;
  /** The cells under the pointer, and that was clicked or is under the keyboard's cursor; -1: none. */
  pointed: number;
  picked: number;
  /** The parts of the state of an unknown game that the reader has opened. */
  openPaths: Set<string>;
  seat: SeatState;
}

/** The decisive moments of a match, while they are shown. */
export interface Story {
  /** From the first moment until the last turn is shown again. */
  told: boolean;
  /** A moment is on the screen. */
  moment: boolean;
  /** The duration of a turn in the instant replay, in milliseconds; 0: there is no replay. */
  slow: number;
}

export function newMatch(live: boolean, tab?: string): MatchState {
  return {
    playback: newPlayback(),
    drawn: undefined,
    drawnAt: 0,
    stepped: false,
    live,
    rested: false,
    story: { told: false, moment: false, slow: 0 },
    final: false,
    captions: newCaptions(),
    tab,
    kinds: new Set(eventKinds),
    pointed: -1,
    picked: -1,
    openPaths: new Set(["$"]),
    seat: newSeat(),
  };
}

/** Whether the last turn of a match that is over is drawn and stays. */
export function isOver({ playback, drawn }: MatchState, { live, newest }: Turns): boolean {
  return !live && !playback.playing && drawn?.turn === newest && playback.turn >= newest;
}

/** The turn for the address; undefined while the newest turn is followed. */
export function addressTurn({ playback }: MatchState): number | undefined {
  return playback.following ? undefined : playback.turn;
}

/** Whether a live match has ended since it was last looked at. */
export function hasEnded(match: MatchState, turns: Turns): boolean {
  const ended = match.live && !turns.live;
  if (ended) match.live = false;
  return ended;
}

/** Whether the match has come to rest at its end, or has left it, since the page was last told. */
export function hasTurned(match: MatchState, turns: Turns): boolean {
  const over = isOver(match, turns);
  if (match.story.told || over === match.rested) return false;
  match.rested = over;
  return true;
}

const stepTime = 350; // milliseconds of animation of a single step
const shortest = 40; // milliseconds; a shorter animation is not seen

/** Takes a frame that is drawn from now on. Returns for how many milliseconds the change to it is animated. */
export function drawFrame(match: MatchState, frame: Frame, now: number, speed: number, still: boolean): number {
  const { playback, drawn, drawnAt, stepped, story } = match;
  Object.assign(match, { drawn: frame, drawnAt: now, stepped: false });
  if (still || frame.turn !== (drawn?.turn ?? NaN) + 1) return 0;
  let duration = 0;
  if (story.slow > 0) duration = story.slow;
  else if (playback.playing) duration = turnTimeOf(playback, speed) * 0.9;
  else if (playback.following) duration = Math.min(500, now - drawnAt);
  else if (stepped) duration = stepTime;
  return duration < shortest ? 0 : duration;
}
