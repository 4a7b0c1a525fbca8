import assert from "node:assert/strict";
import { test } from "node:test";
import type { Frame } from "../model";
import { History } from "../match/history";
import {
  axisTexts,
  ChartData,
  firstTurns,
  inLane,
  kindOf,
  laneBase,
  leaderAt,
  leads,
  lineStyle,
  valueText,
  wholeSteps,
} from "./chartdata";
import type uPlot from "../../vendor/uplot/uPlot.esm.js";
import { columnsFor, labelLines, spread } from "./linelabels";

function frame(turn: number, scores: number[]): Frame {
  const row = { cells: 0, share: 0, characters: 1, living: 1, bombs: 1, connected: true, micros: -1 };
  return { turn, players: scores.map((score) => ({ ...row, score })) };
}

test("a lead is the score less the mean of the others", () => {
  assert.deepEqual(leads([[30], [10], [20]], [false, false, false]), [[15], [-15], [0]]);
  assert.deepEqual(
    leads(
      [
        [30, null],
        [10, 4],
      ],
      [false, false],
    ),
    [
      [20, null],
      [-20, 4],
    ],
  );
  assert.deepEqual(leads([[7]], [false]), [[7]]);
  assert.deepEqual(leads([[30], [10], [999]], [false, false, true]), [[20], [-20], [null]]);
});

test("the leads of all players have the sum 0", () => {
  const scores = Array.from({ length: 12 }, (_, player) => [(player * player * 7) % 31]);
  const sum = leads(
    scores,
    scores.map(() => false),
  ).reduce((total, [value]) => total + (value ?? 0), 0);
  assert.ok(Math.abs(sum) < 1e-9, String(sum));
});

test("values are worked out again when more is known, and for another chart", () => {
  const history = new History();
  const data = new ChartData(history, [false, false]);
  history.add(frame(0, [4, 0]));
  assert.deepEqual(data.values("lead"), [[4], [-4]]);
  assert.equal(data.values("lead"), data.values("lead"));
  assert.deepEqual(data.values("score"), [[4], [0]]);
  history.add(frame(1, [4, 6]));
  assert.deepEqual(data.values("lead"), [
    [4, -2],
    [-4, 2],
  ]);
});

test("nothing of the future is told", () => {
  assert.deepEqual(firstTurns([1, 2, 3, 4], 2), [1, 2]);
  assert.deepEqual(firstTurns([1], 3), [1, null, null]);
  assert.deepEqual(firstTurns([1, 2, 3, 4], 4, 2), [null, null, 3, 4]);
});

test("the leader is the first by score, nobody while it is equal", () => {
  const history = new History();
  history.add(frame(0, [5, 5, 1]));
  history.add(frame(1, [5, 6, 9]));
  assert.equal(leaderAt(history, 0, [false, false, false]), -1);
  assert.equal(leaderAt(history, 1, [false, false, false]), 2);
  assert.equal(leaderAt(history, 1, [false, false, true]), 1);
  assert.equal(leaderAt(history, 2, [false, false, false]), -1);
});

test("of twelve lines the own is strong, the leader's readable, the others thin", () => {
  const own = lineStyle(12, true, false, true);
  const leader = lineStyle(12, false, true, true);
  const other = lineStyle(12, false, false, true);
  assert.ok(own.width > leader.width && leader.width > other.width);
  assert.ok(leader.alpha === 1 && other.alpha < 1);
  assert.equal(lineStyle(4, false, false, false).width, 2);
});

test("the texts of an axis never repeat", () => {
  for (const kind of ["lead", "score", "share"] as const) {
    for (const from of [-3, 0, 99_990, 250_000, 7_000_000]) {
      for (const step of wholeSteps.filter((step) => step <= 1e6)) {
        const marks = Array.from({ length: 6 }, (_, i) => from + i * step);
        const texts = axisTexts(kind, marks, step);
        assert.equal(new Set(texts).size, marks.length, `${kind} ${step}: ${texts.join(" ")}`);
      }
    }
  }
  assert.deepEqual(axisTexts("lead", [-10, 0, 10], 10), ["−10", "0", "+10"]);
  assert.deepEqual(axisTexts("lead", [-200_000, 0, 200_000], 200_000), ["−200k", "0", "+200k"]);
  assert.deepEqual(axisTexts("time", [0.1, null, 10], 0), ["0.1", "", "10"]);
});

test("marks stand at whole numbers", () => {
  assert.ok(wholeSteps.length > 20 && wholeSteps.every((step) => Number.isInteger(step)));
});

test("values are told as people say them", () => {
  assert.deepEqual(
    [12.4, -12.6, 3.26, -0.01, 0].map((value) => valueText("lead", value)),
    ["+12", "−13", "+3.3", "0", "0"],
  );
  assert.equal(valueText("share", 3.16), "3.2 %");
  assert.equal(valueText("time", 0.123), "0.1 ms");
});

test("letters move apart as little as needed, and stay between the borders", () => {
  assert.deepEqual(spread([10, 12, 30, 31, 55], 10, 5, 60), [10, 20, 30, 40, 55]);
  assert.deepEqual(spread([50, 58, 59], 10, 5, 60), [40, 50, 60]);
  assert.deepEqual(spread([0, 0], 10, 5, 60), [5, 15]);
  assert.deepEqual(spread([], 10, 5, 60), []);
});

test("letters that have no room in one column stand in several", () => {
  assert.equal(columnsFor(4, 11, 60), 1);
  assert.equal(columnsFor(12, 11, 60), 3);
  assert.equal(columnsFor(3, 11, 5), 3);
});

test("who lives is told in a lane for each player, and a player without characters has no line", () => {
  assert.deepEqual(
    [0, 1, 2].map((lane) => laneBase(lane, 3)),
    [2, 1, 0],
  );
  assert.deepEqual(inLane([4, 2, 0, null], 1), [1.8, 1.4, null, null]);
  assert.equal(kindOf("lead", true), "living");
  assert.equal(kindOf("lead", false), "lead");
  assert.equal(kindOf("time", true), "time");
});

test("a label stands beside the end of its line, also where the line ends at the edge", () => {
  const written: [string, number][] = [];
  const ctx = {
    canvas: { width: 320 },
    save() {},
    restore() {},
    strokeText() {},
    measureText: () => ({ width: 8 }),
    fillText: (text: string, x: number) => written.push([text, x]),
  };
  const plot = {
    ctx,
    bbox: { left: 50, top: 0, width: 240, height: 100 },
    valToPos: (value: number, axis: string) => (axis === "x" ? 50 + 2.4 * value : value),
  };
  Object.assign(globalThis, { window: { devicePixelRatio: 1 } });
  const twelve = Array.from("ABCDEFGHIJKL", (text) => ({ text, colour: "", value: 50 }));
  labelLines(plot as unknown as uPlot, 50, twelve, 11, "");
  assert.equal(
    written
      .splice(0)
      .map(([text]) => text)
      .sort()
      .join(""),
    "ABCDEFGHIJKL",
  ); // none is left out
  for (const turn of [50, 100])
    labelLines(plot as unknown as uPlot, turn, [{ text: "A", colour: "", value: 40 }], 11, "");
  Reflect.deleteProperty(globalThis, "window");
  assert.deepEqual(written, [
    ["A", 174],
    ["A", 294],
  ]);
});
