// One frame, one meaning: the page says the same about frames of four games as pictures and terminals do (see package
// show/internal/meaning, which makes the frames).
import assert from "node:assert/strict";
import test from "node:test";
import { describe } from "./board/describe";
import { legendOf, say } from "./legend";
import { games } from "./legend.fixture";

for (const [name, { header, frames, holds, figures, least }] of Object.entries(games)) {
  test(`${name}: cells that hold something else are described in other words`, () => {
    const meanings = new Map<string, string>(); // by words
    frames.forEach((frame, i) => {
      holds[i]?.forEach((held, cell) => {
        if (held === "") return;
        const words = describe(header, frame, cell)
          .replace(/^\(.*?\): /, "")
          .replace(/; blows up .*$/, "");
        assert.equal(meanings.get(words) ?? held, held, `turn ${frame.turn}, cell ${cell}: ${words}`);
        meanings.set(words, held);
      });
    });
    assert.ok(new Set(meanings.values()).size >= least, `only ${meanings.size} different cells`);
  });

  test(`${name}: the columns of the standings say what the game says`, () => {
    frames.forEach((frame, i) => {
      frame.players?.forEach((row, player) => {
        const texts = (header.legend?.columns ?? []).map(({ text }) => say(text, row));
        assert.deepEqual(
          texts.map((text) => text.replaceAll(",", "")),
          figures[i]?.[player] ?? [],
          `turn ${frame.turn}, player ${player}`,
        );
      });
    });
  });
}

test("there are four games, one of them without a board, and a game without a legend has a score", () => {
  const shapes = Object.values(games).map(({ header }) => header.shape);
  assert.deepEqual(shapes.sort(), ["hexagon", "square", "square", "tree"]);
  const row = { score: 7, cells: 0, share: 0, characters: 0, living: 0, bombs: 0, connected: true, micros: -1 };
  assert.deepEqual(
    legendOf({}).columns?.map(({ text }) => say(text, row)),
    ["7"],
  );
});

test("patterns of columns", () => {
  const row = {
    score: -3,
    cells: 1,
    share: 0.5,
    characters: 4,
    living: 0,
    bombs: 2,
    connected: true,
    micros: -1,
    radius: 128,
  };
  for (const [pattern, want] of [
    ["{living}/{characters} alive", "0/4 alive"],
    ["{cells#cell} · {bombs#bomb}", "1 cell · 2 bombs"],
    ["{living?yes|no}{living?yes}", "no"],
    ["{radius^99} {cells^99} {nothing}", "99+ 1 0"],
    ["{share}", "50 %"],
  ] as const)
    assert.equal(say(pattern, row), want);
  assert.equal(say("{radius^99}", { ...row, radius: -2147483648 }), "99+");
  assert.equal(say("{bombs}/{radius}", { ...row, bombs: -1 }), "");
});
