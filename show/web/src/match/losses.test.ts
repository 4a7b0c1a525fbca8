import assert from "node:assert/strict";
import test from "node:test";
import type { Frame, Line, PlayerRow } from "../model";
import { History } from "./history";

const row = (connected: boolean): PlayerRow => ({
  score: 0,
  cells: 0,
  share: 0,
  characters: 1,
  living: 1,
  bombs: 0,
  connected,
  micros: -1,
});
const frame = (turn: number, connected: boolean, output: Line[] = []): Frame => ({
  turn,
  players: [row(true), row(connected)],
  output,
});

test("the last words of a player are its newest error, whatever the order in which turns come", () => {
  const history = new History();
  const words = [
    { player: 1, err: true, text: "Traceback" },
    { player: 1, err: true, text: "  ValueError: no plan " },
    { player: 1, err: true, text: "Node.js v20" },
    { player: 1, err: false, text: "bye" },
    { player: 1, err: true, text: " " },
  ];
  history.add(frame(2, false, words));
  history.add(frame(0, true));
  history.add(frame(1, true, [{ player: 1, err: true, text: "fatal error of the turn before" }]));
  assert.equal(history.lastWords(1), "ValueError: no plan");
  assert.equal(history.lastWords(0), "");
});
