import assert from "node:assert/strict";
import { test } from "node:test";
import { dealIDs, idsOf, parseSeed, seedOf } from "./seeds";

test("seeds and ids are those of package match", () => {
  // The results of match.SeedOf for the matches 0, 1 and 199, and of match.DealIDs for 2, 3, 4 and 6 seats.
  const cases: [bigint, bigint[], number[][]][] = [
    [
      0n,
      [18208837879323902284n, 8179059650836522105n, 11936043139557442171n],
      [
        [0, 1],
        [0, 2, 1],
        [0, 1, 3, 2],
        [1, 0, 2, 4, 5, 3],
      ],
    ],
    [
      7n,
      [4043200902331551732n, 15512591145103380069n, 5857154841786305858n],
      [
        [0, 1],
        [0, 2, 1],
        [1, 0, 3, 2],
        [1, 2, 5, 0, 4, 3],
      ],
    ],
    [
      18446744073709551615n,
      [17881490150370118913n, 5988706654267139985n, 17522317758433907037n],
      [
        [0, 1],
        [0, 2, 1],
        [1, 0, 3, 2],
        [2, 1, 4, 0, 5, 3],
      ],
    ],
  ];
  for (const [seed, seeds, deals] of cases) {
    assert.deepEqual(
      [0, 1, 199].map((i) => seedOf(seed, i)),
      seeds,
    );
    assert.deepEqual(
      [2, 3, 4, 6].map((n) => dealIDs(seed, n)),
      deals,
    );
  }
});

test("over as many matches as seats everybody plays every player", () => {
  for (let seat = 0; seat < 4; seat++) {
    assert.deepEqual([0, 1, 2, 3].map((i) => idsOf(7n, i, 4)[seat]).sort(), [0, 1, 2, 3]);
  }
  assert.deepEqual(idsOf(7n, 5, 4), [2, 1, 0, 3]);
});

test("a seed is a whole number of 64 bits", () => {
  assert.equal(parseSeed(" 7 "), 7n);
  assert.equal(parseSeed("18446744073709551615"), 18446744073709551615n);
  for (const text of ["", "-1", "1.5", "18446744073709551616", "x", "1e3"]) assert.equal(parseSeed(text), undefined);
});
