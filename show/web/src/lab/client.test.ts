import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { wordsOf } from "./check";
import { LabClient } from "./client";
import type { Answer, Question } from "./messages";

/** Stands for the worker: it answers when the test says so. */
class FakeWorker extends EventTarget {
  static made: FakeWorker[] = [];
  asked: Question[] = [];
  ended = false;

  constructor(readonly address: string) {
    super();
    FakeWorker.made.push(this);
  }

  postMessage(question: Question, transfer: ArrayBuffer[]): void {
    this.asked.push(structuredClone(question, { transfer }));
  }

  terminate(): void {
    this.ended = true;
  }

  says(answer: Answer): void {
    this.dispatchEvent(new MessageEvent("message", { data: answer }));
  }

  fails(message: string): void {
    this.dispatchEvent(Object.assign(new Event("error", { cancelable: true }), { message }));
  }
}

const real = globalThis.Worker;
const replay = (...bytes: number[]): Uint8Array<ArrayBuffer> => Uint8Array.of(...bytes);
const good = { turns: 3, as_recorded: true };

beforeEach(() => {
  FakeWorker.made = [];
  Object.assign(globalThis, { Worker: FakeWorker });
});

afterEach(() => {
  Object.assign(globalThis, { Worker: real });
});

/** The worker that was made last. */
function newest(): FakeWorker {
  const worker = FakeWorker.made.at(-1);
  assert.ok(worker);
  return worker;
}

test("no worker before the first question, and one for all of them", async () => {
  const lab = new LabClient();
  assert.equal(FakeWorker.made.length, 0);
  const bytes = replay(1, 2), first = lab.verify(bytes), second = lab.verify(replay(3));
  assert.equal(FakeWorker.made.length, 1);
  assert.equal(newest().address, "lab/worker.js");
  assert.equal(bytes.length, 0); // it was handed over, not copied
  const [a, b] = newest().asked;
  assert.ok(a && b);
  assert.deepEqual([[...a.verify], [...b.verify]], [[1, 2], [3]]);
  const differs = { turns: 3, as_recorded: false, turn: 2, what: "cells" };
  newest().says({ id: b.id, verdict: differs }); // in another order
  newest().says({ id: a.id, verdict: good });
  assert.deepEqual([await first, await second], [good, differs]);
});

test("a replay that cannot be checked fails with its words, and the worker goes on", async () => {
  const lab = new LabClient(), bad = lab.verify(replay(1)), next = lab.verify(replay(2));
  const [a, b] = newest().asked;
  assert.ok(a && b);
  newest().says({ id: a.id, error: "replay: the file was cut" });
  newest().says({ id: b.id, verdict: good });
  await assert.rejects(bad, { message: "replay: the file was cut" });
  assert.deepEqual(await next, good);
  assert.equal(newest().ended, false);
});

for (const [title, fails, why] of [
  ["a module that cannot be loaded", (worker) => worker.says({ broken: "lab.wasm: 404 Not Found" }), "lab.wasm: 404 Not Found"],
  ["a worker that cannot be loaded", (worker) => worker.fails(""), "lab/worker.js cannot be loaded"],
  ["a worker that breaks", (worker) => worker.fails("out of memory"), "out of memory"],
] satisfies [string, (worker: FakeWorker) => void, string][]) {
  test(`${title} fails all questions, and the next one starts another worker`, async () => {
    const lab = new LabClient(), questions = [lab.verify(replay(1)), lab.verify(replay(2))], old = newest();
    fails(old);
    for (const question of questions) await assert.rejects(question, { message: `the rules do not run in this browser: ${why}` });
    assert.equal(old.ended, true);
    const again = lab.verify(replay(3));
    old.says({ broken: "said before its end" });
    assert.equal(FakeWorker.made.length, 2);
    newest().says({ id: newest().asked[0]?.id ?? 0, verdict: good });
    assert.deepEqual(await again, good);
  });
}

test("a browser without workers says so", async () => {
  Object.assign(globalThis, { Worker: class { constructor() { throw new Error("no workers here"); } } });
  await assert.rejects(new LabClient().verify(replay(1)), { message: "the rules do not run in this browser: no workers here" });
});

test("what came of a check in words", () => {
  assert.equal(wordsOf({ turns: 1, as_recorded: true }), "1 turn, all as recorded");
  assert.equal(wordsOf({ turns: 100, as_recorded: true }), "100 turns, all as recorded");
  assert.equal(wordsOf({ turns: 100, as_recorded: false, turn: 37, what: "cells: the replay has 1" }), "Turn 37 is not as recorded: cells: the replay has 1");
});
