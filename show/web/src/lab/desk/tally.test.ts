import assert from "node:assert/strict";
import { test } from "node:test";
import type { Result } from "./result";
import { shareInterval, Tally } from "./tally";

/** A match of two, with these scores; the first seat plays the given player. */
function match(mine: number, other: number, player = 0, reason = "finished", late = 0): Result {
  const seat = (name: string, id: number, score: number, why: string) => ({
    player: id,
    name,
    score,
    won: false,
    reason: why,
    late: id === player ? late : 0,
    refused: 0,
  });
  const winner = mine === other ? -1 : mine > other ? player : 1 - player;
  const scores = player === 0 ? [mine, other] : [other, mine];
  return {
    winner,
    turns: 100,
    scores,
    seats: [seat("mybot", player, mine, reason), seat("hunter", 1 - player, other, "finished")],
  };
}

test("the sums of a series go by seat, whichever player it was", () => {
  const tally = new Tally(
    [
      { name: "mybot", bot: "./mybot" },
      { name: "hunter", bot: "builtin:hunter" },
    ],
    4,
  );
  for (const result of [match(1, 0), match(2, 5, 1), match(3, 3, 0, "crashed", 2)]) tally.add(result);
  const { entrants, played, planned, complete } = tally.series;
  const [first, second] = entrants;
  assert.deepEqual([played, planned, complete], [3, 4, false]);
  assert.deepEqual([first?.name, first?.wins, first?.draws, first?.losses, first?.rank], ["hunter", 1, 1, 1, 1]);
  assert.deepEqual(
    [second?.name, second?.wins, second?.mean, second?.last, second?.crashes, second?.late, second?.rank],
    ["mybot", 1, 2, ["win", "loss", "draw"], 1, 2, 2],
  );
  assert.ok(Math.abs((second?.low ?? 0) - -0.484138) < 1e-5 && Math.abs((second?.high ?? 0) - 4.484138) < 1e-5); // as in game/match/score_test.go
});

test("many matches: an interval beyond the list, and the last five results", () => {
  const tally = new Tally(
    [
      { name: "a", bot: "" },
      { name: "b", bot: "" },
    ],
    31,
  );
  for (let i = 0; i < 31; i++) tally.add(match(i % 2 === 0 ? 0 : 10, 5));
  const a = tally.series.entrants.find(({ name }) => name === "mybot");
  assert.ok(Math.abs((a?.low ?? 0) - 2.975349) < 5e-4 && Math.abs((a?.high ?? 0) - 6.70207) < 5e-4);
  assert.equal(a?.last.length, 5);
  assert.equal(tally.series.complete, true);
});

test("equal bots share a rank; without a match nobody has a score", () => {
  const tally = new Tally(
    [
      { name: "a", bot: "" },
      { name: "b", bot: "" },
    ],
    2,
  );
  assert.deepEqual(
    tally.series.entrants.map(({ rank, mean, low }) => [rank, mean, low]),
    [
      [1, 0, undefined],
      [1, 0, undefined],
    ],
  );
  tally.add(match(3, 3));
  assert.deepEqual(
    tally.series.entrants.map(({ rank }) => rank),
    [1, 1],
  );
});

test("the interval of a share is Wilson's", () => {
  assert.deepEqual(shareInterval(0, 0), [0, 1]);
  const [low, high] = shareInterval(150, 200);
  assert.ok(Math.abs(low - 0.6857) < 5e-4 && Math.abs(high - 0.805) < 5e-4, `${low} ${high}`);
});
