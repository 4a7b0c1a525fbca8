import assert from "node:assert/strict";
import { test } from "node:test";
import { commandOf, keyHelp, type Pressed } from "./keys";

function press(key: string, modifiers: Partial<Pressed> = {}): Pressed {
  return { key, shiftKey: false, altKey: false, ctrlKey: false, metaKey: false, ...modifiers };
}

test("arrows step, pan or move the board's cursor", () => {
  assert.deepEqual(commandOf(press("ArrowRight"), false), { name: "step", turns: 1 });
  assert.deepEqual(commandOf(press("ArrowLeft", { shiftKey: true }), false), { name: "step", turns: -10 });
  assert.deepEqual(commandOf(press("ArrowLeft"), true), { name: "cursor", dx: -1, dy: 0 });
  assert.deepEqual(commandOf(press("ArrowUp", { altKey: true }), true), { name: "pan", dx: 0, dy: -1 });
  assert.equal(commandOf(press("ArrowUp"), false), undefined);
});

test("digits set the speed", () => {
  assert.deepEqual(commandOf(press("1"), false), { name: "speed", speed: 0.25 });
  assert.deepEqual(commandOf(press("9"), false), { name: "speed", speed: 16 });
  assert.deepEqual(commandOf(press("0"), false), { name: "fit" });
});

test("letters do what the help says, with or without caps lock", () => {
  assert.deepEqual(commandOf(press("d"), false), { name: "danger" });
  assert.deepEqual(commandOf(press("D"), false), { name: "danger" });
  assert.deepEqual(commandOf(press("p"), false), { name: "previousEvent" });
  assert.deepEqual(commandOf(press("P", { shiftKey: true }), false), { name: "projector" });
  for (const [keys] of keyHelp.filter(([text]) => /^[a-z?]( [a-z])?$/.test(text))) {
    for (const key of keys.split(" ")) assert.ok(commandOf(press(key), false), key);
  }
});

test("what the browser needs is left to it", () => {
  assert.equal(commandOf(press("f", { ctrlKey: true }), false), undefined);
  assert.equal(commandOf(press("d", { metaKey: true }), false), undefined);
  assert.equal(commandOf(press("d", { altKey: true }), false), undefined);
  assert.equal(commandOf(press("Tab"), false), undefined);
  assert.equal(commandOf(press("constructor"), false), undefined);
});
