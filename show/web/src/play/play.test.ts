import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { blastCells, blastText, blastTurn } from "./blast";
import { marksOf } from "./boardmarks";
import { type Choice, type Choices, ChoiceForm, wishText } from "./choices";
import { legendOfGame } from "../legend.fixture";
import { PlayKeys } from "./keys";

const hexabomb = new PlayKeys(legendOfGame("hexabomb"));
const bomberman = new PlayKeys(legendOfGame("bomberman"));
import { Refusal, SeatClient } from "./client";

function choice(name: string, cell: number, more: Partial<Choice> = {}): Choice {
  return { do: name, cell, min: 0, max: 0, refused: "", note: "", ...more };
}

/** Three characters of hexabomb; the last one is dead at present. */
function choices(): Choices {
  const dead = { refused: "the character is dead" };
  return {
    player: 1,
    turn: 7,
    pieces: [
      {
        token: 4,
        label: "B4",
        cell: 10,
        choices: [
          choice("x+", 11),
          choice("z+", -1, { refused: "there is no cell in that direction" }),
          choice("bomb", 10, { min: 2, max: 4 }),
        ],
      },
      { token: 5, label: "B5", cell: 20, choices: [choice("x+", 21), choice("bomb", 20, { min: 2, max: 4 })] },
      { token: 6, label: "B6", cell: 30, choices: [choice("x+", 31, dead), choice("bomb", 30, dead)] },
    ],
  };
}

test("a form goes from character to character and back", () => {
  const form = new ChoiceForm(choices(), hexabomb);
  assert.equal(form.piece?.token, 4);
  assert.equal(form.refusal("x+"), "");
  assert.equal(form.refusal("z+"), "B4 cannot go up left: there is no cell in that direction");
  assert.equal(form.refusal("fly"), "B4 cannot fly");
  form.settle("x+");
  assert.equal(form.piece?.token, 5);
  assert.equal(form.complete, false);
  form.settle("bomb", 3, 2);
  assert.equal(form.complete, true); // the dead character needs no choice
  assert.deepEqual(form.chosen, [
    { token: 4, do: "x+" },
    { token: 5, do: "bomb", range: 3, delay: 2 },
  ]);
  assert.equal(form.undo(), true);
  assert.equal(form.piece?.token, 5);
  form.settle();
  assert.deepEqual(form.chosen, [{ token: 4, do: "x+" }]);
  form.at = 0;
  form.settle("bomb", 2, 2);
  assert.deepEqual(form.chosen, [{ token: 4, do: "bomb", range: 2, delay: 2 }]);
  assert.deepEqual([form.undo(), form.undo(), form.undo()], [true, true, false]);
  assert.deepEqual(form.chosen, []);
});

test("what was entered comes back after a reload, but for what cannot be any more", () => {
  const form = new ChoiceForm(choices(), hexabomb);
  form.settle();
  form.settle("bomb", 3, 2);
  const again = new ChoiceForm(choices(), hexabomb);
  again.restore(form.entered);
  assert.deepEqual([again.complete, again.chosen], [true, [{ token: 5, do: "bomb", range: 3, delay: 2 }]]);
  const other = new ChoiceForm(choices(), hexabomb);
  other.restore([
    [0, { token: 4, do: "z+" }],
    [7, null],
    [1, null],
  ]);
  assert.deepEqual([other.complete, other.open(0), other.open(1)], [false, true, false]);
});

test("a bomb's blast grows with its range; another bomb may set it off", () => {
  const bomb = choice("bomb", 10, {
    min: 2,
    max: 4,
    blast: { cells: [10, 11, 12, 13], ranges: [0, 1, 2, 3], turn: 40 },
  });
  assert.deepEqual(blastCells(bomb, 2), [10, 11, 12]);
  assert.deepEqual(blastCells(undefined, 2), []);
  assert.equal(blastText(bomb, { range: 3, delay: 4 }), "Covers 4 cells, explodes in turn 42");
  assert.equal(
    blastText({ ...bomb, blast: { cells: [10], turn: 40, chain: 41 } }, { delay: 4 }),
    "Covers 1 cell, explodes in turn 41: another bomb sets it off",
  );
  assert.deepEqual(blastTurn({ ...bomb, blast: { cells: [10], turn: 40, chain: 41 } }, 3), {
    turn: 41,
    chained: false,
  });
  assert.equal(blastText(choice("bomb", 10), {}), "");
});

