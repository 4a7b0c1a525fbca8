import assert from "node:assert/strict";
import { test } from "node:test";
import { folderOf, mostKept, titleOf, Versions, type Store, type Version } from "./versions";

/** A database in memory, which can be made to fail. */
class FakeStore implements Store {
  readonly rows = new Map<string, Version>();
  broken = "";
  closed = false;

  all = (): Promise<Version[]> => this.does(() => [...this.rows.values()].map((row) => structuredClone(row)));
  put = (version: Version): Promise<void> => this.does(() => void this.rows.set(version.id, structuredClone(version)));
  delete = (id: string): Promise<void> => this.does(() => void this.rows.delete(id));
  close = (): void => void (this.closed = true);

  private async does<T>(act: () => T): Promise<T> {
    if (this.broken) throw new Error(this.broken);
    return act();
  }
}

const open = (store: FakeStore): Promise<Versions> => Versions.open(() => Promise.resolve(store));
const about = (versions: Versions, game = "hexabomb"): string[] =>
  versions
    .list(game)
    .map((version) => [version.files["bot.js"], titleOf(version), version.result].filter((text) => text).join(" "));

test("a version that differs is kept, the newest first; the same one again is not", async () => {
  const store = new FakeStore();
  const versions = await open(store);
  const first = await versions.keep("hexabomb", { "bot.js": "1" });
  assert.equal(await versions.keep("hexabomb", { "bot.js": "1" }), first);
  await versions.keep("hexabomb", { "bot.js": "2" });
  await versions.keep("bomberman", { "bot.js": "2" });
  await versions.keep("hexabomb", { "bot.js": "1" }); // differs from the version before
  await versions.tell(first.id, "won 3 of 4");
  await versions.rename(first.id, "  the first ");
  assert.deepEqual(about(versions), ["1 version 3", "2 version 2", "1 the first won 3 of 4"]);
  assert.deepEqual(about(versions, "bomberman"), ["2 version 1"]);
  assert.deepEqual(about(await open(store)), about(versions)); // after a reload
  await versions.remove(first.id);
  assert.deepEqual(about(await open(store)), ["1 version 3", "2 version 2"]);
});

test("a version is saved under a name that any system takes", () => {
  assert.deepEqual(["version 12", "my bot/../x", "../"].map(folderOf), ["version-12", "my-bot-..-x", "version"]);
});

test("files that are changed later do not change the version", async () => {
  const versions = await open(new FakeStore());
  const files = { "bot.js": "1" };
  await versions.keep("hexabomb", files);
  files["bot.js"] = "2";
  assert.deepEqual(about(versions), ["1 version 1"]);
});

test("the oldest are dropped when it gets too much; those with a name stay", async () => {
  const store = new FakeStore();
  const versions = await open(store);
  const part = (mostKept / 4.5) | 0;
  const named = await versions.keep("hexabomb", { "a.js": "0".repeat(part) });
  await versions.rename(named.id, "best");
  for (const n of "123456") await versions.keep("hexabomb", { "a.js": n.repeat(part) });
  const left = (all: Versions): string =>
    all
      .list("hexabomb")
      .map(({ files }) => files["a.js"]?.[0])
      .join("");
  assert.equal(left(versions), "6540");
  assert.equal(left(await open(store)), "6540");
});

test("a browser that keeps nothing: versions work, and it is said why", async () => {
  const versions = await Versions.open(() => Promise.reject(new Error("not allowed here")));
  assert.equal(versions.passing, "not allowed here");
  await versions.keep("hexabomb", { "bot.js": "1" });
  assert.deepEqual(about(versions), ["1 version 1"]);
});

test("a browser whose disk is full: the version stays in the page, and who watches hears why", async () => {
  const store = new FakeStore();
  const versions = await open(store);
  const heard: string[] = [];
  versions.watch(() => heard.push(versions.passing));
  await versions.keep("hexabomb", { "bot.js": "1" });
  store.broken = "the disk is full";
  await versions.keep("hexabomb", { "bot.js": "2" });
  assert.deepEqual(about(versions), ["2 version 2", "1 version 1"]);
  assert.deepEqual([heard, store.closed], [["", "the disk is full"], true]);
});

test("what is no version in the database is left out", async () => {
  const store = new FakeStore();
  const versions = await open(store);
  const good = await versions.keep("hexabomb", { "bot.js": "1" });
  for (const bad of [
    { files: null },
    { files: { a: 1 } },
    { time: NaN },
    { number: 1.5 },
    { name: 3 },
    { game: undefined },
  ])
    store.rows.set(JSON.stringify(bad), Object.assign({ ...good, id: JSON.stringify(bad) }, bad));
  assert.equal((await open(store)).list("hexabomb").length, 1);
});

test("versions that were kept before they had numbers get them, in their order", async () => {
  const store = new FakeStore();
  const versions = await open(store);
  for (const text of ["1", "2", "3"]) await versions.keep("hexabomb", { "bot.js": text });
  for (const version of [...store.rows.values()].filter(({ number }) => number < 3))
    store.rows.set(
      version.id,
      Object.fromEntries(Object.entries(version).filter(([key]) => key !== "number")) as unknown as Version,
    );
  assert.deepEqual(about(await open(store)), ["3 version 3", "2 version 2", "1 version 1"]);
});
