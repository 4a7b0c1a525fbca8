import assert from "node:assert/strict";
import { test } from "node:test";
import type { Lesson } from "../model";
import { shownLessons } from "./lessons";

function lesson(player: number, turn: number): Lesson {
  return { turn, player, kind: "idle", cost: 1, text: `${player} in ${turn}` };
}

test("of each player the costliest lessons are shown, of the one that stands out all", () => {
  const of = (player: number, n: number): Lesson[] => Array.from({ length: n }, (_, i) => lesson(player, i + 1));
  const lessons = [...of(0, 7), ...of(2, 3)];
  assert.deepEqual(shownLessons(lessons, -1), [...of(0, 5), ...of(2, 3)]);
  assert.deepEqual(shownLessons(lessons, 0), of(0, 7));
  assert.deepEqual(shownLessons(lessons, 1), [...of(0, 5), ...of(2, 3)], "of a player without lessons");
  assert.deepEqual(shownLessons([], 0), []);
});
