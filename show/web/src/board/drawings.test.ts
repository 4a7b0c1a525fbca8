import assert from "node:assert/strict";
import { test } from "node:test";
import type { Drawing, Frame, Header } from "../model";
import { describeDrawings, seenDrawings, shapesOf } from "./drawings";
import { geometryOf } from "./geometry";

const header: Header = {
  game: "",
  title: "",
  turns: 0,
  seed: "",
  started: "",
  limit: 0,
  bounty: 0,
  suddenDeath: false,
  shape: "hexagon",
  cells: [
    [0, 0],
    [1, -1],
    [-2, 3],
  ],
  players: [],
};
const geometry = geometryOf(header);
const drawing = (player: number, layer: string, ...shapes: string[]): Drawing => ({
  player,
  layer,
  shapes: shapes.join("\n"),
});

test("each kind of shape is read, by the cells of the board", () => {
  assert.deepEqual(
    shapesOf(
      drawing(
        0,
        "main",
        "cell 1 -1 #ff0000",
        "cell -2 3 #00ff00 two words",
        "text 0 0 #0000ff <b>",
        "line 0 0 1 -1 #ffffff",
        "arrow 1 -1 -2 3 #000000",
        "circle 0 0 2.5 #123456",
      ),
      geometry,
    ),
    [
      { kind: "cell", cell: 1, to: 1, radius: 0, color: "#ff0000", text: "" },
      { kind: "cell", cell: 2, to: 2, radius: 0, color: "#00ff00", text: "two words" },
      { kind: "text", cell: 0, to: 0, radius: 0, color: "#0000ff", text: "<b>" },
      { kind: "line", cell: 0, to: 1, radius: 0, color: "#ffffff", text: "" },
      { kind: "arrow", cell: 1, to: 2, radius: 0, color: "#000000", text: "" },
      { kind: "circle", cell: 0, to: 0, radius: 2.5, color: "#123456", text: "" },
    ],
  );
});

test("what is not known, off the board or no number is left out", () => {
  for (const line of [
    "",
    "cell",
    "cell 0 0",
    "cell 0 0 red",
    "cell 0 0 #ff00001",
    "cell 5 5 #ff0000",
    "line 0 0 5 5 #ff0000",
    "line 0 0 #ff0000",
    "circle 0 0 NaN #ff0000",
    "circle 0 0 -1 #ff0000",
    "circle 0 0 1e9 #ff0000",
    "star 0 0 #ff0000",
    "cell x y #ff0000",
  ]) {
    assert.deepEqual(shapesOf(drawing(0, "main", line), geometry), [], line);
  }
});

test("drawings of Me only, without hidden layers, in words too", () => {
  const frame: Frame = {
    turn: 1,
    drawings: [
      drawing(0, "a", "text 0 0 #ff0000 37"),
      drawing(0, "b", "line 0 0 1 -1 #ff0000"),
      drawing(1, "a", "text 0 0 #ff0000 other"),
    ],
  };
  const layers = (player: number, ...hidden: string[]): string[] =>
    seenDrawings(frame, player, hidden).map(({ layer }) => layer);
  assert.deepEqual(
    [layers(0), layers(0, "a"), layers(1), layers(-1), seenDrawings({ turn: 1 }, 0, [])],
    [["a", "b"], ["b"], ["a"], [], []],
  );
  assert.equal(describeDrawings(frame, geometry, 0, [], 0), "drawn: “37”, line");
  assert.equal(describeDrawings(frame, geometry, 0, ["a"], 1), "drawn: line");
  assert.equal(describeDrawings(frame, geometry, 0, [], 2), "");
  assert.equal(describeDrawings(frame, geometry, 1, [], 0), "drawn: “other”");
});
