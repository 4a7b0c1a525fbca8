import assert from "node:assert/strict";
import { test } from "node:test";
import { anotherSeed, commandOf, handsOf, matchConfig, seatsOf, seriesConfig, type Setup } from "./setup";

const setup: Setup = {
  map: "tiny",
  opponents: [{ bot: "builtin:hunter" }, { bot: "version:3", name: "my bot 3" }],
  seed: 7n,
  turns: 100,
};

test("a match seats one's own bot first", () => {
  assert.deepEqual(matchConfig(setup, "mybot"), {
    game: "hexabomb",
    map: "tiny",
    seed: 7n,
    turns: 100,
    seats: [{ bot: "page", name: "mybot" }, { bot: "builtin:hunter" }, { bot: "page", name: "my bot 3" }],
  });
});

test("a match of a series has the seed and the ids of play --games", () => {
  const { seed, ids } = seriesConfig(setup, "mybot", 1);
  assert.equal(seed, 15512591145103380069n);
  assert.deepEqual(ids, [1, 0, 2]); // dealt 0 2 1, rotated by one
});

test("a match with a secret", () => {
  const secret = "000102030405060708090a0b0c0d0e0f";
  const hidden: Setup = { ...setup, secret };
  assert.equal(matchConfig(hidden, "mybot").secret, secret);
  assert.equal(seriesConfig(hidden, "mybot", 0).secret, "986f942d9bc550de2a41cea1a1d216d7");
  assert.equal("secret" in matchConfig(setup, "mybot"), false);
  assert.match(commandOf(hidden, "mybot", 1), / --seed 7 --secret 000102030405060708090a0b0c0d0e0f$/);
});

test("the command line plays the same", () => {
  assert.equal(
    commandOf(setup, "mybot", 1),
    "blastyard play --map tiny --bot ./mybot --bot builtin:hunter --bot ./my-bot-3 --turns 100 --seed 7",
  );
  assert.match(commandOf(setup, "mybot", 200, 41), /--seed 7 --games 200 --only 42$/);
});

test("another seed is short", () => {
  assert.deepEqual(
    [0, 0.999999].map((value) => anotherSeed(() => value)),
    [1n, 99999n],
  );
});

test("seats by hand: one's own, or an opponent's", () => {
  const mine: Setup = { ...setup, own: "human", opponents: [{ bot: "builtin:hunter" }] };
  const other: Setup = { ...setup, opponents: [{ bot: "human" }] };
  assert.deepEqual(seatsOf(mine, "mybot"), [{ bot: "human" }, { bot: "builtin:hunter" }]);
  assert.deepEqual(seatsOf(other, "mybot"), [{ bot: "page", name: "mybot" }, { bot: "human" }]);
  assert.deepEqual([setup, mine, other, { ...other, own: "human" as const }].map(handsOf), [0, 1, 1, 2]);
  assert.equal(
    commandOf(mine, "mybot", 1),
    "blastyard play --map tiny --bot human --bot builtin:hunter --turns 100 --seed 7",
  );
});
