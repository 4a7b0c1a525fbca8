import assert from "node:assert/strict";
import test from "node:test";
import { type Bomb, type Frame, open, type Header } from "../model";
import vectors from "../../testdata/blasts.json";
import { chainOrder, coverOf, dangers } from "./danger";
import { geometryOf } from "./geometry";

interface Match {
  header: Header;
  quiet: number;
  turns: { frame: Frame; drops?: Bomb[] }[];
}

const matches = vectors.matches as unknown as Match[];

function exploded(frame: Frame): number[] {
  return (frame.explosions ?? []).map(([cell]) => cell).sort((a, b) => a - b);
}

function cellsWith(danger: Uint16Array, turn: number): number[] {
  return [...danger.keys()].filter((cell) => danger[cell] === turn);
}

for (const { header, quiet, turns } of matches) {
  const name = `${header.game} of ${header.players.length} on ${header.cells.length} cells`;

  test(`${name}: what is in danger in the coming turn is what explodes in it`, () => {
    let blasts = 0;
    turns.forEach(({ frame, drops }, i) => {
      const before = turns[i - 1]?.frame;
      if (!before) return;
      const withDrops = { ...before, bombs: [...(before.bombs ?? []), ...(drops ?? [])] };
      const danger = cellsWith(dangers(header, withDrops), 1);
      assert.deepEqual(danger, exploded(frame), `turn ${frame.turn}`);
      assert.deepEqual(
        chainOrder(header, withDrops)
          .map((b) => b.cell)
          .sort((a, b) => a - b),
        danger,
        `turn ${frame.turn}`,
      );
      blasts += danger.length > 0 ? 1 : 0;
    });
    assert.ok(blasts >= 3, `only ${blasts} turns with blasts`);
  });

  test(`${name}: when nobody does anything, all blows up as forecast`, () => {
    const start = turns[quiet]?.frame;
    assert.ok(start);
    const truth = new Uint16Array(header.cells.length);
    turns.slice(quiet + 1).forEach(({ frame }, i) => {
      for (const cell of exploded(frame)) truth[cell] ||= i + 1;
    });
    assert.deepEqual(dangers(header, start), truth);
  });

  test(`${name}: exploding bombs take the cells that they cover`, () => {
    for (const [i, { frame }] of turns.entries()) {
      const next = turns[i + 1]?.frame;
      if (!next) continue;
      const covered = new Set(exploded(next));
      (frame.bombs ?? []).forEach((bomb, b) => {
        if (bomb[2] > 1) return;
        for (const cell of coverOf(header, frame, b))
          assert.ok(covered.has(cell), `turn ${next.turn}: cell ${cell} of bomb ${b}`);
      });
    }
  });
}

function headerOf(shape: "hexagon" | "square", cells: [number, number][]): Header {
  return {
    game: "",
    title: "",
    shape,
    cells,
    turns: 0,
    seed: "",
    started: "",
    limit: 0,
    bounty: 0,
    suddenDeath: false,
    legend: { bombs: true, stopped: shape === "square" },
    players: [],
  };
}

const row = (length: number): [number, number][] => Array.from({ length }, (_, i) => [i, 0]);

test("rays of hexagons pass bombs and end at missing cells", () => {
  const header = headerOf("hexagon", [...row(4), [6, 0]]);
  const frame: Frame = {
    turn: 1,
    bombs: [
      [0, 1, 2, 100],
      [2, 2, 7, 2],
    ],
  };
  assert.deepEqual(coverOf(header, frame, 0), [0, 1, 2, 3]);
  assert.deepEqual(coverOf(header, frame, 7), []);
  assert.deepEqual([...dangers(header, frame)], [2, 2, 2, 2, 0]);
});

test("rays of squares end at bricks and bombs, before stone", () => {
  const header = headerOf("square", row(9));
  const walls = [0, 0, 1, 1, 0, 0, 0, 2, 0];
  assert.deepEqual(coverOf(header, { turn: 1, walls, bombs: [[0, 1, 3, 5]] }, 0), [0, 1, 2]);
  const frame: Frame = {
    turn: 1,
    walls,
    bombs: [
      [4, 1, 3, 9],
      [5, 2, 9, 9],
    ],
  };
  assert.deepEqual(coverOf(header, frame, 0), [4, 5, 3]);
  assert.deepEqual([...dangers(header, frame)], [0, 0, 0, 3, 3, 3, 3, 0, 0]);
});

test("a brick that is gone opens the way for later bombs", () => {
  const header = headerOf("square", row(6));
  const frame: Frame = {
    turn: 1,
    walls: [0, 0, 1, 0, 0, 0],
    bombs: [
      [0, 1, 1, 2],
      [5, 2, 4, 5],
    ],
  };
  assert.deepEqual([...dangers(header, frame)], [1, 1, 1, 4, 4, 4]);
  assert.deepEqual(frame.walls, [0, 0, 1, open, 0, 0], "the frame is left as it is");
});

test("a chain goes ring by ring, each from its middle", () => {
  const header = headerOf("hexagon", row(10));
  const frame: Frame = {
    turn: 1,
    bombs: [
      [5, 1, 8, 2],
      [2, 1, 1, 3],
      [9, 1, 3, 1],
    ],
  };
  assert.deepEqual(chainOrder(header, frame), [
    { cell: 2, step: 0, distance: 0 },
    { cell: 3, step: 0, distance: 1 },
    { cell: 1, step: 0, distance: 1 },
    { cell: 4, step: 0, distance: 2 },
    { cell: 0, step: 0, distance: 2 },
    { cell: 5, step: 0, distance: 3 },
    { cell: 6, step: 1, distance: 1 },
    { cell: 7, step: 1, distance: 2 },
  ]);
});

test("bombs on no cell, timers below 1 and boards without cells do no harm", () => {
  const header = headerOf("hexagon", row(2));
  assert.deepEqual(
    [
      ...dangers(header, {
        turn: 1,
        bombs: [
          [-1, 1, 1, 9],
          [99, 1, 1, 9],
          [1, 1, 0, 1],
        ],
      }),
    ],
    [1, 1],
  );
  assert.deepEqual(
    [...dangers({ ...headerOf("hexagon", row(2)), shape: "tree" }, { turn: 1, bombs: [[0, 1, 1, 1]] })],
    [],
  );
  assert.equal(geometryOf(header), geometryOf(header));
});
