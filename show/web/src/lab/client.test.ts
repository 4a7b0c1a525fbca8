import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type { Frame, Header } from "../model";
import { Refusal } from "../play/client";
import type { Source, Watch } from "../source/source";
import { wordsOf } from "./check";
import { LabClient } from "./client";
import type { Answer, Question } from "./messages";

/** Stands in for the worker: it answers when the test says so. */
class FakeWorker extends EventTarget {
  static made: FakeWorker[] = [];
  asked: Question[] = [];
  ended = false;

  constructor(readonly address: string) {
    super();
    FakeWorker.made.push(this);
  }

  postMessage(question: Question, transfer: Transferable[]): void {
    this.asked.push(structuredClone(question, { transfer: [...transfer] as ArrayBuffer[] }));
  }

  /** The id of a question, by the order of asking. */
  id(at: number): number {
    const question = this.asked.at(at);
    assert.ok(question && "id" in question);
    return question.id;
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
  const bytes = replay(1, 2);
  const first = lab.verify(bytes);
  const second = lab.verify(replay(3));
  assert.equal(FakeWorker.made.length, 1);
  assert.equal(newest().address, "lab/worker.js");
  assert.equal(bytes.length, 2); // the bytes were copied, not transferred
  assert.deepEqual(
    newest().asked.map((question) => "call" in question && [question.call, question.with]),
    [
      ["verify", [replay(1, 2)]],
      ["verify", [replay(3)]],
    ],
  );
  const differs = { turns: 3, as_recorded: false, turn: 2, what: "cells" };
  newest().says({ id: newest().id(1), text: JSON.stringify(differs) }); // not in the order of asking
  newest().says({ id: newest().id(0), text: JSON.stringify(good) });
  assert.deepEqual([await first, await second], [good, differs]);
});

for (const [call, ask, given, text, want] of [
  ["film", (lab) => lab.film(replay(1)), [replay(1)], "{}\nnull\n", "{}\nnull\n"],
  ["lessons", (lab) => lab.lessons(replay(1)), [replay(1)], "[]", []],
  ["offer", (lab) => lab.offer(replay(1)), [replay(1)], '{"can":false}', { can: false }],
  [
    "starter",
    (lab) => lab.starter("hexabomb", "javascript", "me"),
    ["hexabomb", "javascript", "me"],
    '{"files":{"bot.js":"x"}}',
    { "bot.js": "x" },
  ],
  ["kinds", (lab) => lab.kinds(), [], "[]", []],
] satisfies [string, (lab: LabClient) => Promise<unknown>, unknown[], string, unknown][]) {
  test(`${call} is asked, and its answer read`, async () => {
    const answer = ask(new LabClient());
    const id = newest().id(0);
    assert.deepEqual(newest().asked, [{ id, call, with: given }]);
    newest().says({ id, text });
    assert.deepEqual(await answer, want);
  });
}

test("a replay that cannot be checked fails with its words, and the worker goes on", async () => {
  const lab = new LabClient();
  const bad = lab.verify(replay(1));
  const next = lab.verify(replay(2));
  newest().says({ id: newest().id(0), error: "replay: the file was cut" });
  newest().says({ id: newest().id(1), text: JSON.stringify(good) });
  await assert.rejects(bad, { message: "replay: the file was cut" });
  assert.deepEqual(await next, good);
  assert.equal(newest().ended, false);
});

test("while the server builds the rules who waits for an answer is told, and nobody later", async () => {
  const lab = new LabClient();
  const told: string[] = [];
  const first = lab.withNews((text) => told.push(`first: ${text}`), lab.verify(replay(1)));
  newest().says({ building: "soon" });
  const second = lab.withNews((text) => told.push(`second: ${text}`), lab.verify(replay(2)));
  newest().says({ building: "now" });
  for (const at of [0, 1]) newest().says({ id: newest().id(at), text: JSON.stringify(good) });
  assert.deepEqual([await first, await second], [good, good]);
  const third = lab.withNews((text) => told.push(`third: ${text}`), lab.verify(replay(3)));
  newest().says({ id: newest().id(2), text: JSON.stringify(good) });
  await third;
  assert.deepEqual(told, ["first: soon", "second: soon", "first: now", "second: now"]);
});

