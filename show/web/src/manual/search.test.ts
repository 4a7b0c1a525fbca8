import assert from "node:assert/strict";
import { test } from "node:test";
import { excerptOf, patternOf, piecesOf, search, wordsOf, type Place } from "./search";

const places: Place[] = [
  { at: "a.html", page: "Commands", title: "", text: "A limit of time is what a clock keeps." },
  {
    at: "a.html#limits",
    page: "Commands",
    title: "Limits",
    text: "The time limit of a turn: --turn-time 500ms, none with --no-timeout.",
  },
  { at: "b.html", page: "Bots", title: "", text: "Call ways_out before you place a bomb. Sometimes there is none." },
  { at: "b.html#text", page: "Bots", title: "Text", text: "timeouts and turns" },
];

const found = (query: string) => search(places, query).map(({ place }) => place.at);

test("every word must be there, at the start of a word; phrases and titles come first", () => {
  assert.deepEqual(found("time limit"), ["a.html#limits", "a.html"]);
  assert.deepEqual(found("limits"), ["a.html#limits", "a.html"]);
  assert.deepEqual(found("ways out"), ["b.html"]);
  assert.deepEqual(found("WAYS_OUT"), ["b.html"]);
  assert.deepEqual(found("--turn-time"), ["a.html#limits"]);
  assert.deepEqual(found("--no-timeout"), ["a.html#limits"]);
  assert.deepEqual(found("timeout"), ["a.html#limits", "b.html#text"]);
  assert.deepEqual(found("bots text"), ["b.html#text"]);
  assert.deepEqual(found("ime"), []);
  assert.deepEqual(found("zebra"), []);
  assert.deepEqual(found("zebra crossing clock"), [], "one word of three is too little");
  assert.deepEqual(found("zebra clock"), [], "so is one of two");
  assert.deepEqual(found("time zebra limit"), ["a.html#limits", "a.html"]);
  assert.deepEqual(found("what is the limit of a turn"), ["a.html#limits"]);
  assert.deepEqual(found(" -- "), []);
  assert.deepEqual(found("clock.*("), ["a.html"], "signs mean nothing");
});

test("words of a query", () => {
  assert.deepEqual(wordsOf("The --turn-times, class"), ["turn-time", "class"]);
  assert.deepEqual(wordsOf("How strong am I?"), ["strong"]);
  assert.deepEqual(wordsOf("who am I"), ["who", "am", "i"], "nothing else remains");
  assert.deepEqual(wordsOf("bomb bombs"), ["bomb"]);
});

test("excerpts begin and end at words, and hold the hit", () => {
  const text = `${"word ".repeat(100)}needle ${"word ".repeat(100)}`.trim();
  const pattern = patternOf(["needle"]);
  assert.ok(pattern);
  assert.match(excerptOf(text, pattern), /^… (word )+needle (word )+…$/);
  assert.ok(excerptOf(text, pattern).length < 200);
  assert.equal(excerptOf("a needle", pattern), "a needle");
  assert.equal(excerptOf("no such", pattern), "no such");
  assert.equal(excerptOf("x".repeat(1000), pattern).length, 182);
});

test("pieces", () => {
  const pattern = patternOf(["bo", "bomb"]);
  assert.ok(pattern);
  assert.deepEqual(piecesOf("A Bomb, a bot: abo", pattern), ["A ", "Bomb", ", a ", "bo", "t: abo"]);
  assert.deepEqual(piecesOf("none", pattern), ["none"]);
});
