import assert from "node:assert/strict";
import test from "node:test";
import { colourOf, contrast, inkOn, mix, neutral, neutralLight, patternOf, players } from "../palette";

test("the first 144 players differ by colour or pattern", () => {
  const looks = new Set(Array.from({ length: 144 }, (_, p) => colourOf(p + 1, true) + patternOf(p)));
  assert.equal(looks.size, 144);
  assert.equal(new Set(Array.from({ length: 12 }, (_, p) => patternOf(p))).size, 12);
  assert.equal(patternOf(-1), 0);
});

test("nobody has a colour in both themes", () => {
  assert.equal(colourOf(0, true), neutral);
  assert.equal(colourOf(0, false), neutralLight);
  assert.equal(colourOf(13, false), players[0]);
});

test("ink can be read on every colour", () => {
  for (const colour of players) assert.ok(contrast(inkOn(colour), colour) >= 4.4, colour);
  assert.ok(Math.abs(contrast("#000000", "#ffffff") - 21) < 1e-9);
});

test("colours mix", () => {
  assert.equal(mix("#000000", "#ffffff", 0), "#000000");
  assert.equal(mix("#000000", "#ff8000", 0.5), "#804000");
  assert.equal(mix("#123456", "#abcdef", 1), "#abcdef");
});
