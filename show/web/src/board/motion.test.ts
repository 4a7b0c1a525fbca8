import assert from "node:assert/strict";
import test from "node:test";
import type { Header, Token } from "../model";
import type { Blast } from "./danger";
import { FrameTimes } from "./frametimes";
import { Geometry } from "./geometry";
import { arrival, blastTimes, bounce, ease, flash, phase, stepOf, tokensByName } from "./motion";

const cells: [number, number][] = [
  [0, 0],
  [1, 0],
  [2, 0],
  [3, 0],
];
const header: Header = {
  game: "",
  title: "",
  shape: "hexagon",
  cells,
  turns: 0,
  seed: "",
  started: "",
  limit: 0,
  bounty: 0,
  suddenDeath: false,
  players: [],
};
const geometry = new Geometry(header);

function token(cell: number, alive = 1): Token {
  return [0, 0, cell, alive, -1, 1];
}

test("curves begin at 0 and end at 1", () => {
  for (const curve of [ease, bounce]) {
    assert.ok(Math.abs(curve(0)) < 1e-9);
    assert.ok(Math.abs(curve(1) - 1) < 1e-9);
  }
  assert.equal(phase(0.5, 0.2, 0.2), 1);
  assert.equal(phase(0.1, 0.2, 0.4), 0);
  assert.ok(Math.abs(phase(0.3, 0.2, 0.4) - 0.5) < 1e-9);
});

test("a character walks to a cell beside its own and arrives", () => {
  assert.deepEqual(stepOf(geometry, token(0), token(1), 0), { from: 0, share: 0 });
  const half = stepOf(geometry, token(0), token(1), arrival / 2);
  assert.ok(half.from === 0 && Math.abs(half.share - 0.5) < 1e-9);
  assert.equal(stepOf(geometry, token(0), token(1), 1).share, 1);
});

test("a character jumps where there is no way to walk", () => {
  assert.deepEqual(stepOf(geometry, token(0), token(3), 0), { from: 3, share: 1 });
  assert.deepEqual(stepOf(geometry, undefined, token(3), 0), { from: 3, share: 1 });
  assert.deepEqual(stepOf(geometry, token(2), token(-1), 0), { from: -1, share: 1 });
});

test("characters are found again by player and id", () => {
  const found = tokensByName({
    turn: 1,
    tokens: [
      [-1, 0, 1, 1, -1, 1],
      [-1, 1, 2, 1, -1, 1],
    ],
  });
  assert.equal(found.get("1.-1")?.[2], 2);
  assert.equal(tokensByName(undefined).size, 0);
});

test("blasts go out from the middle, and each ring waits for the one before", () => {
  const order: Blast[] = [
    { cell: 0, step: 0, distance: 0 },
    { cell: 1, step: 0, distance: 1 },
    { cell: 2, step: 1, distance: 1 },
    { cell: 3, step: 1, distance: 2 },
  ];
  const times = [
    ...blastTimes(5, order, [
      [0, 1],
      [1, 1],
      [2, 1],
      [3, 0],
    ]),
  ];
  assert.deepEqual(
    times,
    times.slice().sort((a, b) => (a < 0 ? 1 : b < 0 ? -1 : a - b)),
  );
  assert.equal(new Set(times).size, 5);
  assert.equal(times[4], -1);
});

test("all is over before the turn's animation ends, however long the chain", () => {
  const order = Array.from({ length: 300 }, (_, i): Blast => ({ cell: i, step: Math.floor(i / 3), distance: i % 3 }));
  const times = blastTimes(
    300,
    order,
    order.map(({ cell }) => [cell, 1]),
  );
  assert.ok(Math.max(...times) + flash <= 1.0001);
});

test("what the order does not know explodes last", () => {
  const times = blastTimes(
    4,
    [{ cell: 0, step: 0, distance: 0 }],
    [
      [0, 1],
      [3, 2],
    ],
  );
  assert.ok(times[3]! > times[0]!);
  assert.deepEqual([...blastTimes(2, [{ cell: 0, step: 0, distance: 0 }], undefined)], [-1, -1]);
});

test("frame times", () => {
  const times = new FrameTimes();
  for (let i = 1; i <= 100; i++) times.add(i, i === 1 ? 0 : 16);
  const { frames, draw, interval } = times.stats();
  assert.deepEqual(
    { frames, draw, interval },
    { frames: 100, draw: { median: 51, p95: 96, max: 100 }, interval: { median: 16, p95: 16, max: 16 } },
  );
  times.clear();
  assert.equal(times.stats().frames, 0);
});
