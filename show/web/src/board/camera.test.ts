import assert from "node:assert/strict";
import { test } from "node:test";
import { between, Camera } from "./camera";

const bounds = { left: -10, top: -8, right: 10, bottom: 8 };

function camera(): Camera {
  const c = new Camera(bounds);
  c.resize(1000, 800);
  return c;
}

test("the view of a part has it in the middle, larger, and whole on the canvas", () => {
  const c = camera();
  const whole = c.scale;
  const part = { left: 2, top: 1, right: 5, bottom: 4 };
  c.view = c.viewOf(part);
  assert.ok(c.scale > 1.5 * whole, `${c.scale} against ${whole}`);
  assert.ok(Math.abs(c.screenX(3.5) - 500) < 1e-9 && Math.abs(c.screenY(2.5) - 400) < 1e-9);
  for (const [x, y] of [
    [2, 1],
    [5, 4],
  ] as const) {
    assert.ok(c.screenX(x) > 0 && c.screenX(x) < 1000 && c.screenY(y) > 0 && c.screenY(y) < 800);
  }
});

test("little is seen beside the board when its edge is looked at", () => {
  const c = camera();
  c.view = c.viewOf({ left: -10, top: -8, right: -8, bottom: -6 });
  assert.ok(c.screenX(bounds.left) >= 0 && c.screenX(bounds.left) < 160, String(c.screenX(bounds.left)));
  assert.ok(c.screenY(bounds.top) >= 0 && c.screenY(bounds.top) < 160, String(c.screenY(bounds.top)));
});

test("a single cell is not enlarged beyond measure, all cells not made smaller than the board", () => {
  const c = camera();
  const whole = c.scale;
  assert.ok(c.viewOf({ left: 0, top: 0, right: 0.1, bottom: 0.1 }).scale <= 3.2 * whole);
  assert.equal(c.viewOf(bounds).scale, whole);
});

test("a way between two views begins at one, ends at the other and goes steadily", () => {
  const a = { x: 0, y: 0, scale: 10 };
  const b = { x: 4, y: -2, scale: 40 };
  assert.deepEqual(between(a, b, 0), a);
  assert.deepEqual(between(a, b, 1), b);
  assert.equal(between(a, b, 0.5).scale, 20);
  let last = 0;
  for (let share = 0; share <= 1; share += 0.05) {
    const { x, scale } = between(a, b, share);
    assert.ok(x >= last && scale >= 10 - 1e-9 && scale <= 40 + 1e-9);
    last = x;
  }
});

test("the whole board is seen again as at first", () => {
  const c = camera();
  const first = { ...c.view };
  c.view = c.viewOf({ left: 0, top: 0, right: 3, bottom: 3 });
  c.view = c.wholeView;
  for (const name of ["x", "y", "scale"] as const) assert.ok(Math.abs(c.view[name] - first[name]) < 0.1, name);
});