for (const [title, fails, why] of [
  [
    "a module that cannot be loaded",
    (worker) => worker.says({ broken: "lab.wasm: 404 Not Found" }),
    "lab.wasm: 404 Not Found",
  ],
  ["a worker that cannot be loaded", (worker) => worker.fails(""), "lab/worker.js cannot be loaded"],
  ["a worker that breaks", (worker) => worker.fails("out of memory"), "out of memory"],
] satisfies [string, (worker: FakeWorker) => void, string][]) {
  test(`${title} fails all questions, and the next one starts another worker`, async () => {
    const lab = new LabClient();
    const questions = [lab.verify(replay(1)), lab.verify(replay(2))];
    const old = newest();
    fails(old);
    for (const question of questions)
      await assert.rejects(question, { message: `the rules do not run in this browser: ${why}` });
    assert.equal(old.ended, true);
    const again = lab.verify(replay(3));
    old.says({ broken: "said before its end" });
    assert.equal(FakeWorker.made.length, 2);
    newest().says({ id: newest().id(0), text: JSON.stringify(good) });
    assert.deepEqual(await again, good);
  });
}

test("a browser without workers says so", async () => {
  Object.assign(globalThis, {
    Worker: class {
      constructor() {
        throw new Error("no workers here");
      }
    },
  });
  await assert.rejects(new LabClient().verify(replay(1)), {
    message: "the rules do not run in this browser: no workers here",
  });
});

const header: Header = {
  game: "hexabomb",
  title: "t",
  shape: "hexagon",
  cells: [[0, 0]],
  turns: 3,
  seed: "1",
  started: "",
  limit: 0,
  bounty: 0,
  suddenDeath: false,
  players: [],
};
const result = { turns: 3, winner: 0, scores: [1], seed: 1, seats: [] };
const end = { turns: 3, winner: 0, why: "", players: [] };

/** Sends messages about a match that is being played, a line for each value. */
function tell(match: number, ...said: unknown[]): void {
  for (const each of said) newest().says({ match, line: JSON.stringify(each) });
}

/** Records what a source reports, in order. */
function watch(source: Source): { frames: number[]; changes: () => number } {
  const frames: number[] = [];
  let changes = 0;
  const watch: Watch = { frame: (frame: Frame) => frames.push(frame.turn), changed: () => changes++ };
  source.start(watch);
  return { frames, changes: () => changes };
}

/** Lets pending answers arrive. */
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

test("a match is shown while it is played, and gives its result and replay", async () => {
  const lab = new LabClient();
  const running = lab.match({ config: { seats: [{ bot: "builtin:hunter" }] } });
  const id = newest().id(0);
  assert.deepEqual(newest().asked, [
    { id, order: '{"config":{"seats":[{"bot":"builtin:hunter"}]}}', ports: {}, replay: null, shown: true },
  ]);
  assert.equal(running.seat, undefined);
  tell(id, { header }, { frame: { turn: 0 } });
  const source = await running.source;
  const { frames, changes } = watch(source);
  assert.deepEqual([source.header, source.live, source.origin, frames], [header, true, undefined, [0]]);
  tell(id, { frame: { turn: 1 } }, { waiting: { turn: 1, players: [0] } });
  assert.deepEqual(
    [source.newest, source.frame(1), source.frame(2), source.waiting],
    [1, { turn: 1 }, undefined, { turn: 1, players: [0], absent: [] }],
  );
  const before = changes();
  tell(id, { waiting: null }, { frame: { turn: 2 } }, { end });
  assert.deepEqual(
    [frames, source.waiting, source.live, source.end, changes() > before],
    [[0, 1, 2], undefined, false, end, true],
  );
  newest().says({ id, result: JSON.stringify(result), replay: replay(7) });
  assert.deepEqual(await running.done, { result, replay: replay(7) });
  running.stop();
  source.close();
  assert.equal(newest().asked.length, 1); // the match is over, so there is nothing to stop
});

test("a match that nobody looks at any more ends", async () => {
  const running = new LabClient().match({ config: {} });
  const id = newest().id(0);
  tell(id, { header }, { frame: { turn: 0 } });
  const source = await running.source;
  const { frames } = watch(source);
  source.close();
  assert.deepEqual(newest().asked[1], { stop: id });
  tell(id, { frame: { turn: 1 } });
  assert.deepEqual(frames, [0]);
  newest().says({ id, error: "it was stopped" });
  await assert.rejects(running.done, { message: "it was stopped" });
  assert.equal(source.live, false);
});

