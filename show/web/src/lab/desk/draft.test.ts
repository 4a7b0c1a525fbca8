import assert from "node:assert/strict";
import { test } from "node:test";
import { draftOf } from "./draft";

test("a draft comes back; what is none does not", () => {
  const files = { "bot.js": "x", "bot.toml": "" };
  const setup = { map: "tiny", seed: "18446744073709551615", turns: 50, opponents: [{ bot: "builtin:hunter" }] };
  assert.deepEqual(draftOf(JSON.stringify({ files, setup })), {
    files,
    setup: { ...setup, seed: 18446744073709551615n },
  });
  assert.deepEqual(draftOf(JSON.stringify({ files, setup: { map: 3 } })), { files, setup: undefined });
  assert.deepEqual(
    draftOf(JSON.stringify({ files, setup: { ...setup, opponents: [{ bot: 1 }, null] } }))?.setup?.opponents,
    [],
  );
  for (const text of [null, "", "{", "[]", "3", "{}", '{"files":{}}', '{"files":{"bot.js":3}}', '{"files":[]}'])
    assert.equal(draftOf(text), undefined);
});
