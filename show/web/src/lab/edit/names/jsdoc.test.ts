import assert from "node:assert/strict";
import { test } from "node:test";
import { parseComment, parseType, typeText } from "./jsdoc";

test("types come back as they were written", () => {
  for (const text of [
    "number",
    "string[]",
    "(A | B)[]",
    "A & {b?: number}",
    "Map<string, number[]>",
    "Object<string, any>",
    '"x+" | "y+"',
    "{has: (key: string) => boolean}",
    "[number, string]",
    "{}",
    "0 | 1",
    "(state: State, key: string) => Command",
    "AsyncGenerator<Turn, void>",
    "net.Socket",
    "((a: A) => B) | null",
  ]) {
    const type = parseType(text);
    assert.equal(type && typeText(type), text);
  }
  const imported = parseType('import("./board.js").State');
  assert.deepEqual(imported, { is: "name", name: "State", args: [], file: "./board.js" });
  assert.deepEqual(parseType("{has(key: string): boolean}"), parseType("{has: (key: string) => boolean}"));
});

test("what is no type is none", () => {
  for (const text of [
    "",
    "{",
    "a b",
    "Map<",
    "(",
    "}",
    "a |",
    "{a: }",
    "<".repeat(100),
    "(".repeat(10_000),
    "{a:".repeat(5000),
  ])
    assert.equal(parseType(text), undefined, text.slice(0, 20));
});

test("a comment: its words, parameters, what it gives", () => {
  const doc = parseComment(`/**
   * First line
   * and its rest.
   *
   * Another paragraph with a@b.
   * @param {Cell} cell where
   *   it begins
   * @param {{range: number}} [bomb] what is dropped
   * @returns {Way[]} the ways
   */`);
  assert.equal(doc.text, "First line and its rest.\n\nAnother paragraph with a@b.");
  assert.deepEqual(
    doc.params.map(({ name, text, optional }) => [name, text, optional]),
    [
      ["cell", "where it begins", false],
      ["bomb", "what is dropped", true],
    ],
  );
  assert.equal(doc.returns?.text, "the ways");
});

test("a comment with names of types, and a short one", () => {
  const doc = parseComment(
    "/**\n * @typedef {{q: number,\n *   r: number}} Cell A cell.\n * @typedef {Cell[]} Cells\n */",
  );
  assert.deepEqual(
    doc.typedefs.map(({ name, type, text }) => [name, type && typeText(type), text]),
    [
      ["Cell", "{q: number, r: number}", "A cell."],
      ["Cells", "Cell[]", ""],
    ],
  );
  assert.equal(parseComment("// of the protocol").text, "of the protocol");
  assert.equal(parseComment("/** @param {Message} message */").params[0]?.name, "message");
});
