import assert from "node:assert/strict";
import { test } from "node:test";
import { wordsOf } from "./python";

test("words of all files in Python are completed, each once", () => {
  assert.deepEqual(wordsOf({ "bot.py": "free = free_cells(state)  # x2 ab", "sub/board.py": "def free_cells(state):", "README.md": "words" }), ["def", "free", "free_cells", "state"]);
});
