import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";
import type { Frame, Header } from "../model";
import { inflate, parseMatch } from "./embedded";

const header: Header = {
  game: "hexabomb",
  title: "t",
  shape: "hexagon",
  cells: [[0, 0]],
  turns: 2,
  seed: "1",
  started: "",
  limit: 0,
  bounty: 0,
  suddenDeath: false,
  players: [],
};

test("a match is read from its lines", () => {
  const end = { turns: 2, winner: -1, why: "", players: [] };
  const source = parseMatch(
    [header, end, { turn: 0 }, { turn: 1 }, { turn: 2, tree: "é" }].map((v) => JSON.stringify(v)).join("\n") + "\n",
  );
  assert.deepEqual(source.header, header);
  assert.deepEqual(source.end, end);
  assert.equal(source.newest, 2);
  assert.deepEqual(source.frame(2), { turn: 2, tree: "é" });
  assert.equal(source.frame(3), undefined);
  const told: Frame[] = [];
  source.start({ frame: (frame) => told.push(frame), changed: () => {} });
  assert.deepEqual(
    told.map((frame) => frame.turn),
    [0, 1, 2],
  );
});

test("a match without an end, or without anything", () => {
  assert.equal(parseMatch(`${JSON.stringify(header)}\nnull\n`).end, undefined);
  assert.equal(parseMatch(`${JSON.stringify(header)}\nnull\n`).newest, 0);
  assert.throws(() => parseMatch(""));
});

test("base64 of raw deflate is unpacked", async () => {
  const text = "é".repeat(1000);
  assert.equal(await inflate(`\n${deflateRawSync(text).toString("base64")}\n`), text);
});
