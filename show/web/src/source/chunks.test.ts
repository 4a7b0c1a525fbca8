import assert from "node:assert/strict";
import { test } from "node:test";
import { chunkOf, Chunks, chunkTurns, parseLines } from "./chunks";

test("chunks hold 64 turns each", () => {
  assert.deepEqual([0, 63, 64, 127, 128].map(chunkOf), [0, 0, 1, 1, 2]);
});

test("lines are read, blank ones and an unfinished last one left out", () => {
  assert.deepEqual(parseLines('{"turn":0}\n\n{"turn":1}\n'), [{ turn: 0 }, { turn: 1 }]);
  assert.deepEqual(parseLines('{"turn":0}\n{"tur'), [{ turn: 0 }]);
  assert.deepEqual(parseLines(""), []);
  assert.throws(() => parseLines('{"tur\n{"turn":1}\n'));
});

test("of more chunks than are kept, those used longest ago go", () => {
  const chunks = new Chunks(2);
  chunks.put({ turn: 0 });
  chunks.put({ turn: chunkTurns });
  assert.deepEqual(chunks.get(0), { turn: 0 });
  chunks.put({ turn: 2 * chunkTurns });
  assert.equal(chunks.size, 2);
  assert.equal(chunks.get(chunkTurns), undefined);
  assert.deepEqual(chunks.get(0), { turn: 0 });
  assert.equal(chunks.get(1), undefined);
});
