import assert from "node:assert/strict";
import { test } from "node:test";
import {
  arrived,
  awaitLive,
  choose,
  chooseInside,
  drop,
  failed,
  followLive,
  lose,
  newChoice,
  readerActs,
  replaceGone,
  type Choice,
} from "./choice";

/** A choice with a match that is shown. */
function showing(id: string): Choice {
  const choice = newChoice();
  arrived(choice, choose(choice, id));
  return choice;
}

test("answers out of order: only that to the last choice is shown or told, whenever it comes", () => {
  const choice = showing("a");
  const [b, c] = [choose(choice, "b"), choose(choice, "c")];
  assert.ok(arrived(choice, c));
  assert.deepEqual([choice.shown, choice.opening], ["c", false]);
  assert.ok(!arrived(choice, b) && !failed(choice, b), "the older one comes last");
  assert.equal(choice.shown, "c");
  const [d, e] = [choose(choice, "d"), choose(choice, "d")]; // the same match at another turn
  assert.ok(!arrived(choice, d));
  assert.deepEqual([choice.shown, choice.opening], ["c", true], "the last one is still to come");
  assert.ok(failed(choice, e));
  assert.deepEqual([choice.shown, choice.opening, choice.id], ["c", false, "d"], "what was shown stays");
});

test("a match of the page itself is not replaced by one that is still being opened", () => {
  const choice = newChoice();
  const number = choose(choice, "b");
  chooseInside(choice);
  assert.equal(arrived(choice, number), false);
  assert.deepEqual([choice.id, choice.opening], [undefined, false]);
});

test("a new match of a series while the reader drags: it is offered, and does not come unasked", () => {
  const choice = showing("a");
  awaitLive(choice);
  assert.equal(followLive(choice, "b"), "open");
  const number = choose(choice, "b", "series");
  assert.equal(followLive(choice, "c"), undefined, "one at a time");
  assert.ok(readerActs(choice), "the reader takes hold of the slider of a, before b is there");
  assert.equal(arrived(choice, number), false);
  assert.deepEqual([choice.id, choice.shown, choice.opening], ["a", "a", false]);
  assert.equal(followLive(choice, "b"), "offer");
  assert.equal(followLive(choice, "b"), undefined, "an offer is made once");
  assert.equal(followLive(choice, "c"), "offer");
});

test("the reader's own choice, and the first match of all, come even if the reader acts meanwhile", () => {
  const choice = newChoice();
  const first = choose(choice, "a", "series");
  assert.ok(!readerActs(choice) && arrived(choice, first));
  const second = choose(choice, "b");
  assert.ok(!readerActs(choice) && arrived(choice, second));
});

test("a live series is followed for ten matches that nobody sees live", () => {
  const choice = showing("0");
  awaitLive(choice);
  const steps = Array.from({ length: 12 }, (_, i) => {
    const step = followLive(choice, `m${i}`);
    if (step === "open") arrived(choice, choose(choice, `m${i}`, "series"));
    return step;
  });
  assert.deepEqual(steps, [...Array.from({ length: 10 }, () => "open"), "offer", "offer"]);
});

test("what only the projector wants is dropped when it is left, other choices are not", () => {
  const choice = showing("a");
  const number = choose(choice, "b", "projector");
  assert.ok(!readerActs(choice), "keys and clicks do not stop a projector");
  assert.ok(drop(choice, "projector"));
  assert.deepEqual([arrived(choice, number), choice.id], [false, "a"]);
  choose(choice, "c");
  assert.deepEqual([drop(choice, "projector"), choice.id], [false, "c"]);
});

test("a match that is gone is replaced once, by offer or, if nobody is there, at once", () => {
  const choice = showing("a");
  choice.offered = "b"; // by the server that is gone
  assert.ok(lose(choice) && !lose(choice));
  assert.equal(replaceGone(choice, "a", false), undefined, "there is no other");
  assert.equal(replaceGone(choice, "b", false), "offer");
  assert.equal(replaceGone(choice, "b", false), undefined);
  assert.equal(replaceGone(choice, "b", true), "open");
  const number = choose(choice, "b");
  assert.equal(replaceGone(choice, "b", true), undefined, "it is being opened");
  assert.ok(arrived(choice, number) && !choice.gone);
});
