import assert from "node:assert/strict";
import { test } from "node:test";
import type { AccountPart, Lesson } from "../model";
import { shownAccount, shownLessons, signed } from "./lessons";

function lesson(player: number, turn: number, cost = 100 - turn): Lesson {
  return { turn, player, kind: "idle", cost, text: `${player} in ${turn}` };
}

test("of each player the costliest lessons are shown, of the one that stands out all", () => {
  const of = (player: number, n: number): Lesson[] => Array.from({ length: n }, (_, i) => lesson(player, i + 1));
  const lessons = [...of(0, 7), ...of(2, 3)];
  const both = [0, 2, 0, 2, 0, 2, 0, 0].map((player, i) => lesson(player, i < 6 ? Math.floor(i / 2) + 1 : i - 2));
  assert.deepEqual(shownLessons(lessons, -1), both);
  assert.deepEqual(shownLessons(lessons, 0), of(0, 7));
  assert.deepEqual(shownLessons(lessons, 1), both, "of a player without lessons");
  assert.deepEqual(shownLessons([], 0), []);
  const dear = lesson(1, 9, 500);
  assert.deepEqual(shownLessons([lesson(0, 3), dear], -1), [dear, lesson(0, 3)], "the costliest first, whoever it is");
});

test("the account is that of the player who stands out, else that of the second", () => {
  const part = (over: number, points: number): AccountPart => ({ player: 2, over, cause: "kept", points, text: "" });
  const account = [part(1, 9), part(1, -2), part(0, 30)];
  assert.deepEqual(shownAccount(account, -1), account.slice(0, 2));
  assert.deepEqual(shownAccount(account, 0), account.slice(2));
  assert.deepEqual(shownAccount(account, 2), account.slice(0, 2), "of the winner");
  assert.deepEqual(shownAccount([], 0), []);
  assert.equal(signed(9), "+9");
  assert.equal(signed(-2), "−2");
});
