import assert from "node:assert/strict";
import { test } from "node:test";
import type { Frame } from "../model";
import { turnTime } from "./clock";
import {
  advance,
  factorOf,
  follow,
  goTo,
  newPlayback,
  startPlaying,
  stepBy,
  stopPlaying,
  turnTimeOf,
} from "./playback";

class FakeSource {
  newest = 10;
  live = false;
  missing = new Set<number>();
  wanted: number[] = [];

  frame(turn: number): Frame | undefined {
    return this.missing.has(turn) ? undefined : { turn };
  }

  want(turn: number): void {
    this.wanted.push(turn);
  }
}

test("plays a turn after the other and stops at the end", () => {
  const source = new FakeSource();
  const playback = newPlayback();
  startPlaying(playback, source, 0);
  advance(playback, source, turnTime(1) + 1, 1);
  assert.equal(playback.turn, 1);
  for (let i = 2; i < 20; i++) advance(playback, source, i * (turnTime(1) + 1), 1);
  assert.equal(playback.turn, 10);
  assert.equal(playback.playing, false);
  startPlaying(playback, source, 0);
  assert.equal(playback.turn, 0, "from the start again");
});

test("waits for a turn that is not at hand", () => {
  const source = new FakeSource();
  const playback = newPlayback();
  source.missing.add(1);
  startPlaying(playback, source, 0);
  advance(playback, source, turnTime(1) + 1, 1);
  assert.equal(playback.turn, 0);
  assert.ok(source.wanted.includes(1));
  assert.equal(playback.playing, true);
});

test("follows a live match and leaves it on request", () => {
  const source = new FakeSource();
  const playback = newPlayback();
  source.live = true;
  follow(playback, source);
  assert.equal(playback.turn, 10);
  source.newest = 12;
  advance(playback, source, 0, 1);
  assert.equal(playback.turn, 12);
  stepBy(playback, source, -1);
  assert.equal(playback.turn, 11);
  source.newest = 20;
  advance(playback, source, 0, 1);
  assert.equal(playback.turn, 11);
  goTo(playback, source, 99);
  assert.equal(playback.turn, 20);
  startPlaying(playback, source, 0);
  assert.equal(playback.following, true, "there is nothing to play but what comes");
  source.live = false;
  source.newest = 21;
  advance(playback, source, 1, 1);
  assert.equal(playback.turn, 21);
  assert.equal(playback.following, false);
});

test("playing up to the newest turn of a live match ends in following it", () => {
  const source = new FakeSource();
  const playback = newPlayback();
  source.live = true;
  goTo(playback, source, 9);
  startPlaying(playback, source, 0);
  advance(playback, source, turnTime(1) + 1, 1);
  assert.equal(playback.turn, 10);
  assert.equal(playback.following, true);
});

test("turns pass faster while the pace says so", () => {
  const source = new FakeSource();
  const playback = newPlayback();
  const pace = (turn: number): number => (turn < 4 ? 4 : 1);
  startPlaying(playback, source, 0);
  advance(playback, source, turnTime(4) + 1, 1, pace);
  assert.equal(playback.turn, 1);
  assert.equal(factorOf(playback), 4);
  assert.equal(turnTimeOf(playback, 1), turnTime(4));
  for (let i = 2; i <= 4; i++) advance(playback, source, i * (turnTime(4) + 1), 1, pace);
  assert.equal(playback.turn, 4);
  advance(playback, source, 5 * (turnTime(4) + 1), 1, pace);
  assert.equal(playback.turn, 4);
  assert.equal(factorOf(playback), 1);
  stopPlaying(playback);
  assert.equal(factorOf(playback), 1);
});

test("turns that arrive while the reader holds the slider do not move the turn, and leaving it does not follow again", () => {
  const source = new FakeSource();
  source.live = true;
  const playback = newPlayback();
  follow(playback, source);
  for (const turn of [7, 5, 3]) {
    goTo(playback, source, turn);
    source.newest++;
    assert.equal(advance(playback, source, source.newest * 1000, 1), false);
    assert.equal(playback.turn, turn);
  }
  source.live = false; // the match ends under the reader's hand
  source.newest++;
  assert.equal(advance(playback, source, 99_000, 1), false);
  assert.deepEqual([playback.turn, playback.playing, playback.following], [3, false, false]);
});

test("a hidden tab: what came meanwhile is followed at once, and what was played goes on where it was", () => {
  const source = new FakeSource();
  source.live = true;
  const playback = newPlayback();
  follow(playback, source);
  source.newest = 500; // no drawing for an hour
  advance(playback, source, 3_600_000, 1);
  assert.deepEqual([playback.turn, playback.following], [500, true]);
  goTo(playback, source, 100);
  startPlaying(playback, source, 3_600_000);
  source.newest = 900;
  advance(playback, source, 7_200_000, 1);
  assert.deepEqual([playback.turn, playback.playing], [101, true]);
});
