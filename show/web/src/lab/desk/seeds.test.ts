import assert from "node:assert/strict";
import { test } from "node:test";
import { createHmac } from "node:crypto";
import vectors from "../../../../../game/match/testdata/secrets.json";
import { hmac } from "./hmac";
import { dealIDs, drawsOf, drawsText, idsOf, keyOf, parseDraws, parseSeed, seedOf } from "./seeds";

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
      [2, 3, 4, 6].map((n) => dealIDs({ seed }, n)),
      deals,
    );
  }
});

test("over as many matches as seats everybody plays every player", () => {
  for (let seat = 0; seat < 4; seat++) {
    assert.deepEqual([0, 1, 2, 3].map((i) => idsOf({ seed: 7n }, i, 4)[seat]).sort(), [0, 1, 2, 3]);
  }
  assert.deepEqual(idsOf({ seed: 7n }, 5, 4), [2, 1, 0, 3]);
});

test("a seed is a whole number of 64 bits", () => {
  assert.equal(parseSeed(" 7 "), 7n);
  assert.equal(parseSeed("18446744073709551615"), 18446744073709551615n);
  for (const text of ["", "-1", "1.5", "18446744073709551616", "x", "1e3"]) assert.equal(parseSeed(text), undefined);
});

test("what follows from a secret is what follows from it in package match", () => {
  assert.ok(vectors.length >= 3);
  for (const { secret, ids_of_4, secret_of_match_0, secret_of_match_9, key_of_bomberman } of vectors) {
    const draws = { seed: 7n, secret };
    assert.deepEqual(dealIDs(draws, 4), ids_of_4);
    assert.deepEqual(drawsOf(draws, 0), { seed: seedOf(7n, 0), secret: secret_of_match_0 });
    assert.deepEqual(drawsOf(draws, 9), { seed: seedOf(7n, 9), secret: secret_of_match_9 });
    assert.equal(keyOf(secret, "bomberman"), key_of_bomberman);
  }
  assert.deepEqual(drawsOf({ seed: 7n }, 0), { seed: seedOf(7n, 0) });
});

test("the HMAC is the one of node", () => {
  for (let n = 0; n < 300; n += 7) {
    const key = Uint8Array.from({ length: n % 65 }, (_, i) => i * n + 3);
    const text = Uint8Array.from({ length: n }, (_, i) => i ^ n);
    assert.deepEqual(hmac(key, text), Uint8Array.from(createHmac("sha256", key).update(text).digest()));
  }
});

test("a seed, and a secret behind it", () => {
  const secret = "8f3a61c2d94e07b5a1f06d2c9be37418";
  for (const text of [`7 ${secret}`, ` --seed 7 --secret ${secret.toUpperCase()} `]) {
    assert.deepEqual(parseDraws(text), { seed: 7n, secret });
  }
  assert.deepEqual(parseDraws("7"), { seed: 7n });
  for (const text of ["", secret, `7 ${secret}0`, `7 ${"0".repeat(32)}`, "7 8", `x ${secret}`]) {
    assert.equal(parseDraws(text), undefined);
  }
  for (const draws of [{ seed: 7n }, { seed: 7n, secret }]) assert.deepEqual(parseDraws(drawsText(draws)), draws);
});
