import assert from "node:assert/strict";
import { test } from "node:test";
import { isReplayName, mostReplay, noMatch, noReplay, refusal } from "./replayfile";

test("a file that is empty or too large is refused with words", () => {
  assert.equal(refusal("m.blast", 0), "m.blast is empty.");
  assert.equal(refusal("m.blast", mostReplay), "");
  assert.match(refusal("m.blast", mostReplay + 1), /^m\.blast has more than 16 MB: /);
});

test("what is no replay is told in a sentence", () => {
  assert.equal(
    noReplay("a.blast", new Error("replay: this file is not a replay of blastyard, or its beginning is damaged")),
    "a.blast cannot be opened: this file is not a replay of blastyard, or its beginning is damaged.",
  );
});

test("the name of a replay", () => {
  assert.deepEqual(["a.blast", "A.BLAST", "a.blast.zip", "blast"].map(isReplayName), [true, true, false, false]);
});

test("an address names a match of this server, and nothing else", () => {
  for (const match of ["1-101500", "a_b", "x".repeat(100)]) assert.equal(noMatch(match, false), "");
  for (const match of ["", "..", "a/b", "https://example.org/a", "//example.org", "a?b", "a%2fb", "x".repeat(101)])
    assert.equal(noMatch(match, false), "The address names no match.");
  assert.match(noMatch("a", true), /^This page is a file/);
});
