import assert from "node:assert/strict";
import { test } from "node:test";
import type { EventKind, Frame, PlayerRow } from "../model";
import { History, ranking, ranks } from "./history";

function row(values: Partial<PlayerRow>): PlayerRow {
  return { score: 0, cells: 0, share: 0, characters: 1, living: 1, bombs: 1, connected: true, micros: -1, ...values };
}

function frame(turn: number, scores: number[], kinds: EventKind[] = []): Frame {
  return {
    turn,
    players: scores.map((score) => row({ score, share: score / 100, micros: score === 0 ? -1 : score * 1000 })),
    events: kinds.map((kind, i) => ({ kind, player: -1, text: `${kind} ${i}` })),
  };
}

const all = new Set<EventKind>(["note", "death", "revival", "chain", "item", "player", "lead"]);

test("series have a value for each turn, null where it is not known", () => {
  const history = new History();
  history.add(frame(0, [0, 10]));
  history.add(frame(2, [5, 20]));
  assert.deepEqual(history.series("score", 0), [0, null, 5]);
  assert.deepEqual(history.series("share", 1), [10, null, 20]);
  assert.deepEqual(history.series("time", 0), [null, null, 5]);
  assert.deepEqual(history.series("score", 7), [null, null, null]);
});

test("turns come in any order, and again", () => {
  const history = new History();
  for (const turn of [0, 3, 2]) history.add(frame(turn, []));
  assert.equal(history.length, 4);
  const version = history.version;
  history.add(frame(2, []));
  assert.equal(history.version, version);
  history.add(frame(1, []));
  assert.notEqual(history.version, version);
});

test("events are listed from the newest, by kind", () => {
  const history = new History();
  history.add(frame(0, [], ["note"]));
  history.add(frame(1, [], ["death", "chain"]));
  history.add(frame(2, [], ["death"]));
  const texts = (turn: number, kinds: Set<EventKind>, most = 9): string[] =>
    history.eventsUpTo(turn, kinds, most).map(({ turn: at, event }) => `${at} ${event.text}`);
  assert.deepEqual(texts(9, all), ["2 death 0", "1 chain 1", "1 death 0", "0 note 0"]);
  assert.deepEqual(texts(1, new Set(["death"])), ["1 death 0"]);
  assert.deepEqual(texts(2, all, 2), ["2 death 0", "1 chain 1"]);
});

test("the next event is looked for in both directions", () => {
  const history = new History();
  for (let turn = 0; turn < 10; turn++)
    history.add(frame(turn, [], turn === 3 ? ["death"] : turn === 7 ? ["item"] : []));
  assert.equal(history.nextEvent(0, true, all), 3);
  assert.equal(history.nextEvent(3, true, all), 7);
  assert.equal(history.nextEvent(7, true, all), undefined);
  assert.equal(history.nextEvent(9, false, new Set(["death"])), 3);
  assert.equal(history.nextEvent(3, false, all), undefined);
});

test("players are ranked by score, then cells, special ones last", () => {
  const rows = [
    row({ score: 9 }),
    row({ score: 5, cells: 1 }),
    row({ score: 5, cells: 3 }),
    row({ score: 5, cells: 3 }),
  ];
  const order = ranking(rows, (player) => player === 0);
  assert.deepEqual(order, [2, 3, 1, 0]);
  assert.deepEqual(ranks(rows, [2, 3, 1]), [1, 1, 1]); // equal scores are a draw, as in the results of matches
  rows[1] = row({ score: 4, cells: 9 });
  assert.deepEqual(ranks(rows, [2, 3, 1]), [1, 1, 3]);
});

test("calm turns are counted up to the next that is not, or is not known", () => {
  const history = new History(({ turn }) => turn !== 5);
  for (const turn of [0, 1, 2, 3, 4, 5, 6, 7, 9]) history.add(frame(turn, []));
  assert.equal(history.calmAfter(0, 20), 4);
  assert.equal(history.calmAfter(0, 3), 3);
  assert.equal(history.calmAfter(4, 20), 0);
  assert.equal(history.calmAfter(5, 20), 2);
  assert.equal(history.pulse(2)?.deaths, 0);
  assert.equal(history.pulse(8), undefined);
});
