import assert from "node:assert/strict";
import { test } from "node:test";
import { clockAt, due, nextSpeed, speeds, turnTime, usualTurn } from "./clock";

test("turns become due in time with the speed", () => {
  for (const speed of speeds) {
    const clock = clockAt(1000);
    let turns = 0;
    for (let ms = 10; ms <= 10_000; ms += 10) turns += due(clock, 1000 + ms, speed);
    assert.ok(Math.abs(turns - (10_000 / usualTurn) * speed) <= 1, `speed ${speed}: ${turns} turns`);
  }
});

test("a page that slept goes on where it was", () => {
  assert.equal(due(clockAt(0), 3_600_000, 16), Math.floor(250 / turnTime(16)));
  assert.equal(due(clockAt(0), 3_600_000, 0.25), 1);
});

test("time that goes back brings nothing", () => {
  const clock = clockAt(1000);
  assert.equal(due(clock, 500, 1), 0);
  assert.equal(due(clock, 500 + usualTurn, 1), 1);
});

test("speeds go up and down one by one", () => {
  assert.equal(nextSpeed(1, true), 1.5);
  assert.equal(nextSpeed(1, false), 0.75);
  assert.equal(nextSpeed(16, true), 16);
  assert.equal(nextSpeed(0.25, false), 0.25);
});
