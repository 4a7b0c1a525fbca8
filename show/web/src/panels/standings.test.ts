import assert from "node:assert/strict";
import test from "node:test";
import { fate, firsts } from "./standings";

test("how a player fared is said in short, with the machine's part of late turns", () => {
  const player = { reason: "finished", note: "", late: 0, refused: 0 };
  assert.equal(fate(player), "");
  assert.equal(fate({ ...player, late: 3 }), "3 late");
  assert.equal(fate({ ...player, late: 3, host: 2 }), "3 late (2 host)");
  assert.equal(fate({ ...player, reason: "crashed", refused: 1 }), "crashed, 1 refused");
  assert.equal(fate({ ...player, silent: 4, crashed: 12 }), "4 silent, 12 crashed");
  assert.equal(fate({ ...player, reason: "crashed", crashed: 21 }), "crashed, 21 turns");
  const first = { silent: { turn: 3, why: "no move.txt" }, crashed: { turn: 1, why: "" } };
  assert.equal(firsts({ ...player, first }), "first silent in turn 3: no move.txt\nfirst crashed in turn 1");
});
