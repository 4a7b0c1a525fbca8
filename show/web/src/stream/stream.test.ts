import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { connectChannel } from "./channel";
import { eventsIn, Feed } from "./feed";
import { Hub, type Told } from "./hub";
import { connectAlone, type Connect, type Link } from "./link";
import { SharedStreams } from "./shared";
import { addressOf, matchTopic, type Topic } from "./topics";

const base = "http://server/arena/";

/** Stands in for the event streams of a server, of which only a limited number may be open. */
class FakeEvents extends EventTarget {
  static readonly CLOSED = 2;
  static all: FakeEvents[] = [];
  readyState = 0;

  constructor(readonly url: string) {
    super();
    FakeEvents.all.push(this);
  }

  static get open(): FakeEvents[] {
    return FakeEvents.all.filter((events) => events.readyState !== FakeEvents.CLOSED);
  }

  close(): void {
    this.readyState = FakeEvents.CLOSED;
  }

  answer(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event("open"));
  }

  send(name: string, data: string): void {
    this.dispatchEvent(new MessageEvent(name, { data }));
  }

  fail(refused: boolean): void {
    this.readyState = refused ? FakeEvents.CLOSED : 0;
    this.dispatchEvent(new Event("error"));
  }
}

/** Stands in for the channels of a browser. A page can be frozen, or killed without a message. */
class FakeChannel extends EventTarget {
  static all: FakeChannel[] = [];
  dead = false;

  constructor(readonly name: string) {
    super();
    FakeChannel.all.push(this);
  }

  postMessage(data: unknown): void {
    if (this.dead) return;
    const text = JSON.stringify(data);
    for (const other of FakeChannel.all) {
      if (other === this || other.dead || other.name !== this.name) continue;
      queueMicrotask(() => other.dispatchEvent(new MessageEvent("message", { data: JSON.parse(text) })));
    }
  }

  close(): void {
    this.dead = true;
  }
}

const real = {
  EventSource: globalThis.EventSource,
  BroadcastChannel: globalThis.BroadcastChannel,
  fetch: globalThis.fetch,
};

/** What a server answers when it is asked without a stream; undefined: it cannot be reached. */
let answer: string | undefined;
let questions: string[] = [];

beforeEach(() => {
  FakeEvents.all = [];
  FakeChannel.all = [];
  answer = undefined;
  questions = [];
  mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });
  const fetch = (url: string): Promise<Response> => {
    questions.push(url);
    return answer === undefined ? Promise.reject(new TypeError("no server")) : Promise.resolve(new Response(answer));
  };
  Object.assign(globalThis, { EventSource: FakeEvents, BroadcastChannel: FakeChannel, fetch });
});

afterEach(() => {
  mock.timers.reset();
  Object.assign(globalThis, real);
});

