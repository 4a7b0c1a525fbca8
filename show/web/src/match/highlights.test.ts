import assert from "node:assert/strict";
import { test } from "node:test";
import { readingTime } from "../state/caption";
import { planOf } from "./highlights";

test("a moment stays until its sentence is read", () => {
  const text = "x".repeat(200);
  for (const turns of [1, 5, 60])
    assert.ok(planOf({ from: 0, to: turns, text }).total >= readingTime(text), `${turns} turns`);
});

test("three moments take 10 to 15 seconds, however many turns they have", () => {
  for (let turns = 1; turns <= 60; turns++) {
    const { turn, hold, total } = planOf({
      from: 100,
      to: 100 + turns,
      text: "A has killed two of B and painted 30 cells",
    });
    assert.ok(3 * total >= 10_000 && 3 * total <= 15_000, `${turns} turns: ${total} ms each`);
    assert.ok(
      turn > 0 && turn <= 1000 && hold >= 1000,
      `${turns} turns: ${turn} ms a turn, ${hold} ms the decisive one`,
    );
  }
});
