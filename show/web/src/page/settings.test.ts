import assert from "node:assert/strict";
import { test } from "node:test";
import { mergeSettings, quietOf, usual } from "./settings";

test("saved settings are taken over", () => {
  const chosen = {
    ...usual,
    theme: "dark",
    speed: 4,
    patterns: false,
    drawings: false,
    hiddenLayers: ["danger"],
    chart: "time",
    whole: true,
    captions: false,
    quiet: "off",
  };
  assert.deepEqual(mergeSettings(JSON.stringify(chosen)), chosen);
});

test("settings of a wrong type, unknown ones and no JSON give the usual", () => {
  for (const text of [
    null,
    "",
    "{",
    "3",
    "null",
    '{"theme":"pink","speed":99,"patterns":"yes","chart":1,"x":1,"hiddenLayers":"all","drawings":1}',
  ]) {
    assert.deepEqual(mergeSettings(text), usual, String(text));
  }
});

test("turns pass faster in Bomberman, unless the reader chose otherwise", () => {
  assert.ok(quietOf(usual, { legend: { quiet: true } }) && !quietOf(usual, { legend: {} }) && !quietOf(usual, {}));
  assert.ok(
    !quietOf({ ...usual, quiet: "off" }, { legend: { quiet: true } }) && quietOf({ ...usual, quiet: "on" }, {}),
  );
});
