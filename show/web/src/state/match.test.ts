import assert from "node:assert/strict";
import { test } from "node:test";
import type { Frame } from "../model";
import { addressTurn, drawFrame, hasEnded, hasTurned, isOver, newMatch } from "./match";
import { advance, follow, goTo, startPlaying } from "./playback";

const turns = (newest: number, live = false) => ({
  newest,
  live,
  frame: (turn: number): Frame | undefined => ({ turn }),
  want: () => {},
});

test("the end of a live match is told once", () => {
  const match = newMatch(true);
  assert.deepEqual(
    [true, false, false].map((live) => hasEnded(match, turns(9, live))),
    [false, true, false],
  );
  assert.equal(hasEnded(newMatch(false), turns(9)), false, "a replay does not end under the reader's eyes");
});

test("a match has come to rest when its last turn is drawn and stays, not while its moments are shown", () => {
  const match = newMatch(false);
  const replay = turns(9);
  goTo(match.playback, replay, 9);
  assert.equal(hasTurned(match, replay), false, "its last turn is wanted, but not drawn yet");
  drawFrame(match, { turn: 9 }, 0, 1, false);
  assert.ok(isOver(match, replay) && hasTurned(match, replay) && match.rested);
  assert.equal(hasTurned(match, replay), false, "it is told once");
  match.story.told = true; // the moments go back to turn 3, and then to the end
  goTo(match.playback, replay, 3);
  drawFrame(match, { turn: 3 }, 0, 1, false);
  assert.equal(hasTurned(match, replay), false);
  match.story.told = false; // the reader leaves them at turn 3
  assert.ok(hasTurned(match, replay) && !match.rested);
  assert.equal(isOver(newMatch(true), turns(0, true)), false);
});

test("the change to the next turn is animated for as long as the turn lasts, all others are shown at once", () => {
  const match = newMatch(true);
  const course = turns(99, true);
  const draw = (turn: number, now: number, still = false): number => drawFrame(match, { turn }, now, 1, still);
  assert.equal(draw(4, 0), 0, "the first one");
  startPlaying(match.playback, course, 0);
  assert.equal(draw(5, 500), 450);
  assert.equal(draw(6, 1000, true), 0, "the reader wants no motion");
  assert.equal(draw(8, 1500), 0, "a turn was left out");
  follow(match.playback, course);
  assert.equal(draw(9, 1700), 200, "as long as the turn before was shown");
  assert.equal(draw(10, 1720), 0, "too short to be seen");
  assert.equal(draw(11, 9000), 500);
  goTo(match.playback, course, 11);
  match.stepped = true;
  assert.equal(draw(12, 9100), 350);
  assert.equal(draw(13, 9200), 0, "the step was animated, and no other was asked for");
  match.story.slow = 900;
  assert.equal(draw(14, 9300), 900, "in the instant replay");
});

test("the address names no turn while the newest one is followed", () => {
  const match = newMatch(true);
  follow(match.playback, turns(7, true));
  assert.equal(addressTurn(match), undefined);
  advance(match.playback, turns(8), 0, 1); // the match has ended
  assert.equal(addressTurn(match), 8);
});
