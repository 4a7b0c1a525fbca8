import assert from "node:assert/strict";
import { deflateRawSync } from "node:zlib";
import { test } from "node:test";
import { changedFiles, decodeShare, encodeShare, sharedFiles, type Shared } from "./share";

const starter = { "bot.js": "let a = 1;\n", "board.js": "let b;\n", "gone.js": "x" };
const packed = (value: unknown): string =>
  `1${deflateRawSync(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url")}`;

test("a link carries what was put in, in letters that need no escape", async () => {
  const state: Shared = {
    game: "hexabomb",
    map: "tiny",
    seed: "18446744073709551615",
    turn: 42,
    files: { "bot.js": "ü💣 <script>\n", "gone.js": null },
  };
  const value = await encodeShare(state);
  assert.match(value, /^2[\w-]+$/);
  assert.deepEqual(await decodeShare(value), state);
  assert.deepEqual(await decodeShare(await encodeShare({ game: "bomberman", files: {} })), {
    game: "bomberman",
    files: {},
  });
  const match: Shared = {
    game: "bomberman",
    language: "python",
    turns: 0,
    own: "human",
    opponents: ["builtin:hunter", "human"],
    files: {},
  };
  assert.deepEqual(await decodeShare(await encodeShare(match)), match);
});

test("a link with a secret is of a form that older laboratories refuse", async () => {
  const state: Shared = { game: "hexabomb", seed: "7", secret: "8f3a61c2d94e07b5a1f06d2c9be37418", files: {} };
  const value = await encodeShare(state);
  assert.match(value, /^3/);
  assert.deepEqual(await decodeShare(value), state);
});

// The laboratory before there were secrets (commit d2927d53) has made these links.
test("links of before are read, and have no secret", async () => {
  for (const [game, map, value] of [
    [
      "hexabomb",
      "tiny",
      "2eJwly0EKwjAQQNGrlL8OonQhjHgSdZHgaCPtpDQTqJTe3YVv_zbecVKEQdeYypQIvPKoFdlIxQ-fijCqd7G7dqfL3dgD3hZD-sAUZwTP9iVQ5rmYmlfkRmp59GwyNHNdeASq6hPhzP9XpD_uP01jKNM",
    ],
    [
      "bomberman",
      undefined,
      "2eJwlyz0KAjEQgNGrhK8OomwhjHgStUhw1EgyWfJTLXt3C1__Nt6hKEKsJWorwfC8UtaObMQ6Dt-OkHW44K7udLkbu2fMZsjiqetaTW105EacKY9k8pk2tPHwdNUnwpl_6chy3H-XjCVQ",
    ],
  ] as const) {
    assert.deepEqual(await decodeShare(value), {
      game,
      ...(map !== undefined && { map }),
      opponents: ["builtin:hunter"],
      seed: "7",
      turn: 3,
      turns: 30,
      files: { "bot.js": "let a = 1;\n" },
    });
    assert.match(await encodeShare(await decodeShare(value)), /^2/);
  }
});

test("a link with one letter changed is refused wherever that is, and none gives another bot", async () => {
  const value = await encodeShare({
    game: "hexabomb",
    map: "tiny",
    seed: "7",
    files: { "bot.js": "const GAIN = 8, RANGE = 4;\n" },
  });
  for (let at = 1; at < value.length - 1; at++) {
    // some bits of the last letter are not used
    const other = value.slice(0, at) + (value[at] === "x" ? "y" : "x") + value.slice(at + 1);
    await assert.rejects(
      decodeShare(other),
      { message: "it is damaged, or holds more than a bot may" },
      `letter ${at}`,
    );
  }
});

test("a link of before the checksum is opened", async () => {
  const state: Shared = { game: "hexabomb", map: "tiny", files: { "bot.js": "let a = 2;\n" } };
  assert.deepEqual(await decodeShare(packed(state)), state);
});

