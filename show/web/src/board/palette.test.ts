import assert from "node:assert/strict";
import test from "node:test";
import type { Header } from "../model";
import { plate, plateInk } from "./overlay";
import { defaultOptions, groundColours, ownerColour } from "./scene";
import { colourOf, contrast, inkOn, mix, neutral, neutralLight, patternOf, players } from "../palette";

test("the first 144 players differ by colour or pattern", () => {
  const looks = new Set(Array.from({ length: 144 }, (_, p) => colourOf(p + 1, true) + patternOf(p)));
  assert.equal(looks.size, 144);
  assert.equal(new Set(Array.from({ length: 12 }, (_, p) => patternOf(p))).size, 12);
  assert.equal(patternOf(-1), 0);
});

test("nobody has a colour in both themes", () => {
  assert.equal(colourOf(0, true), neutral);
  assert.equal(colourOf(0, false), neutralLight);
  assert.equal(colourOf(13, false), players[0]);
});

test("colours go by the entrant", () => {
  const player = (entrant?: number): Header["players"][number] => ({
    name: "",
    bot: "",
    special: false,
    ...(entrant === undefined ? {} : { entrant }),
  });
  const base = {
    game: "",
    title: "",
    shape: "hexagon" as const,
    cells: [],
    turns: 0,
    seed: "",
    started: "",
    limit: 0,
    bounty: 0,
    suddenDeath: false,
  };
  const first: Header = { ...base, players: [player(1), player(3)] };
  const second: Header = { ...base, players: [player(3), player(1)] };
  const old: Header = { ...base, players: [player(), player()] };
  assert.equal(ownerColour(first, 2, true), players[2]);
  assert.equal(ownerColour(second, 1, true), players[2]);
  assert.equal(ownerColour(old, 2, true), players[1]);
  assert.equal(ownerColour(second, 0, true), neutral);
  assert.deepEqual(groundColours(first, 2, defaultOptions), groundColours(second, 1, defaultOptions));
  assert.notDeepEqual(groundColours(first, 1, defaultOptions), groundColours(second, 1, defaultOptions));
  const mine = { ...defaultOptions, me: 0 }; // me is a player id
  assert.deepEqual(groundColours(second, 1, mine), groundColours(second, 1, defaultOptions));
  assert.notDeepEqual(groundColours(second, 2, mine), groundColours(second, 2, defaultOptions));
});

test("ink can be read on every colour", () => {
  for (const colour of players) assert.ok(contrast(inkOn(colour), colour) >= 4.4, colour);
  assert.ok(Math.abs(contrast("#000000", "#ffffff") - 21) < 1e-9);
});

test("colours mix", () => {
  assert.equal(mix("#000000", "#ffffff", 0), "#000000");
  assert.equal(mix("#000000", "#ff8000", 0.5), "#804000");
  assert.equal(mix("#123456", "#abcdef", 1), "#abcdef");
});

test("the numbers of dangers can be read on every ground", () => {
  assert.ok(contrast(plate, plateInk) >= 4.5);
});
