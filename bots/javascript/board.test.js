// Tests of board.js with the vectors that every starter has: node --test. With NETORCAI_BOT as the folder of another bot, its
// board.js is tested instead.
"use strict";
const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const { test } = require("node:test");

const board = require(path.resolve(process.env.NETORCAI_BOT || __dirname, "board.js"));
const { cases } = JSON.parse(fs.readFileSync(path.join(__dirname, "..", "testdata", "helpers-hexabomb.json"), "utf8"));

const cell = ([q, r]) => ({ q, r });
const keys = (cells) => new Set(cells.map((at) => board.key(cell(at))));

// Runs check(state, expectation) for every case; README.md beside the vectors defines the fields. The helper must not change
// the state.
function each(field, check) {
  test(field, () => {
    assert.ok(cases.length >= 40);
    let found = 0;
    for (const { name, state, [field]: want } of cases) {
      const before = structuredClone(state);
      check(state, want, name);
      assert.deepEqual(state, before, name);
      found += want.length;
    }
    assert.ok(found >= 40);
  });
}

each("free_cells", (state, want, name) => assert.deepEqual(board.freeCells(state), keys(want), name));

each("distances", (state, wants, name) => {
  const free = board.freeCells(state);
  for (const { from, cells } of wants) {
    const steps = board.distances(free, cell(from));
    assert.deepEqual(steps, new Map(cells.map(([q, r, n]) => [board.key({ q, r }), n])), name);
    assert.deepEqual([...steps.values()], [...steps.values()].sort((a, b) => a - b), name);
    for (const to of state.cells) {
      assert.equal(board.distance(free, cell(from), to), steps.get(board.key(to)) ?? null, name);
    }
  }
});

each("paths", (state, wants, name) => {
  for (const { from, to, path: want } of wants) {
    assert.deepEqual(board.path(board.freeCells(state), cell(from), cell(to)), want, name);
  }
});

each("blast", (state, wants, name) => {
  const bombs = new Map(state.bombs.map((bomb) => [board.key(bomb), bomb]));
  assert.equal(wants.length, bombs.size, name);
  for (const { bomb, cells } of wants) {
    assert.deepEqual(board.blast(board.boardOf(state), bombs.get(board.key(cell(bomb)))), keys(cells), name);
  }
});

each("danger", (state, wants, name) => {
  const want = new Map(wants.map((w) => [board.key(cell(w.cell)), w.turns]));
  assert.deepEqual(board.danger(board.boardOf(state), state.bombs), want, name);
});

each("ways_out", (state, wants, name) => {
  for (const { cell: at, bomb, moves } of wants) {
    const planned = bomb ? { range: bomb[0], delay: bomb[1] } : undefined;
    assert.deepEqual(board.waysOut(state, cell(at), planned), moves, name);
  }
});

test("neighbours", () => {
  assert.deepEqual(board.neighbours({ q: 2, r: -1 }).map((n) => [n.direction, n.q, n.r]),
    [["x+", 3, -1], ["y+", 3, -2], ["z+", 2, -2], ["x-", 1, -1], ["y-", 1, 0], ["z-", 2, 0]]);
  for (const n of board.neighbours({ q: 2, r: -1 })) {
    assert.deepEqual(board.step({ q: 2, r: -1 }, n.direction), { q: n.q, r: n.r });
  }
  assert.deepEqual(board.step({ q: 2, r: -1 }, board.STAY), { q: 2, r: -1 });
  assert.deepEqual(board.cellOf(board.key({ q: 2, r: -1 })), { q: 2, r: -1 });
});

// The special player's bombs reach far and wait long.
test("far bombs", () => {
  const cells = Array.from({ length: 200 }, (_, q) => ({ q, r: 0, color: 0 })), bombs = [{ q: 0, r: 0, range: 100, delay: 100 }];
  const state = { cells, bombs, characters: [{ id: 0, color: 2, q: 1, r: 0, alive: true }] };
  assert.deepEqual(board.danger(board.boardOf(state), bombs), new Map(cells.slice(0, 101).map((at) => [board.key(at), [100]])));
  assert.deepEqual(board.waysOut(state, { q: 1, r: 0 }), ["x+"]); // the last cell of the blast is 100 steps away
  assert.deepEqual(board.waysOut(state, { q: 2, r: 0 }), ["x+", "stay"]);
  assert.deepEqual(board.waysOut(state, { q: 3, r: 0 }), ["x+", "x-", "stay"]);
});

test("numbers", () => {
  for (const [seed, ...wants] of [[7, 50271532, 266108690, 4195786334], [2147483647, 1842962257, 546041740, 1654754255]]) {
    const next = board.numbers(seed);
    assert.deepEqual(wants.map(() => next() * 2 ** 32), wants);
  }
});
