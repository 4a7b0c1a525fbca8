import assert from "node:assert/strict";
import test from "node:test";
import { failures, stateText } from "./entries";
import { queryPath, type Listed } from "./listing";

const match: Listed = {
  id: "m",
  title: "duel",
  game: "hexabomb",
  live: false,
  turn: 9,
  turns: 9,
  started: "",
  players: ["ann", "bob"],
  entrants: [2, 1],
  winner: 0,
};

test("a query asks for what is wanted only", () => {
  assert.equal(queryPath({}, 0, 100), "api/matches?from=0&limit=100");
  assert.equal(
    queryPath({ q: "ann & bob", map: "tiny", game: "" }, 200, 50),
    "api/matches?q=ann+%26+bob&map=tiny&from=200&limit=50",
  );
});

test("how a match stands, and who failed", () => {
  assert.equal(stateText(match, false), "B ann won");
  assert.equal(stateText(match, true), "result hidden");
  assert.equal(stateText({ ...match, winner: -1 }, false), "no winner");
  assert.equal(stateText({ ...match, winner: -1, why: "interrupted" }, false), "broken off");
  assert.equal(stateText({ ...match, live: true, turn: 1234 }, true), "live · turn 1,234");
  assert.equal(failures(match), "");
  assert.equal(failures({ ...match, reasons: ["finished", "crashed"], late: [2, 1] }), "bob crashed, 3 late");
});
