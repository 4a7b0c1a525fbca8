import assert from "node:assert/strict";
import { test } from "node:test";
import { count, duration, isolated, nameText, percent, plural, speedText, when } from "./format";

test("numbers", () => {
  assert.equal(count(1234567), "1,234,567");
  assert.equal(percent(0.4121), "41 %");
  assert.equal(percent(0.0312), "3.1 %");
  assert.equal(percent(0), "0 %");
  assert.equal(plural(1, "turn"), "1 turn");
  assert.equal(plural(1200, "turn"), "1,200 turns");
  assert.deepEqual([0.25, 0.5, 1, 16].map(speedText), ["¼×", "½×", "1×", "16×"]);
});

test("times", () => {
  const cases: [number, string][] = [
    [-1, "–"],
    [0, "0 µs"],
    [950, "950 µs"],
    [1500, "1.5 ms"],
    [9990, "10 ms"],
    [999_000, "999 ms"],
    [1_250_000, "1.3 s"],
  ];
  for (const [micros, text] of cases) assert.equal(duration(micros), text);
  assert.equal(when(""), "");
  assert.equal(when("soon"), "soon");
  assert.match(when("2026-03-01T12:00:00Z"), /2026/);
});

test("names become one line that says something", () => {
  assert.equal(nameText("a\u202eb\u0000c\nd", "A"), "a b c d");
  assert.equal(nameText(" \u200b ", "B"), "player B");
  assert.equal(nameText("<b>x</b>", "C"), "<b>x</b>");
  for (const name of [
    "チーム",
    "हिन्दी",
    "ไทย",
    "فريق",
    "José",
    "Jose\u0301",
    "O'Brien",
    "Team: Ann",
    "Why?",
    "👩\u200d🚀",
    "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
  ])
    assert.equal(nameText(name, "D"), name);
  assert.equal(nameText("\u200d\u{e0067}", "E"), "player E");
  assert.equal(isolated("Ann"), "Ann");
  assert.equal(isolated("فريق 2"), "\u2068فريق 2\u2069");
});
