import assert from "node:assert/strict";
import { test } from "node:test";
import { nameIn, wordsOf } from "./python";

test("words of all files in Python are completed, each once", () => {
  assert.deepEqual(
    wordsOf({
      "bot.py": "free = free_cells(state)  # x2 ab",
      "sub/board.py": "def free_cells(state):",
      "README.md": "words",
    }),
    ["def", "free", "free_cells", "state"],
  );
});

test("a name is explained by what stands at its definition", () => {
  const files = {
    "bot.py":
      "from board import free_cells\n\nREACH, GAIN = 4, 8  # of our bombs\n\n\ndef main() -> None:\n    x = free_cells(state)\n    if main == x:\n        pass\n",
    "board.py": `# The directions
# of the board.
DIRECTIONS = {"x+": (1, 0)}
Cell = Tuple[int, int]
limit: int = 3


def free_cells(state: State,
               taken: Optional[Set[Cell]] = None) -> Set[Cell]:
    """The cells that
    are free."""


class Client(Base):  # of the server
    '''Speaks.'''
`,
    "notes.md": "def nothing(): pass",
  };
  const told = (name: string) => nameIn(files, "bot.py", name);
  assert.deepEqual(told("free_cells"), {
    code: "def free_cells(state: State,\n               taken: Optional[Set[Cell]] = None) -> Set[Cell]",
    text: "The cells that are free.",
  });
  assert.deepEqual(told("main"), { code: "def main() -> None", text: "" });
  assert.deepEqual(told("Client"), { code: "class Client(Base)", text: "Speaks." });
  assert.deepEqual(told("GAIN"), { code: "REACH, GAIN = 4, 8", text: "of our bombs" });
  assert.deepEqual(told("DIRECTIONS"), { code: 'DIRECTIONS = {"x+": (1, 0)}', text: "The directions of the board." });
  assert.deepEqual(told("Cell"), { code: "Cell = Tuple[int, int]", text: "" });
  assert.deepEqual(told("limit"), { code: "limit: int = 3", text: "" });
  for (const name of ["nothing", "x", "state", "if", "a+b", ""]) assert.equal(told(name), undefined, name);
});
