import assert from "node:assert/strict";
import { test } from "node:test";
import { setupOf, sharedSetup } from "./link";
import type { Setup } from "./setup";

test("a link carries what is played, but for versions of one's own bot", () => {
  const setup: Setup = {
    map: "tiny",
    own: "human",
    opponents: [{ bot: "builtin:hunter" }, { bot: "builtin:random" }],
    seed: 18446744073709551615n,
    secret: "8f3a61c2d94e07b5a1f06d2c9be37418",
    turns: 40,
  };
  assert.deepEqual(setupOf({ game: "hexabomb", files: {}, turn: 3, ...sharedSetup(setup) }), { ...setup, turn: 3 });
  const versions: Setup = { map: "", opponents: [{ bot: "version:3", name: "old" }], seed: 1n, turns: 0 };
  assert.deepEqual(sharedSetup(versions), { seed: "1", turns: 0 });
  assert.deepEqual(setupOf({ game: "hexabomb", files: {} }), {});
});
