import assert from "node:assert/strict";
import { test } from "node:test";
import type { Result, SeatResult } from "./result";
import { reasonText, resultText, standText, troubleText } from "./words";

const seat = (player: number, name: string, score: number, more: Partial<SeatResult> = {}): SeatResult => ({
  player,
  name,
  score,
  won: false,
  reason: "finished",
  late: 0,
  refused: 0,
  ...more,
});
const match = (winner: number, ...seats: SeatResult[]): Result => ({
  winner,
  turns: 100,
  scores: seats.map(({ score }) => score),
  seats,
});

test("who won, and why", () => {
  assert.equal(
    resultText(match(1, seat(1, "mybot", 61), seat(0, "random", 32))),
    "Your bot wins (mybot 61, random 32).",
  );
  assert.equal(
    resultText(match(0, seat(1, "mybot", 9), seat(0, "hunter", 1200))),
    "Your bot loses: hunter wins (hunter 1,200, mybot 9).",
  );
  assert.equal(
    resultText(match(-1, seat(0, "mybot", 5), seat(1, "idle", 5))),
    "Nobody wins: no bot has the highest score alone (mybot 5, idle 5).",
  );
  assert.equal(
    resultText(match(1, seat(0, "mybot", 9, { reason: "crashed" }), seat(1, "idle", 3))),
    "Your bot loses: idle wins, as a bot that failed ranks behind all others (mybot 9, idle 3).",
  );
});

test("what was wrong with the bot", () => {
  assert.equal(troubleText(match(0, seat(0, "mybot", 1))), "");
  assert.equal(
    troubleText(match(0, seat(0, "mybot", 1, { late: 3, refused: 1 }))),
    "Your bot was late in 3 turns. 1 action of your bot was refused.",
  );
  assert.equal(
    troubleText(
      match(
        1,
        seat(0, "mybot", 1, { reason: "crashed", note: "ReferenceError: x is not defined", left_turn: 4 }),
        seat(1, "idle", 2, { late: 9 }),
      ),
    ),
    "Your bot left in turn 4: ReferenceError: x is not defined.",
  );
  assert.equal(
    troubleText(
      match(
        1,
        seat(0, "mybot", 1, { reason: "disconnected", note: "no answer from turn 12 on", left_turn: 14, late: 3 }),
        seat(1, "idle", 2),
      ),
    ),
    "Your bot left in turn 14: no answer from turn 12 on. Look for an endless loop there.",
  );
  assert.equal(
    troubleText(
      match(
        1,
        seat(0, "mybot", 1, { reason: "disconnected", note: "no answer from turn 12 on", left_turn: 14, late: 3 }),
        seat(1, "idle", 2),
      ),
      "the browser has ended it",
    ),
    "Your bot left in turn 14: the browser has ended it.",
  );
  assert.equal(
    troubleText(match(1, seat(0, "mybot", 1, { reason: "crashed", note: "x".repeat(1000), left_turn: 4 }))),
    `Your bot left in turn 4: ${"x".repeat(160)}…`,
  );
});

test("how the bot stands", () => {
  const row = {
    entrant: 1,
    name: "mybot",
    bot: "",
    matches: 200,
    wins: 150,
    draws: 8,
    losses: 42,
    mean: 1,
    last: [],
    crashes: 2,
    late: 1,
    refused: 0,
    rank: 1,
  };
  assert.equal(
    standText(row),
    "Your bot won 150, drew 8 and lost 42 of 200 matches: 75 % won (95 % interval: 69 % to 80 %). It failed in 2 matches and was late in 1 turn.",
  );
  assert.match(
    standText({ ...row, refused: 13 }),
    / It failed in 2 matches, was late in 1 turn and had 13 actions refused\.$/,
  );
  assert.match(standText({ ...row, crashes: 0, late: 0, refused: 1 }), /\)\. It had 1 action refused\.$/);
  assert.equal(standText({ ...row, matches: 0 }), "No match is over yet.");
});

test("every lost match of a series has a reason", () => {
  const lost = (more: Partial<SeatResult> = {}) => match(1, seat(0, "mybot", 20, more), seat(1, "hunter", 1020));
  const lesson = { turn: 7, player: 0, kind: "idle", cost: 18, text: "A0 stood still" };
  assert.equal(reasonText(lost(), undefined), "1,000 points behind hunter");
  assert.equal(reasonText(lost(), null), "1,000 points behind hunter · no turn stands out");
  assert.equal(reasonText(lost({ refused: 2 }), lesson), "turn 7: A0 stood still (−18) · 2 refused actions");
  assert.equal(
    reasonText(lost({ late: 1, refused: 1 }), null),
    "1,000 points behind hunter · 1 late turn · 1 refused action · no turn stands out",
  );
  assert.equal(
    reasonText(match(1, seat(0, "mybot", 20, { reason: "crashed", left_turn: 4 }), seat(1, "idle", 3)), undefined),
    "it left in turn 4",
  );
  assert.equal(reasonText(match(0, seat(0, "mybot", 20), seat(1, "idle", 3)), undefined), "");
});
