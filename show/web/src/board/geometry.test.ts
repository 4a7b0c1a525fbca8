import assert from "node:assert/strict";
import test from "node:test";
import type { Header } from "../model";
import { Camera } from "./camera";
import { Geometry } from "./geometry";

function board(shape: Header["shape"], cells: [number, number][]): Geometry {
  return new Geometry({
    game: "",
    title: "",
    shape,
    cells,
    turns: 0,
    seed: "",
    started: "",
    limit: 0,
    bounty: 0,
    suddenDeath: false,
    players: [],
  });
}

const hexagons: [number, number][] = [];
for (let q = -3; q <= 3; q++) for (let r = -3; r <= 3; r++) if (Math.abs(q + r) <= 3) hexagons.push([q, r]);
const squares: [number, number][] = [];
for (let y = 1; y <= 5; y++) for (let x = 1; x <= 7; x++) squares.push([x, y]);

for (const [name, g] of [
  ["hexagons", board("hexagon", hexagons)],
  ["squares", board("square", squares)],
] as const) {
  test(`${name}: a point belongs to the cell whose centre is nearest`, () => {
    for (let i = 0; i < g.count; i++) {
      for (let a = 0; a < 6.3; a += 0.37) {
        const reach = 0.84;
        assert.equal(g.pick(g.x[i]! + reach * Math.cos(a), g.y[i]! + reach * Math.sin(a)), i);
      }
    }
    assert.equal(g.pick(1e6, 0), -1);
  });

  test(`${name}: neighbours are as near as can be, and mutual`, () => {
    for (let i = 0; i < g.count; i++) {
      for (let d = 0; d < g.directions; d++) {
        const other = g.neighbour(i, d);
        if (other < 0) continue;
        assert.ok(Math.abs(Math.hypot(g.x[i]! - g.x[other]!, g.y[i]! - g.y[other]!) - Math.sqrt(3)) < 1e-9);
        assert.ok(g.adjacent(other, i));
      }
    }
  });
}

test("rays of hexagons go straight on", () => {
  const g = board("hexagon", hexagons);
  const middle = g.find(0, 0);
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5].map((d) => g.neighbour(middle, d)).map((c) => hexagons[c]),
    [
      [1, 0],
      [1, -1],
      [0, -1],
      [-1, 0],
      [-1, 1],
      [0, 1],
    ],
  );
  assert.equal(g.neighbour(g.find(3, 0), 0), -1);
});

test("coordinates may be huge and negative", () => {
  const far = 2 ** 53;
  const g = board("hexagon", [
    [-far, 5],
    [-far + 1, 5],
  ]);
  assert.equal(g.neighbour(0, 0), 1);
  assert.equal(g.pick(g.x[1]!, g.y[1]!), 1);
});

test("arrow keys go to the next cell, over gaps too, and stay at the edge", () => {
  const g = board("square", [
    [1, 1],
    [2, 1],
    [5, 1],
    [2, 3],
  ]);
  assert.equal(g.towards(0, 1, 0), 1);
  assert.equal(g.towards(1, 1, 0), 2);
  assert.equal(g.towards(1, 0, 1), 3);
  assert.equal(g.towards(0, -1, 0), 0);
});

test("a board without cells has no size", () => {
  const g = board("tree", [[1, 1]]);
  assert.equal(g.count, 0);
  assert.deepEqual(g.bounds, { left: 0, top: 0, right: 0, bottom: 0 });
});

test("the camera shows the whole board, and keeps the point under the pointer when it zooms", () => {
  const g = board("square", squares);
  const camera = new Camera(g.bounds);
  camera.resize(800, 400);
  assert.ok(camera.screenX(g.bounds.left) >= 0 && camera.screenX(g.bounds.right) <= 800);
  assert.ok(camera.screenY(g.bounds.top) >= 0 && camera.screenY(g.bounds.bottom) <= 400);
  const x = camera.worldX(500);
  const y = camera.worldY(150);
  const scale = camera.scale;
  camera.zoomBy(1.5, 500, 150);
  assert.ok(Math.abs(camera.scale - 1.5 * scale) < 1e-9);
  assert.ok(Math.abs(camera.worldX(500) - x) < 1e-9 && Math.abs(camera.worldY(150) - y) < 1e-9);
  camera.panBy(1e9, 1e9);
  assert.ok(camera.screenX(g.bounds.left) < 800 && camera.screenY(g.bounds.top) < 400, "a part stays in sight");
  camera.zoomBy(1e-9, 0, 0);
  assert.ok(Math.abs(camera.scale - scale / 2) < 1e-9, "it does not get too small");
  camera.fit();
  camera.resize(400, 200);
  assert.ok(camera.screenX(g.bounds.right) <= 400, "a board that was seen as a whole is still");
});

test("the camera follows the cursor", () => {
  const g = board("square", squares);
  const camera = new Camera(g.bounds);
  camera.resize(800, 400);
  camera.zoomBy(2, 0, 0);
  camera.reveal(g.x[g.count - 1]!, g.y[g.count - 1]!, 50);
  assert.ok(camera.screenX(g.x[g.count - 1]!) <= 750.001 && camera.screenY(g.y[g.count - 1]!) <= 350.001);
});
