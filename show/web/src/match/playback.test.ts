import assert from "node:assert/strict";
import { test } from "node:test";
import type { Frame } from "../model";
import { turnTime } from "./clock";
import { Playback } from "./playback";

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
  const playback = new Playback(source);
  playback.play(0);
  playback.tick(turnTime(1) + 1);
  assert.equal(playback.turn, 1);
  for (let i = 2; i < 20; i++) playback.tick(i * (turnTime(1) + 1));
  assert.equal(playback.turn, 10);
  assert.equal(playback.playing, false);
  playback.play(0);
  assert.equal(playback.turn, 0, "from the start again");
});

test("waits for a turn that is not at hand", () => {
  const source = new FakeSource();
  const playback = new Playback(source);
  source.missing.add(1);
  playback.play(0);
  playback.tick(turnTime(1) + 1);
  assert.equal(playback.turn, 0);
  assert.ok(source.wanted.includes(1));
  assert.equal(playback.playing, true);
});

test("follows a live match and leaves it on request", () => {
  const source = new FakeSource();
  const playback = new Playback(source);
  source.live = true;
  playback.follow();
  assert.equal(playback.turn, 10);
  source.newest = 12;
  playback.tick(0);
  assert.equal(playback.turn, 12);
  playback.step(-1);
  assert.equal(playback.turn, 11);
  source.newest = 20;
  playback.tick(0);
  assert.equal(playback.turn, 11);
  playback.jump(99);
  assert.equal(playback.turn, 20);
  playback.play(0);
  assert.equal(playback.following, true, "there is nothing to play but what comes");
  source.live = false;
  source.newest = 21;
  playback.tick(1);
  assert.equal(playback.turn, 21);
  assert.equal(playback.following, false);
});

test("playing up to the newest turn of a live match ends in following it", () => {
  const source = new FakeSource();
  const playback = new Playback(source);
  source.live = true;
  playback.jump(9);
  playback.play(0);
  playback.tick(turnTime(1) + 1);
  assert.equal(playback.turn, 10);
  assert.equal(playback.following, true);
});

test("turns pass faster while the pace says so", () => {
  const source = new FakeSource();
  const playback = new Playback(source, (turn) => (turn < 4 ? 4 : 1));
  playback.play(0);
  playback.tick(turnTime(4) + 1);
  assert.equal(playback.turn, 1);
  assert.equal(playback.factor, 4);
  assert.equal(playback.turnTime, turnTime(4));
  for (let i = 2; i <= 4; i++) playback.tick(i * (turnTime(4) + 1));
  assert.equal(playback.turn, 4);
  playback.tick(5 * (turnTime(4) + 1));
  assert.equal(playback.turn, 4);
  assert.equal(playback.factor, 1);
  playback.pause();
  assert.equal(playback.factor, 1);
});
