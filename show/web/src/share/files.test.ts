import assert from "node:assert/strict";
import { test } from "node:test";
import { namePart } from "./copy";
import { problemOf } from "./gif";

test("a name has only what all systems take", () => {
  assert.equal(namePart("hexabomb: a/b <c> ä, seed 7"), "hexabomb-a-b-c-ä-seed-7");
  assert.equal(namePart("../.."), "");
});

test("a range of turns fits or is refused with the number that fits", () => {
  assert.equal(problemOf({ from: 3, to: 12 }, 60, 10), "");
  assert.equal(problemOf({ from: 3, to: 13 }, 60, 10), "11 turns: at most 10 fit.");
  assert.match(problemOf({ from: 13, to: 12 }, 60, 10), /after/);
  for (const range of [
    { from: -1, to: 2 },
    { from: 1, to: 61 },
    { from: NaN, to: 2 },
    { from: 0.5, to: 2 },
  ])
    assert.equal(problemOf(range, 60, 10), "Turns are 0 to 60.");
});