test("marks on the board: where the character may go, what is set, what a bomb would cover", () => {
  const form = new ChoiceForm(choices(), hexabomb);
  const steps = marksOf(form, undefined, (cell) => cell === 11);
  assert.deepEqual(steps, [
    { kind: "self", cell: 10 },
    { kind: "step", from: 10, cell: 11, text: "D", look: "deadly" },
  ]);
  form.settle("x+");
  const aim = {
    choice: choice("bomb", 20, { min: 2, max: 4, blast: { cells: [20, 21], ranges: [0, 1], turn: 9 } }),
    range: 2,
  };
  const set = { kind: "step", from: 10, cell: 11, text: "", look: "set" };
  const self = { kind: "self", cell: 20 };
  const blast = (faint: boolean): unknown[] => [20, 21].map((cell) => ({ kind: "blast", cell, faint }));
  assert.deepEqual(
    marksOf(form, { ...aim, faint: false }, () => false),
    [set, ...blast(false), self],
  ); // these keys now belong to the bomb
  assert.deepEqual(
    marksOf(form, { ...aim, faint: true }, () => false),
    [set, ...blast(true), self, { kind: "step", from: 20, cell: 21, text: "D", look: "free" }],
  );
});

test("cells of the board stand for characters and moves", () => {
  const form = new ChoiceForm(choices(), hexabomb);
  assert.deepEqual(
    [10, 20, 30, 99].map((cell) => form.pieceOn(cell)),
    [0, 1, -1, -1],
  );
  assert.deepEqual(
    [10, 11, 21, -1].map((cell) => form.moveTo(cell)?.do),
    [undefined, "x+", undefined, undefined],
  );
  const empty = new ChoiceForm({ player: 0, turn: 0, pieces: [] }, hexabomb);
  empty.settle("x+");
  assert.deepEqual([empty.complete, empty.undo(), empty.chosen], [true, false, []]);
});

test("keys, their letters and signs", () => {
  for (const [key, keys, name] of [
    ["w", hexabomb, "z+"],
    ["E", hexabomb, "y+"],
    ["b", hexabomb, "bomb"],
    ["w", bomberman, "up"],
    ["ArrowLeft", bomberman, "left"],
    ["x", bomberman, "trigger"],
    ["x", hexabomb, "z-"],
  ] as const) {
    assert.equal(keys.choiceOf(key), name);
  }
  assert.equal(hexabomb.choiceOf("ArrowLeft"), undefined); // there it is the key for the previous turn
  assert.deepEqual([hexabomb.keyOf("y-"), bomberman.keyOf("down"), bomberman.keyOf("fly")], ["z", "s", ""]);
  assert.deepEqual(
    [hexabomb.signOf("y+"), hexabomb.signOf("bomb"), hexabomb.nameOf("y+"), hexabomb.nameOf("fly")],
    ["↗", "Bomb", "Up right", "fly"],
  );
  assert.deepEqual(
    [wishText({ token: 1, do: "x-" }, hexabomb), wishText({ token: 1, do: "bomb", range: 2, delay: 4 }, hexabomb)],
    ["←", "● 2/4"],
  );
  assert.deepEqual(hexabomb.moves(false), ["z+", "y+", "x-", "x+", "y-", "z-"]);
  assert.deepEqual(
    [bomberman.moves(true), bomberman.deeds],
    [
      ["up", "left", "right", "down"],
      ["bomb", "trigger"],
    ],
  );
});

test("a game that names no keys is played with numbers", () => {
  const keys = new PlayKeys({}).for(choices());
  assert.deepEqual(
    ["1", "2", "3", "4"].map((key) => keys.choiceOf(key)),
    ["x+", "z+", "bomb", undefined],
  );
  assert.equal(hexabomb.for(choices()), hexabomb);
});

const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
});

test("a seat is asked and answered; refusals carry their reason", async () => {
  const asked: unknown[][] = [];
  let reply = (): Response =>
    Response.json({ name: "ann", player: 1, match: "m", choices: choices(), limit: 0, gaveUp: false });
  globalThis.fetch = async (path, init) => {
    asked.push([path, init?.method, init?.body]);
    return reply();
  };
  const client = new SeatClient("a/b");
  assert.equal((await client.look()).choices?.turn, 7);
  await client.play(7, [{ token: 4, do: "x+" }]);
  await client.giveUp();
  assert.deepEqual(asked, [
    ["api/seat/a%2Fb", undefined, undefined],
    ["api/seat/a%2Fb/turn/7", "POST", '[{"token":4,"do":"x+"}]'],
    ["api/seat/a%2Fb/quit", "POST", "{}"],
  ]);
  reply = () => Response.json({ error: "this turn is not waited for" }, { status: 409 });
  await assert.rejects(
    client.play(7, []),
    (error) => error instanceof Refusal && error.status === 409 && error.message === "this turn is not waited for",
  );
});
