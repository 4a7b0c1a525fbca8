import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import type { Frame } from "../model";
import { chunkTurns } from "./chunks";
import { nameOf, openMatch } from "./server";
import type { Source } from "./source";

/** Stands in for the server: it has one match. */
class FakeServer {
  turns = 0;
  live = false;
  down = false;
  asked: string[] = [];

  answer(path: string): Response {
    this.asked.push(path.replace(/^api\/matches\/m%2F1/, ""));
    if (this.down) throw new TypeError("failed to fetch");
    const chunk = /\/turns\/(\d+)$/.exec(path);
    if (!chunk) {
      const end = this.live ? null : { turns: this.turns, winner: 0, why: "", players: [] };
      return Response.json({ header: { players: [] }, live: this.live, turn: this.turns, end });
    }
    const first = Number(chunk[1]) * chunkTurns;
    const lines: string[] = [];
    for (let turn = first; turn < first + chunkTurns && turn <= this.turns; turn++)
      lines.push(JSON.stringify({ turn }) + "\n");
    return new Response(lines.join(""));
  }
}

class FakeEvents extends EventTarget {
  static readonly CLOSED = 2;
  static last: FakeEvents | undefined;
  static made = 0;
  readyState = 1;

  constructor(readonly url: string) {
    super();
    FakeEvents.last = this;
    FakeEvents.made++;
  }

  close(): void {
    this.readyState = FakeEvents.CLOSED;
  }

  send(name: string, data: unknown): void {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));
  }
}

let server: FakeServer;
let told: number[];
let changes: number;
const real = { fetch: globalThis.fetch, EventSource: globalThis.EventSource };

beforeEach(() => {
  server = new FakeServer();
  told = [];
  changes = 0;
  FakeEvents.last = undefined;
  FakeEvents.made = 0;
  mock.timers.enable({ apis: ["setTimeout"] });
  Object.assign(globalThis, { fetch: async (path: string) => server.answer(path), EventSource: FakeEvents });
});

afterEach(() => {
  mock.timers.reset();
  Object.assign(globalThis, real);
});

/** Advances the time by ms milliseconds, and lets pending operations finish. */
async function pass(ms: number): Promise<void> {
  for (let i = 0; i < 20; i++) {
    await new Promise((resolve) => setImmediate(resolve));
    mock.timers.tick(ms / 20);
  }
  await new Promise((resolve) => setImmediate(resolve));
}

async function open(): Promise<Source> {
  const source = await openMatch("m/1");
  source.start({ frame: (frame: Frame) => told.push(frame.turn), changed: () => changes++ });
  return source;
}

test("of a match that is over every chunk is fetched once, what is wanted first", async () => {
  server.turns = 200;
  const source = await open();
  source.want(130);
  source.want(131);
  await pass(100);
  assert.deepEqual(server.asked, ["", "/turns/3", "/turns/2", "/turns/0", "/turns/1"]);
  assert.deepEqual(
    told.toSorted((a, b) => a - b),
    Array.from({ length: 201 }, (_, turn) => turn),
  );
  assert.deepEqual(source.frame(200), { turn: 200 });
  assert.equal(source.frame(201), undefined);
  assert.equal(FakeEvents.made, 0);
  source.want(201);
  source.want(-1);
  await pass(5000);
  assert.equal(server.asked.length, 5);
});

test("the stream of a live match tells of the list of matches", async () => {
  server.live = true;
  server.turns = 2;
  const lists: string[][] = [];
  const source = await openMatch("m/1", (listing) => lists.push(listing.matches.map((match) => match.id)));
  source.start({ frame: () => {}, changed: () => {} });
  await pass(100);
  FakeEvents.last?.send("matches", { matches: [{ id: "a" }, { id: "b" }] });
  assert.deepEqual(lists, [["a", "b"]]);
});

test("of a live match turns come as events, and those that were skipped are fetched", async () => {
  server.live = true;
  server.turns = 2;
  const source = await open();
  await pass(1000);
  assert.deepEqual(server.asked, ["", "/turns/0"]);
  assert.equal(FakeEvents.last?.url, "api/matches/m%2F1/live?beats");
  server.turns = 6;
  FakeEvents.last?.send("turn", { turn: 6 });
  assert.equal(source.newest, 6);
  await pass(1000);
  assert.deepEqual(server.asked, ["", "/turns/0", "/turns/0"]);
  assert.deepEqual(
    [3, 4, 5].map((turn) => source.frame(turn)?.turn),
    [3, 4, 5],
  );
  FakeEvents.last?.send("turn", { turn: 7 });
  await pass(1000);
  assert.equal(server.asked.length, 3, "nothing was skipped");
  FakeEvents.last?.send("end", { turns: 7, winner: 1, why: "", players: [] });
  assert.equal(source.live, false);
  assert.equal(source.end?.winner, 1);
  assert.equal(FakeEvents.last?.readyState, FakeEvents.CLOSED);
});

test("a lost connection is told, and what is there stays", async () => {
  server.live = true;
  server.turns = 3;
  const source = await open();
  await pass(1000);
  const events = FakeEvents.last;
  const before = changes;
  events?.dispatchEvent(new Event("error"));
  assert.equal(source.connected, false);
  assert.ok(changes > before);
  assert.deepEqual(source.frame(3), { turn: 3 });
  events?.dispatchEvent(new Event("open"));
  assert.equal(source.connected, true);
});

test("after the server refused the events, the match is asked for again until it answers", async () => {
  server.live = true;
  server.turns = 3;
  const source = await open();
  await pass(1000);
  FakeEvents.last?.close();
  server.down = true;
  FakeEvents.last?.dispatchEvent(new Event("error"));
  await pass(5000);
  assert.equal(source.connected, false);
  assert.equal(FakeEvents.made, 1);
  server.down = false;
  server.live = false;
  server.turns = 5;
  await pass(5000);
  assert.equal(source.connected, true);
  assert.equal(source.live, false);
  assert.equal(source.newest, 5);
  assert.deepEqual(source.frame(5), { turn: 5 });
});

test("a closed source asks for nothing more", async () => {
  server.turns = 500;
  const source = await open();
  source.close();
  await pass(5000);
  assert.ok(server.asked.length <= 2);
});

test("a match that the server does not know fails", async () => {
  Object.assign(globalThis, { fetch: async () => new Response("no", { status: 404, statusText: "Not Found" }) });
  await assert.rejects(openMatch("x"), /404/);
});

test("the stream of a live match tells for whom it waits", async () => {
  server.live = true;
  const source = await open();
  await pass(100);
  const before = changes;
  FakeEvents.last?.send("waiting", { turn: 3, players: [0, 2] });
  assert.deepEqual(source.waiting, { turn: 3, players: [0, 2] });
  assert.equal(changes, before + 1);
});

test("a file gets the name that the server gives it", () => {
  assert.equal(nameOf("attachment; filename=a.html"), "a.html");
  assert.equal(nameOf('attachment; filename="a b.html"'), "a b.html");
  assert.equal(nameOf("attachment; filename*=utf-8''%C3%A4%20x.blast"), "ä x.blast");
  assert.equal(nameOf(""), "match");
});
