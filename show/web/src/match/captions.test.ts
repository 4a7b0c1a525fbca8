import assert from "node:assert/strict";
import { test } from "node:test";
import { chooseCaption, newCaptions, readingTime, type Told } from "../state/caption";
import { heaviest } from "./captions";
import { History } from "./history";

function told(turn: number, weight: number): Told {
  return { turn, player: 0, weight, text: `what happened in turn ${turn}` };
}

test("a caption stays at least 2.5 seconds, unless a heavier one comes", () => {
  const captions = newCaptions();
  assert.equal(chooseCaption(captions, told(3, 10), 3, true, 0)?.turn, 3);
  assert.equal(chooseCaption(captions, told(4, 9), 4, true, 500)?.turn, 3);
  assert.equal(chooseCaption(captions, told(5, 10), 5, true, 2400)?.turn, 3);
  assert.equal(chooseCaption(captions, told(6, 11), 6, true, 2450)?.turn, 6);
  assert.equal(chooseCaption(captions, told(9, 1), 9, true, 4900)?.turn, 6);
  assert.equal(chooseCaption(captions, told(10, 1), 10, true, 4950)?.turn, 10);
});

test("a long caption stays until it is read, and each one for two seconds", () => {
  const captions = newCaptions();
  const long = { ...told(3, 10), text: "x".repeat(100) };
  assert.equal(chooseCaption(captions, long, 3, true, 0)?.turn, 3);
  assert.equal(chooseCaption(captions, told(4, 99), 4, true, 1999)?.turn, 3);
  assert.equal(chooseCaption(captions, told(5, 9), 5, true, readingTime(long.text) - 1)?.turn, 3);
  assert.equal(chooseCaption(captions, told(6, 9), 6, true, readingTime(long.text))?.turn, 6);
});

test("a caption goes by itself when nothing is told for long", () => {
  const captions = newCaptions();
  chooseCaption(captions, told(3, 10), 3, true, 0);
  assert.equal(chooseCaption(captions, undefined, 4, true, 3000)?.turn, 3);
  assert.equal(chooseCaption(captions, told(3, 10), 3, true, 6000)?.turn, 3);
  assert.equal(chooseCaption(captions, undefined, 9, true, 7000), undefined);
});

test("a reader who rests on a turn sees its caption, and no other", () => {
  const captions = newCaptions();
  chooseCaption(captions, told(3, 10), 3, true, 0);
  assert.equal(chooseCaption(captions, undefined, 4, false, 100), undefined);
  assert.equal(chooseCaption(captions, told(3, 10), 3, false, 200)?.turn, 3);
  assert.equal(chooseCaption(captions, told(3, 10), 3, false, 99_000)?.turn, 3);
});

test("a caption of a later turn goes when the reader goes back", () => {
  const captions = newCaptions();
  chooseCaption(captions, told(30, 10), 30, true, 0);
  assert.equal(chooseCaption(captions, undefined, 4, true, 100), undefined);
});

test("of several turns that passed at once the heaviest is told, lessons included", () => {
  const history = new History();
  for (const [turn, weight] of [
    [1, 5],
    [2, 30],
    [3, 7],
  ] as const)
    history.add({ turn, caption: { player: 0, weight, text: `caption ${turn}` } });
  assert.equal(heaviest(history, [], 0, 3)?.text, "caption 2");
  assert.equal(heaviest(history, [], 2, 3)?.text, "caption 3");
  assert.equal(heaviest(history, [told(3, 8)], 2, 3)?.text, "what happened in turn 3");
  assert.equal(heaviest(history, [told(4, 8)], 3, 3), undefined);
});
