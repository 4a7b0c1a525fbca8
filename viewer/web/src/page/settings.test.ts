import assert from "node:assert/strict";
import { test } from "node:test";
import { mergeSettings, usual } from "./settings";

test("saved settings are taken over", () => {
  const chosen = { ...usual, theme: "dark", speed: 4, patterns: false, chart: "time" };
  assert.deepEqual(mergeSettings(JSON.stringify(chosen)), chosen);
});

test("settings of a wrong type, unknown ones and no JSON give the usual", () => {
  for (const text of [null, "", "{", "3", "null", '{"theme":"pink","speed":99,"patterns":"yes","chart":1,"x":1}']) {
    assert.deepEqual(mergeSettings(text), usual, String(text));
  }
});
