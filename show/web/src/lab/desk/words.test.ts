import assert from "node:assert/strict";
import { test } from "node:test";
import type { Result, SeatResult } from "./result";
import { resultText, standText, troubleText } from "./words";

const seat = (player: number, name: string, score: number, more: Partial<SeatResult> = {}): SeatResult =>
  ({ player, name, score, won: false, reason: "finished", late: 0, refused: 0, ...more });
const match = (winner: number, ...seats: SeatResult[]): Result => ({ winner, turns: 100, scores: seats.map(({ score }) => score), seats });

test("who won, and why", () => {
  assert.equal(resultText(match(1, seat(1, "mybot", 61), seat(0, "random", 32))), "Your bot wins (mybot 61, random 32).");
  assert.equal(resultText(match(0, seat(1, "mybot", 9), seat(0, "hunter", 1200))), "Your bot loses: hunter wins (hunter 1,200, mybot 9).");
  assert.equal(resultText(match(-1, seat(0, "mybot", 5), seat(1, "idle", 5))), "Nobody wins: no bot has the highest score alone (mybot 5, idle 5).");
  assert.equal(resultText(match(1, seat(0, "mybot", 9, { reason: "crashed" }), seat(1, "idle", 3))),
    "Your bot loses: idle wins, as a bot that failed ranks behind all others (mybot 9, idle 3).");
});

test("what was wrong with the bot", () => {
  assert.equal(troubleText(match(0, seat(0, "mybot", 1))), "");
  assert.equal(troubleText(match(0, seat(0, "mybot", 1, { late: 3, refused: 1 }))), "Your bot was late in 3 turns. 1 action of your bot was refused.");
  assert.equal(troubleText(match(1, seat(0, "mybot", 1, { reason: "crashed", note: "ReferenceError: x is not defined", left_turn: 4 }), seat(1, "idle", 2, { late: 9 }))),
    "Your bot left in turn 4: ReferenceError: x is not defined.");
  assert.equal(troubleText(match(1, seat(0, "mybot", 1, { reason: "crashed", note: "x".repeat(1000), left_turn: 4 }))), `Your bot left in turn 4: ${"x".repeat(160)}…`);
});

test("how the bot stands", () => {
  const row = { entrant: 1, name: "mybot", bot: "", matches: 200, wins: 150, draws: 8, losses: 42, mean: 1, last: [], crashes: 2, late: 1, rank: 1 };
  assert.equal(standText(row), "Your bot won 150, drew 8 and lost 42 of 200 matches: 75 % won (95 % interval: 69 % to 80 %). It failed in 2 matches and was late in 1 turn.");
  assert.equal(standText({ ...row, matches: 0 }), "No match is over yet.");
});