test("only what differs from the starter is in it", () => {
  const files = { "bot.js": "let a = 2;\n", "board.js": "let b;\n", "new.js": "c" };
  const changed = changedFiles(files, starter);
  assert.deepEqual(changed, { "bot.js": "let a = 2;\n", "new.js": "c", "gone.js": null });
  assert.deepEqual(sharedFiles(changed, starter), files);
});

for (const [what, value, message] of [
  ["nothing", "", "it is damaged: it was cut, or changed on its way"],
  ["other letters", "1abc%20", "it is damaged: it was cut, or changed on its way"],
  ["another form", "4abc", "it is of a newer laboratory"],
  ["no compression", "1abcd", "it is damaged, or holds more than a bot may"],
  [
    "cut",
    packed({ game: "hexabomb", files: { "bot.js": "let a = 1; let b = 2;" } }).slice(0, 30),
    "it is damaged, or holds more than a bot may",
  ],
  [
    "a bomb",
    packed(`{"game":"x","files":{"a.js":"${" ".repeat(200_000_000)}"}}`),
    "it is damaged, or holds more than a bot may",
  ],
  ["no JSON", packed("hello"), "it is damaged: what it holds cannot be read"],
  ["a list", packed([]), "the link holds no bot"],
  ["no object", packed(null), "the link holds no bot"],
  ["no game", packed({ files: {} }), "the link does not say which game"],
  ["a game with markup", packed({ game: "<b>", files: {} }), "the link does not say which game"],
  [
    "another language",
    packed({ game: "hexabomb", language: "cobol", files: {} }),
    "the link's language is not known here",
  ],
  ["a map that is a path", packed({ game: "hexabomb", map: "../x", files: {} }), "the link's map is not a name"],
  ["a seed that is an object", packed({ game: "hexabomb", seed: {}, files: {} }), "the link's seed is not a number"],
  ["a seed as a number", packed({ game: "hexabomb", seed: 3, files: {} }), "the link's seed is not a number"],
  ["a turn below zero", packed({ game: "hexabomb", turn: -1, files: {} }), "the link's turn is not a number"],
  ["turns as text", packed({ game: "hexabomb", turns: "3", files: {} }), "the link's turns are not a number"],
  ["too many turns", packed({ game: "hexabomb", turns: 65536, files: {} }), "the link's turns are not a number"],
  [
    "a seat of somebody else",
    packed({ game: "hexabomb", own: "builtin:hunter", files: {} }),
    "the link does not say who plays",
  ],
  [
    "opponents that are text",
    packed({ game: "hexabomb", opponents: "human", files: {} }),
    "the link's opponents are not known here",
  ],
  [
    "an opponent that is a command",
    packed({ game: "hexabomb", opponents: ["./bot"], files: {} }),
    "the link's opponents are not known here",
  ],
  [
    "too many opponents",
    packed({ game: "hexabomb", opponents: Array(17).fill("human"), files: {} }),
    "the link's opponents are not known here",
  ],
  ["no files", packed({ game: "hexabomb" }), "the link holds no files"],
  ["a file that is a number", packed({ game: "hexabomb", files: { "a.js": 1 } }), "a file in the link is not text"],
  [
    "a file outside",
    packed({ game: "hexabomb", files: { "../a.js": "" } }),
    "../a.js is not the name of a file in the folder",
  ],
  [
    "a prototype",
    packed('{"game":"hexabomb","files":{"__proto__":"x"}}'),
    "__proto__ is not the name of a file in the folder",
  ],
  [
    "too large a file",
    packed({ game: "hexabomb", files: { "a.js": " ".repeat(1_000_001) } }),
    "a.js has more than 1 MB",
  ],
  [
    "too many files",
    packed({ game: "hexabomb", files: Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`${i}.js`, ""])) }),
    "there are more than 100 files",
  ],
] satisfies [string, string, string][]) {
  test(`refused with words: ${what}`, () => assert.rejects(decodeShare(value), { message }));
}

test("what else stands in a link is left out", async () => {
  assert.deepEqual(await decodeShare(packed({ game: "hexabomb", files: {}, more: [1], constructor: 3 })), {
    game: "hexabomb",
    files: {},
  });
});
