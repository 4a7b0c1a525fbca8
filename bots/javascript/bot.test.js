// Tests of bot.js: node --test. With NETORCAI_BOT as the folder of another bot, that one is tested.
"use strict";
const assert = require("node:assert/strict");
const { spawn } = require("node:child_process");
const net = require("node:net");
const path = require("node:path");
const { test } = require("node:test");

const folder = path.resolve(process.env.NETORCAI_BOT || __dirname);
const { chooseActions } = require(path.join(folder, "bot.js"));
const { encodeFrame } = require(path.join(folder, "netorcai.js"));
const { neighbours, blast, key } = require(path.join(folder, "board.js"));

function hexagon(radius) {
  const cells = [];
  for (let q = -radius; q <= radius; q++) {
    for (let r = -radius; r <= radius; r++) {
      if (Math.abs(q + r) <= radius) cells.push({ q, r });
    }
  }
  return cells;
}

function state(cells, characters, bombs = [], color = () => 0) {
  return {
    cells: cells.map((cell) => ({ ...cell, color: color(cell) })),
    characters: characters.map((c) => ({ alive: true, revive_delay: -1, bomb_count: 0, ...c })),
    bombs: bombs.map((b) => ({ color: 1, range: 2, delay: 2, ...b })),
    explosions: {}, cell_count: {}, score: {},
  };
}

const target = (from, direction) => key(neighbours(from).find((cell) => cell.direction === direction));

test("it prefers fresh cells", () => {
  const board = state(hexagon(1), [{ id: 7, color: 2, q: 0, r: 0 }], [], (cell) => (key(cell) === "0,1" ? 1 : 2));
  for (let n = 0; n < 50; n++) {
    assert.deepEqual(chooseActions(board, 1, true), [{ id: 7, movement: "move", direction: "z-" }]);
  }
});

test("there is nowhere to go", () => {
  const cells = [{ q: 0, r: 0 }, { q: 1, r: 0 }, { q: 0, r: 1 }];
  const people = [{ id: 0, color: 1, q: 0, r: 0, bomb_count: 1 }, { id: 1, color: 2, q: 1, r: 0 }];
  assert.deepEqual(chooseActions(state(cells, people, [{ q: 0, r: 1 }]), 0, true), []);
  assert.deepEqual(chooseActions(state([{ q: 0, r: 0 }], people.slice(0, 1)), 0, true), []);
});

test("it leaves a blast for a cell that is safe", () => {
  const board = state(hexagon(1), [{ id: 0, color: 1, q: 0, r: 0 }], [{ q: 1, r: 0 }]);
  const hot = blast(new Set(hexagon(1).map(key)), board.bombs[0]);
  for (let n = 0; n < 50; n++) {
    const [action] = chooseActions(board, 0, true);
    assert.ok(!hot.has(target({ q: 0, r: 0 }, action.direction)));
  }
});

test("it stays where only that is safe", () => {
  const cells = [{ q: 0, r: 0 }, { q: 0, r: 1 }, { q: 1, r: 1 }]; // the bomb on 1,1 covers 0,1, not 0,0
  const people = [{ id: 0, color: 1, q: 0, r: 0, bomb_count: 1 }];
  assert.deepEqual(chooseActions(state(cells, people, [{ q: 1, r: 1 }]), 0, true), []);
});

test("two do not want the same cell", () => {
  const board = state([0, 1, 2].map((q) => ({ q, r: 0 })), [{ id: 0, color: 1, q: 0, r: 0 }, { id: 1, color: 1, q: 2, r: 0 }]);
  assert.equal(chooseActions(board, 0, true).length, 1);
});

test("it revives where it may", () => {
  for (const [revive_delay, mayRevive, want] of [[0, true, 1], [1, true, 0], [0, false, 0]]) {
    const board = state(hexagon(1), [{ id: 0, color: 1, q: 0, r: 0, alive: false, revive_delay }]);
    assert.deepEqual(chooseActions(board, 0, mayRevive), [{ id: 0, movement: "revive" }].slice(0, want));
  }
});

test("what it does is legal", () => {
  const cells = hexagon(3), seen = new Set();
  const below = (n) => Math.floor(Math.random() * n);
  for (let n = 0; n < 500; n++) {
    const places = [...cells].sort(() => Math.random() - 0.5).slice(0, 8);
    const people = places.slice(0, 6).map((cell, id) => (
      { ...cell, id, color: 1 + id % 2, alive: below(5) > 0, revive_delay: below(4), bomb_count: below(3) }));
    const board = state(cells, people, places.slice(5));
    const bombs = new Set(board.bombs.map(key)), taken = new Set([...bombs, ...people.filter((c) => c.alive).map(key)]);
    const actions = chooseActions(board, 1, true);
    assert.equal(new Set(actions.map((a) => a.id)).size, actions.length);
    for (const action of actions) {
      const me = people[action.id], at = action.movement === "move" && target(me, action.direction);
      seen.add(action.movement);
      assert.equal(me.color, 2);
      assert.ok({
        move: () => me.alive && cells.some((cell) => key(cell) === at) && !taken.has(at),
        bomb: () => me.alive && me.bomb_count > 0 && !bombs.has(key(me)) && [2, 3, 4].includes(action.bomb_range) && [2, 3, 4].includes(action.bomb_delay),
        revive: () => !me.alive && me.revive_delay === 0 && !taken.has(key(me)),
      }[action.movement](), JSON.stringify({ action, board }));
    }
  }
  assert.deepEqual([...seen].sort(), ["bomb", "move", "revive"]);
});

// Runs the program against a port; gives its exit code and what it wrote.
function runBot(port) {
  const child = spawn(process.execPath, [path.join(folder, "bot.js")],
    { env: { ...process.env, NETORCAI_HOST: "127.0.0.1", NETORCAI_PORT: String(port) }, stdio: ["ignore", "pipe", "pipe"] });
  let stdout = "", stderr = "";
  child.stdout.on("data", (text) => { stdout += text; });
  child.stderr.on("data", (text) => { stderr += text; });
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, stdout, stderr })));
}

test("the program fails in one line", async () => {
  // A server that keeps the connection: the program must end by itself.
  const server = net.createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => socket.write(encodeFrame({ message_type: "KICK", kick_reason: "Maximum number of players reached" })));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  assert.deepEqual(await runBot(port),
    { code: 1, stdout: "", stderr: "kicked by the server: Maximum number of players reached\n" });
  await new Promise((resolve) => server.close(resolve));
  const result = await runBot(port);
  assert.equal(result.code, 1);
  assert.match(result.stderr, /^no server listens on 127.0.0.1:\d+: start one .*\n$/);
});