async function pass(ms: number): Promise<void> {
  for (let i = 0; i < ms; i += 50) {
    mock.timers.tick(50);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** A page that wants topics, with the news that it received. */
class Page {
  told: string[] = [];
  readonly link: Link;

  constructor(connect: Connect, ...topics: Topic[]) {
    this.link = connect(
      base,
      (told) => this.told.push(text(told)),
      () => this.told.push("failed"),
    );
    this.link.want(topics);
  }
}

function text(told: Told): string {
  return "topic" in told ? `${told.topic} ${told.name} ${told.data}` : `connected ${told.connected}`;
}

test("one address asks for all topics", () => {
  assert.equal(addressOf(["list", "event", matchTopic("1-a_B")]), "api/live?list&event&match=1-a_B");
});

test("a hub has one stream for all clients, and tells each what it wants, and late ones the newest", async () => {
  const told: string[] = [];
  const hub = new Hub(base, (what, to) => told.push(`${to.join()}: ${text(what)}`));
  hub.want("a", ["list"]);
  hub.want("b", ["list", matchTopic("m")]);
  await pass(100);
  assert.deepEqual(
    FakeEvents.open.map(({ url }) => url),
    [`${base}api/live?list&match=m&beats`],
  );
  FakeEvents.open[0]?.answer();
  FakeEvents.open[0]?.send("m/turn", "7");
  FakeEvents.open[0]?.send("matches", "L");
  FakeEvents.open[0]?.send("other/turn", "9");
  assert.deepEqual(told, ["a,b: connected true", "b: match:m turn 7", "a,b: list matches L"]);
  told.length = 0;
  hub.want("c", [matchTopic("m")]);
  hub.want("a", ["list"]); // repeated as a sign of life
  await pass(100);
  assert.deepEqual(told, ["c: connected true", "c: match:m turn 7"]);
  assert.equal(FakeEvents.all.length, 1);
  hub.drop("b");
  hub.drop("c");
  await pass(2000);
  assert.deepEqual(
    FakeEvents.open.map(({ url }) => url),
    [`${base}api/live?list&beats`],
  );
  hub.want("a", []);
  await pass(2000);
  assert.equal(FakeEvents.open.length, 0, "nobody wants anything");
});

test("a hub whose server refuses tries again until it answers", async () => {
  const told: string[] = [];
  const hub = new Hub(base, (what) => told.push(text(what)));
  hub.want("a", ["list"]);
  await pass(100);
  FakeEvents.open[0]?.answer();
  FakeEvents.open[0]?.fail(false);
  assert.equal(FakeEvents.open.length, 1, "a lost connection is opened again by the browser");
  FakeEvents.open[0]?.fail(true);
  await pass(1000);
  hub.want("a", ["list"]); // a sign of life
  await pass(500);
  assert.equal(FakeEvents.open.length, 0, "it is asked too soon");
  await pass(1000);
  FakeEvents.open[0]?.fail(true);
  await pass(2500);
  FakeEvents.open[0]?.answer();
  assert.deepEqual(told, ["connected true", "connected false", "connected true"]);
  assert.equal(FakeEvents.open.length, 1);
});

/** Twelve pages that share a stream by a channel; the leader is the first page with a stream. */
async function twelve(): Promise<Page[]> {
  const pages = Array.from({ length: 12 }, () => new Page(connectChannel, "list"));
  await pass(2000);
  return pages;
}

test("twelve pages without a shared worker have one stream, and all are told", async () => {
  const pages = await twelve();
  assert.equal(FakeEvents.open.length, 1);
  FakeEvents.open[0]?.answer();
  FakeEvents.open[0]?.send("matches", "L");
  await pass(100);
  for (const page of pages) assert.deepEqual(page.told, ["connected true", "list matches L"]);
});

test("a page that comes later is told the newest at once, and its wishes are followed, too", async () => {
  await twelve();
  FakeEvents.open[0]?.answer();
  FakeEvents.open[0]?.send("matches", "L");
  const late = new Page(connectChannel, "list", matchTopic("m"));
  await pass(500);
  assert.deepEqual(late.told, ["connected true", "list matches L"]);
  assert.deepEqual(
    FakeEvents.open.map(({ url }) => url),
    [`${base}api/live?list&match=m&beats`],
  );
});

for (const end of ["killed", "closed", "frozen"] as const) {
  test(`when the page that leads is ${end}, another one leads`, async () => {
    const pages = await twelve();
    const [leading] = FakeEvents.open;
    leading?.answer();
    leading?.send("matches", "L1");
    const at = pages.findIndex((page) => page.told.length > 0 && isLeading(page));
    assert.ok(at >= 0);
    const [page] = pages.splice(at, 1);
    assert.ok(page);
    if (end === "closed") page.link.close();
    else silence(page, leading);
    for (const other of pages) other.told = [];
    await pass(6000);
    const fresh = FakeEvents.open.filter((events) => events !== leading);
    assert.equal(fresh.length, 1);
    fresh[0]?.answer();
    fresh[0]?.send("matches", "L2");
    await pass(100);
    for (const other of pages) assert.equal(other.told.at(-1), "list matches L2");
    if (end !== "frozen") return;
    channelOf(page).dead = false; // the page goes on
    await pass(3000);
    assert.equal(FakeEvents.open.length, 1, "two lead");
  });
}

/** Whether a page leads: only then it has a hub. */
function isLeading(page: Page): boolean {
  return Reflect.get(page.link, "hub") !== undefined;
}

function channelOf(page: Page): FakeChannel {
  const channel: unknown = Reflect.get(page.link, "channel");
  assert.ok(channel instanceof FakeChannel);
  return channel;
}

/** Stops all messages of a page. */
function silence(page: Page, events: FakeEvents | undefined): void {
  channelOf(page).dead = true;
  if (events) events.readyState = 1;
}

test("where one way fails the next is taken, and what is followed goes on", async () => {
  let fail = (): void => {};
  const broken: Connect = () => {
    throw new TypeError("there are no shared workers");
  };
  const dying: Connect = (_base, _told, failed) => {
    fail = failed;
    return { want: () => {}, close: () => {} };
  };
  const streams = new SharedStreams(base, [broken, dying, connectAlone]);
  const told: string[] = [];
  const end = streams.follow("list", {
    news: (name, data) => told.push(`${name} ${data}`),
    connected: (yes) => told.push(String(yes)),
  });
  await pass(100);
  assert.equal(FakeEvents.open.length, 0);
  fail();
  await pass(100);
  FakeEvents.open[0]?.answer();
  FakeEvents.open[0]?.send("matches", "L");
  assert.deepEqual(told, ["true", "matches L"]);
  end();
  await pass(2000);
  assert.equal(FakeEvents.open.length, 0);
});

/** A feed of an address, with what it told. */
function feed(): { told: string[]; feed: Feed } {
  const told: string[] = [];
  return {
    told,
    feed: new Feed(`${base}api/live?list`, ["matches", "lobby"], {
      connected: (yes) => told.push(String(yes)),
      news: (name, data) => told.push(`${name} ${data}`),
      refused: () => told.push("refused"),
    }),
  };
}

test("where a proxy holds the stream back, the server is asked again and again", async () => {
  for (const opens of [false, true]) {
    FakeEvents.all = [];
    questions = [];
    answer = "retry: 2000\n\nevent: matches\ndata: L1\n\nevent: other\ndata: x\n\nevent: lobby\ndata: null\n\n";
    const { told, feed: asking } = feed();
    if (opens) FakeEvents.open[0]?.answer(); // its head comes through, and nothing else
    await pass(9000);
    assert.deepEqual(questions, []);
    await pass(2000);
    assert.deepEqual(told, ["true", "matches L1", "lobby null"]);
    answer = "event: matches\ndata: L2\n\nevent: lobby\ndata: null\n\n";
    await pass(3000);
    assert.deepEqual(told, ["true", "matches L1", "lobby null", "matches L2"], "only what has changed is told");
    assert.equal(questions[0], `${base}api/live?list&once`);
    answer = undefined;
    await pass(3000);
    assert.equal(told.at(-1), "false", "the server has gone");
    answer = "event: matches\ndata: L3\n\n";
    await pass(3000);
    assert.deepEqual(told.slice(-2), ["true", "matches L3"]);
    FakeEvents.open[0]?.send("beat", "null"); // the proxy passes on a stream now
    const before = questions.length;
    await pass(20_000);
    assert.equal(questions.length, before, "it still asks");
    assert.equal(FakeEvents.open.length, 1);
    asking.close();
    await pass(100_000);
    assert.equal(questions.length, before);
    assert.equal(FakeEvents.open.length, 0);
  }
});

test("a stream that is dead without a word is opened again", async () => {
  const { told, feed: dead } = feed();
  const first = FakeEvents.open[0];
  first?.answer();
  first?.send("matches", "L1");
  for (let beat = 0; beat < 4; beat++) {
    await pass(15_000);
    first?.send("beat", "null");
  }
  assert.deepEqual(FakeEvents.open, [first], "signs of life are enough");
  await pass(55_000);
  const second = FakeEvents.open[0];
  assert.notEqual(second, first);
  assert.equal(FakeEvents.open.length, 1);
  second?.answer();
  second?.send("matches", "L2");
  first?.send("matches", "old");
  assert.deepEqual(told, ["true", "matches L1", "false", "true", "matches L2"]);
  assert.deepEqual(questions, [], "the new stream works");
  second?.fail(true);
  assert.deepEqual(told.slice(-2), ["false", "refused"]);
  await pass(100_000);
  assert.equal(FakeEvents.open.length, 0);
  dead.close();
});

test("the text of a stream", () => {
  const text =
    'retry: 2000\n\n: still here\n\nid: 3\nevent: turn\ndata: {"turn":3}\n\n:\n\nevent: end\ndata: null\n\nevent: cut';
  assert.deepEqual(
    [...eventsIn(text)],
    [
      { name: "turn", data: '{"turn":3}' },
      { name: "end", data: "null" },
    ],
  );
});
