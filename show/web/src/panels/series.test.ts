import assert from "node:assert/strict";
import test from "node:test";
import type { Series, SeriesEntrant } from "../list/series";
import { captionOf, matchText, meanText, placeOn, scaleOf, troubleText } from "./series";
import { winnerText } from "./seriesboard";

const entrant: SeriesEntrant = {
  entrant: 1,
  name: "ann",
  bot: "",
  matches: 7,
  wins: 4,
  draws: 1,
  losses: 2,
  mean: 100,
  low: 90,
  high: 110,
  last: [],
  crashes: 0,
  late: 0,
  rank: 1,
};
const series: Series = {
  title: "duel",
  planned: 40,
  played: 7,
  match: 8,
  live: true,
  complete: false,
  entrants: [entrant],
};

test("all bars have one scale, from the lowest limit to the highest", () => {
  const { low: _, high: __, ...short } = entrant;
  const scale = scaleOf([entrant, { ...short, mean: 300 }]);
  assert.ok(scale.low < 90 && scale.low > 70 && scale.high > 300 && scale.high < 320);
  assert.equal(Math.round(placeOn({ low: 0, high: 200 }, 50)), 25);
  assert.deepEqual([placeOn({ low: 0, high: 200 }, -5), placeOn({ low: 0, high: 200 }, 900)], [0, 100]);
  const flat = scaleOf([{ ...short, mean: 5 }]);
  assert.ok(flat.low < 5 && flat.high > 5);
  assert.deepEqual(scaleOf([]), { low: 0, high: 1 });
});

test("how far a series has come is told in words", () => {
  assert.equal(matchText(7, series), "match 7 of 40");
  assert.equal(matchText(7, { ...series, planned: 0 }), "match 7");
  assert.equal(matchText(7, undefined), "match 7");
  assert.equal(matchText(0, series), "");
  assert.equal(captionOf(series), "duel · 7 of 40 matches played");
  assert.equal(captionOf({ ...series, complete: true, played: 40 }), "duel · 40 matches");
});

test("means have one digit, large ones none; crashes and late turns are told", () => {
  assert.deepEqual([meanText(132.46), meanText(5), meanText(12_345.6), meanText(-0.04)], ["132.5", "5", "12,346", "0"]);
  assert.equal(troubleText(entrant), "");
  assert.equal(troubleText({ ...entrant, crashes: 1, late: 3 }), "1 crash, 3 late turns");
});

test("who won a series, however many share the first place", () => {
  const bob = { ...entrant, entrant: 2, name: "bob" };
  assert.equal(winnerText(series), "Final result: ann wins");
  assert.equal(
    winnerText({ ...series, entrants: [entrant, bob, { ...bob, name: "cid", rank: 3 }] }),
    "Final result: ann and bob share the first place",
  );
  assert.equal(winnerText({ ...series, entrants: [entrant, bob, bob, bob] }), "Final result: 4 share the first place");
  assert.equal(winnerText({ ...series, entrants: [] }), "Final result");
});
