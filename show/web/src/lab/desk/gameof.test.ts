import assert from "node:assert/strict";
import { test } from "node:test";
import { gameOf } from "./gameof";

const rounds = { "bot.toml": 'protocol = "rounds"\n' }, stdio = { "bot.toml": 'command = "node bot.js"\nprotocol = "stdio"\n' };

test("a folder tells its game by the protocol in its bot.toml, and where both have it by its code", () => {
  assert.equal(gameOf({ "bot.toml": 'command = "node bot.js"\n# protocol = "rounds"\n' }, "bomberman"), "hexabomb");
  assert.equal(gameOf(rounds, "hexabomb"), "bomberman");
  assert.equal(gameOf({ ...stdio, "bot.js": "state.RegisteredPlayerEntities" }, "hexabomb"), "bomberman");
  assert.equal(gameOf({ ...stdio, "bot.js": "state.characters" }, "bomberman"), "hexabomb");
  assert.equal(gameOf({ ...stdio, "bot.js": "" }, "bomberman"), "bomberman");
  assert.equal(gameOf({ ...stdio, "bot.py": 'state["characters"]' }, "bomberman"), "hexabomb");
  assert.equal(gameOf({ "bot.js": "" }, "hexabomb"), "hexabomb");
});
