import assert from "node:assert/strict";
import { test } from "node:test";
import { playAll, type Worker } from "./series";

/** A worker whose matches end when the test says so. */
function hand(): Worker<number> & {
  done: Map<number, { resolve(): void; reject(problem: Error): void }>;
  closed: boolean;
} {
  const done = new Map<number, { resolve(): void; reject(problem: Error): void }>();
  return {
    done,
    closed: false,
    play: (i) => new Promise((resolve, reject) => done.set(i, { resolve: () => resolve(i * 10), reject })),
    close() {
      this.closed = true;
    },
  };
}

const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("matches count in their order, whichever ends first", async () => {
  const [a, b] = [hand(), hand()];
  const seen: number[][] = [];
  const end = playAll(4, [a, b], { over: (i, result) => seen.push([i, result]) }, new AbortController().signal);
  b.done.get(1)?.resolve();
  await soon();
  assert.deepEqual([seen, [...a.done.keys()], [...b.done.keys()]], [[], [0], [1, 2]]);
  a.done.get(0)?.resolve();
  await soon();
  assert.deepEqual(seen, [
    [0, 0],
    [1, 10],
  ]);
  a.done.get(3)?.resolve();
  b.done.get(2)?.resolve();
  assert.equal(await end, 4);
  assert.deepEqual(seen, [
    [0, 0],
    [1, 10],
    [2, 20],
    [3, 30],
  ]);
  assert.ok(a.closed && b.closed);
});

test("a series that is stopped keeps what it has counted, and ends its workers at once", async () => {
  const a = hand();
  const stop = new AbortController();
  const seen: number[] = [];
  const end = playAll(4, [a], { over: (i) => seen.push(i) }, stop.signal);
  a.done.get(0)?.resolve();
  await soon();
  stop.abort();
  assert.equal(await end, 1);
  assert.ok(a.closed);
  a.done.get(1)?.resolve();
  await soon();
  assert.deepEqual(seen, [0]);
});

test("the first match that cannot be played ends all", async () => {
  const [a, b] = [hand(), hand()];
  const end = playAll(9, [a, b], { over: () => {} }, new AbortController().signal);
  b.done.get(1)?.reject(new Error("map: no such map"));
  await soon();
  a.done.get(0)?.resolve();
  await assert.rejects(end, /no such map/);
  assert.ok(a.closed && b.closed);
});
