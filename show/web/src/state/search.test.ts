import assert from "node:assert/strict";
import { test } from "node:test";
import type { Listed, Listing, Values } from "../list/listing";
import { begin, hideResults, missingPages, newSearch, offeredBy, setFilter, takeFirst, takePage } from "./search";

function listing(...ids: string[]): Listing {
  const match = (id: string): Listed => ({
    id,
    title: "",
    game: "",
    live: false,
    turn: 0,
    turns: 0,
    started: "",
    players: [],
    winner: -1,
  });
  return { matches: ids.map(match) };
}

test("answers out of order: only those to the last search are used", () => {
  const search = newSearch();
  const [older, newer] = [begin(search), begin(search)];
  assert.ok(takeFirst(search, newer, listing("b"), true));
  assert.ok(!takeFirst(search, older, listing("a"), true), "the older answer comes last");
  assert.equal(search.matches.get(0)?.id, "b");
  Object.assign(search, { from: 90, to: 230 });
  assert.deepEqual(missingPages(search), [1, 2]);
  begin(search); // a match has ended: the same search again
  assert.ok(!takePage(search, newer, 1, listing("c")), "the rows were of the list before");
  assert.equal(search.matches.has(100), false);
});

test("rows that stay wanted are asked for once, and again only if the server did not answer", () => {
  const search = newSearch();
  const number = begin(search);
  takeFirst(search, number, listing("a"), true);
  Object.assign(search, { from: 0, to: 150 });
  assert.deepEqual([missingPages(search), missingPages(search)], [[1], []]);
  assert.ok(!takePage(search, number, 1, undefined));
  assert.deepEqual(missingPages(search), [1]);
  assert.ok(takePage(search, number, 1, listing("b")));
  assert.equal(search.matches.get(100)?.id, "b");
});

test("when matches begin or end the old rows stay until the new ones come; another search removes them", () => {
  const search = newSearch();
  takeFirst(search, begin(search), listing("b", "a"), true);
  takeFirst(search, begin(search), listing("c"), false);
  assert.deepEqual([search.matches.get(0)?.id, search.matches.get(1)?.id], ["c", "a"]);
  assert.ok(!takeFirst(search, begin(search), undefined, true), "no answer");
  assert.equal(search.matches.size, 2);
  takeFirst(search, begin(search), listing("d"), true);
  assert.deepEqual([...search.matches.keys()], [0]);
});

test("filters: won and lost belong to a bot, and hidden results cannot be filtered", () => {
  const search = newSearch();
  const values: Values = { games: ["hexabomb"], maps: [], names: ["ann"], results: ["over", "won"] };
  search.values = values;
  setFilter(search.query, "name", "ann");
  setFilter(search.query, "result", "won");
  assert.deepEqual(search.query, { name: "ann", result: "won" });
  assert.deepEqual(offeredBy(search, "result", false), ["over", "won"]);
  hideResults(search.query);
  assert.deepEqual(search.query, { name: "ann" });
  assert.deepEqual(offeredBy(search, "result", true), ["over"]);
  setFilter(search.query, "result", "over");
  hideResults(search.query);
  assert.equal(search.query.result, "over");
  setFilter(search.query, "result", "lost");
  setFilter(search.query, "name", "");
  assert.deepEqual(search.query, {}, "without a bot nothing is lost");
  setFilter(search.query, "map", "tiny");
  assert.deepEqual(offeredBy(search, "map", false), ["tiny"], "what is chosen stays");
});
