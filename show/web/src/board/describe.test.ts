import assert from "node:assert/strict";
import test from "node:test";
import type { Frame, Header } from "../model";
import { legendOfGame } from "../legend.fixture";
import { describe } from "./describe";

const base: Omit<Header, "shape" | "cells" | "players"> = {
  game: "",
  title: "",
  turns: 0,
  seed: "",
  started: "",
  limit: 0,
  bounty: 0,
  suddenDeath: false,
};
const named = (name: string, special = false): Header["players"][number] => ({ name, bot: "", special });

test("hexagons in words", () => {
  const header: Header = {
    ...base,
    shape: "hexagon",
    legend: legendOfGame("hexabomb"),
    cells: [
      [3, -2],
      [4, -2],
      [9, 9],
    ],
    players: [named("greedy"), named("hunter")],
  };
  const frame: Frame = {
    turn: 4,
    owners: [2, 0, 1],
    tokens: [
      [7, 1, 0, 1, -1, 1],
      [1, 0, 1, 0, 2, 0],
      [2, 0, 1, 0, 0, 2],
    ],
    bombs: [[0, 1, 2, 3]],
    explosions: [
      [1, 0],
      [2, 1],
    ],
  };
  assert.equal(
    describe(header, frame, 0),
    "(3, -2): ground of B hunter; character B7, alive, 1 bomb ready; bomb of A, explodes in 2 turns, range 3; blows up in 2 turns",
  );
  assert.equal(
    describe(header, frame, 1),
    "(4, -2): neutral ground; character A1, dead, may live again in 2 turns; character A2, dead, may live again now; " +
      "neutral blast this turn; blows up in 2 turns",
  );
  assert.equal(describe(header, frame, 2), "(9, 9): ground of A greedy; blast of A this turn");
  assert.equal(describe(header, frame, -1), "");
  assert.equal(describe(header, frame, 3), "");
});

test("letters go by the entrant", () => {
  const header: Header = {
    ...base,
    shape: "hexagon",
    legend: legendOfGame("hexabomb"),
    cells: [[0, 0]],
    players: [
      { ...named("greedy"), entrant: 3 },
      { ...named("hunter"), entrant: 1 },
    ],
  };
  const frame: Frame = {
    turn: 4,
    owners: [1],
    tokens: [[7, 1, 0, 1, -1, 1]],
    bombs: [[0, 1, 9, 3]],
    explosions: [[0, 2]],
  };
  assert.equal(
    describe(header, frame, 0),
    "(0, 0): ground of C greedy; character A7, alive, 1 bomb ready; bomb of C, explodes in 9 turns, range 3; blast of A this turn; blows up in 9 turns",
  );
});

test("squares in words", () => {
  const header: Header = {
    ...base,
    shape: "square",
    legend: legendOfGame("bomberman"),
    cells: [
      [1, 1],
      [2, 1],
      [3, 1],
      [4, 1],
    ],
    players: [named("ann"), named("", true)],
  };
  const frame: Frame = {
    turn: 4,
    walls: [2, 1, 0, 0],
    items: [0, 0, 3, 0],
    tokens: [
      [-1, 0, 2, 1, -1, 2],
      [-1, 1, 3, 0, -1, 0],
    ],
    bombs: [[3, 2, 1, 1]],
    explosions: [[1, 0]],
  };
  assert.equal(describe(header, frame, 0), "(1, 1): stone wall");
  assert.equal(describe(header, frame, 1), "(2, 1): brick wall; blast this turn");
  assert.equal(
    describe(header, frame, 2),
    "(3, 1): open ground; super power-up: one more bomb, twice the range and points; player A ann, alive, 2 bombs ready; blows up in the coming turn",
  );
  assert.equal(
    describe(header, frame, 3),
    "(4, 1): open ground; special player B, dead; bomb of B, explodes in the coming turn, range 1; blows up in the coming turn",
  );
});

test("a radius that has wrapped is told in words", () => {
  const header: Header = {
    ...base,
    shape: "square",
    legend: legendOfGame("bomberman"),
    cells: [
      [1, 1],
      [2, 1],
    ],
    players: [named("ann")],
  };
  const frame: Frame = { turn: 3, walls: [0, 0], bombs: [[1, 1, 2, -2147483648]] };
  assert.equal(
    describe(header, frame, 1),
    "(2, 1): open ground; bomb of A, explodes in 2 turns, burns left and up as far as the walls let it; blows up in 2 turns",
  );
  assert.equal(describe(header, frame, 0), "(1, 1): open ground; blows up in 2 turns");
});