test("a match that goes on from a replay is there when its own turns begin, and knows where it came from", async () => {
  const lab = new LabClient();
  const running = lab.match({ config: { seats: [{ bot: "" }] }, from: 2 }, {}, replay(5));
  const id = newest().id(0);
  let there = false;
  void running.source.then(() => (there = true));
  tell(id, { header }, { frame: { turn: 0 } }, { frame: { turn: 1 } });
  await settled();
  assert.equal(there, false);
  tell(id, { frame: { turn: 2 } });
  const { origin } = await running.source;
  assert.equal(origin?.turn, 2);
  const base = origin.open();
  const film = newest().asked[1];
  assert.ok(film && "call" in film);
  assert.deepEqual([film.call, film.with], ["film", [replay(5)]]);
  newest().says({
    id: film.id,
    text: [header, end, { turn: 0 }, { turn: 1 }].map((line) => JSON.stringify(line)).join("\n") + "\n",
  });
  assert.equal((await base).newest, 1);
});

test("the programs of a match get their ports", async () => {
  const { port1, port2 } = new MessageChannel();
  const got = new Promise((resolve) => (port2.onmessage = ({ data }) => resolve(data)));
  const running = new LabClient().match(
    { config: { seats: [{ bot: "builtin:idle" }, { bot: "page" }] }, keep: false },
    { 1: port1 },
  );
  const [question] = newest().asked;
  assert.ok(question && "order" in question);
  assert.equal(question.shown, false);
  question.ports[1]?.postMessage("begin");
  assert.equal(await got, "begin");
  question.ports[1]?.close();
  newest().says({ id: question.id, result: JSON.stringify(result), replay: null });
  assert.deepEqual(await running.done, { result, replay: null });
  await assert.rejects(running.source, { message: "there is nothing to be seen of this match" });
});

test("a seat that is played by hand", async () => {
  const { seat } = new LabClient().match({ config: { seats: [{ bot: "human" }] } });
  const id = newest().id(0);
  assert.ok(seat);
  const view = { name: "ann", player: 0, match: "", choices: null, limit: 0, left: 0, missed: 0, gaveUp: false };
  for (const [ask, deed, given] of [
    [() => seat.look(), "look", []],
    [() => seat.play(3, [{ token: 1, do: "up" }]), "play", [3, '[{"token":1,"do":"up"}]']],
    [() => seat.giveUp(), "quit", []],
  ] satisfies [() => Promise<unknown>, string, unknown[]][]) {
    const answer = ask();
    assert.deepEqual(newest().asked.at(-1), { id: newest().id(-1), match: id, deed, with: given });
    newest().says({ id: newest().id(-1), text: JSON.stringify(view) });
    assert.deepEqual(await answer, view);
  }
  for (const [ask, status] of [
    [() => seat.play(3, []), 409],
    [() => seat.look(), 422],
  ] satisfies [() => Promise<unknown>, number][]) {
    const answer = ask();
    newest().says({ id: newest().id(-1), error: "too late" });
    await assert.rejects(
      answer,
      (problem) => problem instanceof Refusal && problem.status === status && problem.message === "too late",
    );
  }
});

for (const [title, ends, why] of [
  ["that cannot be played", (_, id) => newest().says({ id, error: "map is missing" }), "map is missing"],
  ["whose worker breaks", () => newest().fails("out of memory"), "the rules do not run in this browser: out of memory"],
  ["whose laboratory is closed", (lab) => lab.close(), "it was closed"],
] satisfies [string, (lab: LabClient, id: number) => void, string][]) {
  test(`a match ${title} fails with words`, async () => {
    const lab = new LabClient();
    const running = lab.match({ config: {} });
    ends(lab, newest().id(0));
    await assert.rejects(running.done, { message: why });
    await assert.rejects(running.source, { message: why });
  });
}

test("what came of a check in words", () => {
  assert.equal(wordsOf({ turns: 1, as_recorded: true }), "1 turn, all as recorded");
  assert.equal(wordsOf({ turns: 100, as_recorded: true }), "100 turns, all as recorded");
  assert.equal(
    wordsOf({ turns: 100, as_recorded: false, turn: 37, what: "cells: the replay has 1" }),
    "Turn 37 is not as recorded: cells: the replay has 1",
  );
});
