import assert from "node:assert/strict";
import { test } from "node:test";
import type { Frame, Header } from "../model";
import { isCalm, paceOf } from "./calm";

const header: Header = {
  game: "2016-Bomberman",
  title: "",
  shape: "square",
  cells: Array.from({ length: 20 }, (_, i): [number, number] => [i + 1, 1]),
  turns: 0,
  seed: "",
  started: "",
  limit: 0,
  bounty: 0,
  suddenDeath: false,
  players: [],
};

function frame(values: Partial<Frame>): Frame {
  return {
    turn: 1,
    tokens: [
      [-1, 0, 2, 1, -1, 1],
      [-1, 1, 15, 0, -1, 0],
    ],
    ...values,
  };
}

test("a turn is calm where nothing happens near the living", () => {
  assert.ok(isCalm(header, frame({})));
  assert.ok(
    isCalm(
      header,
      frame({
        explosions: [
          [6, 0],
          [15, 0],
        ],
      }),
    ),
    "a far blast, and one beside the dead",
  );
  assert.ok(!isCalm(header, frame({ explosions: [[5, 0]] })));
  assert.ok(!isCalm(header, frame({ caption: { player: 0, weight: 1, text: "x" } })));
  for (const kind of ["death", "item", "player"] as const)
    assert.ok(!isCalm(header, frame({ events: [{ kind, player: 0, text: "" }] })), kind);
  assert.ok(isCalm(header, frame({ events: [{ kind: "chain", player: 0, text: "" }] })));
});

test("turns pass up to four times as fast after 20 that are calm, and as usual before something happens", () => {
  let factor = 1;
  const pace = (calm: number): number => (factor = paceOf(factor, calm));
  assert.equal(pace(19), 1);
  assert.equal(pace(20), 4);
  assert.equal(pace(12), 4);
  assert.equal(pace(8), 2);
  assert.equal(pace(4), 1);
  assert.equal(pace(15), 1);
  pace(20);
  factor = 1; // the reader wants no such pace
  assert.equal(pace(15), 1);
});
