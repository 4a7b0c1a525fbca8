// Tests of netorcai.js: node --test. A server in this process stands in for the real one. With NETORCAI_BOT as the folder of
// another bot, its netorcai.js is tested instead: so is what TypeScript makes.
"use strict";
const assert = require("node:assert/strict");
const fs = require("node:fs");
const net = require("node:net");
const path = require("node:path");
const { test } = require("node:test");

const { Client, NetorcaiError, Kicked, MAX_SIZE, encodeFrame, decodeFrames } =
  require(path.resolve(process.env.NETORCAI_BOT || __dirname, "netorcai.js"));

const vectors = JSON.parse(fs.readFileSync(path.join(__dirname, "..", "testdata", "frames.json"), "utf8"));

// The bytes in pieces of a size.
function pieces(bytes, size) {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size));
}

async function decode(bytes, count, size) {
  const messages = [], frames = decodeFrames(pieces(bytes, size));
  while (messages.length < count) {
    messages.push((await frames.next()).value);
  }
  return messages;
}

// A server that runs play(peer) for one client; gives its port. peer.receive gives the next message.
async function serve(t, play) {
  const server = net.createServer((socket) => {
    socket.on("error", () => {});
    const messages = decodeFrames(socket);
    play({
      socket,
      send: (message_type, fields) => socket.write(encodeFrame({ message_type, ...fields })),
      receive: async () => (await messages.next()).value,
    }).catch((error) => assert.fail(error)).finally(() => socket.end());
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  return server.address().port;
}

const connect = (port, options) => Client.connect("tester", { host: "127.0.0.1", port, ...options });

async function welcome(peer) {
  const login = await peer.receive();
  peer.send("LOGIN_ACK", { metaprotocol_version: "2.0.0" });
  return login;
}

test("frames are decoded, whatever pieces they come in", async () => {
  assert.ok(vectors.decode.length > 10);
  const frames = vectors.decode.map((v) => [v.name, Buffer.from(v.hex, "hex"), [v.message]]);
  frames.push(["all", Buffer.concat(frames.map((f) => f[1])), frames.map((f) => f[2][0])]);
  for (const [name, bytes, messages] of frames) {
    for (const size of [1, 7, bytes.length]) {
      assert.deepEqual(await decode(bytes, messages.length, size), messages, `${name} in pieces of ${size}`);
    }
  }
});

test("bad frames are refused", async () => {
  assert.ok(vectors.refuse.length > 20);
  for (const v of vectors.refuse) {
    const bytes = Buffer.from(v.hex, "hex");
    for (const size of [1, 7, bytes.length + 1]) {
      await assert.rejects(decode(bytes, 1, size), (error) => {
        assert.ok(error instanceof NetorcaiError, v.name);
        assert.ok(error.message.includes(v.text), `${v.name}: ${error.message}`);
        assert.ok(!error.message.includes("\n"), `${v.name}: ${error.message}`);
        return true;
      });
    }
  }
});

test("frames are encoded", () => {
  assert.ok(vectors.encode.length > 2);
  for (const v of vectors.encode) {
    const bytes = encodeFrame(v.message);
    assert.equal(bytes.readUInt32LE(), bytes.length - 4, v.name);
    assert.equal(bytes.indexOf(10, 4), bytes.length - 1, v.name);
    assert.deepEqual(JSON.parse(bytes.subarray(4).toString()), v.message, v.name);
  }
});

test("large frames", async () => {
  const message = { message_type: "X", text: "x".repeat(5_000_000) };
  assert.deepEqual(await decode(encodeFrame(message), 1, 65536), [message]);
  assert.throws(() => encodeFrame({ message_type: "X", text: "x".repeat(MAX_SIZE) }), /too big to send/);
});

test("a whole game", async (t) => {
  const heard = [];
  const port = await serve(t, async (peer) => {
    heard.push(await welcome(peer));
    peer.send("GAME_STARTS", { player_id: 3 });
    for (const turn_number of [0, 1, 5]) { // a slow client misses turns
      peer.send("TURN", { turn_number, game_state: { n: turn_number } });
      heard.push(await peer.receive());
    }
    peer.send("GAME_ENDS", { winner_player_id: -1 });
    peer.send("KICK", { kick_reason: "Game is finished" });
  });
  const client = await connect(port);
  assert.equal((await client.waitForStart()).player_id, 3);
  for await (const turn of client.turns()) {
    client.act([{ n: turn.game_state.n }]);
  }
  assert.equal(client.gameEnds.winner_player_id, -1);
  client.close();
  assert.deepEqual(heard, [
    { message_type: "LOGIN", nickname: "tester", role: "player", metaprotocol_version: "2.0.0" },
    ...[0, 1, 5].map((n) => ({ message_type: "TURN_ACK", turn_number: n, actions: [{ n }] })),
  ]);
});

test("what is no list of actions is told in plain words, and is not sent", async (t) => {
  const port = await serve(t, async (peer) => {
    await welcome(peer);
    peer.send("TURN", { turn_number: 0, game_state: {} });
    assert.deepEqual((await peer.receive()).actions, []);
    peer.send("GAME_ENDS", {});
  });
  const client = await connect(port);
  for await (const turn of client.turns()) {
    assert.equal(turn.turn_number, 0);
    for (const [actions, words] of [[undefined, "undefined"], [null, "null"], [{}, "{}"], ["x", "'x'"]]) {
      assert.throws(() => client.act(actions), { name: "TypeError", message: `act got ${words}, expected a list of actions: what does chooseActions return?` });
    }
    client.act([]);
  }
});

test("kicked at the login and during the game", async (t) => {
  let port = await serve(t, async (peer) => {
    await peer.receive();
    peer.send("KICK", { kick_reason: "LOGIN denied: Game has been started" });
  });
  await assert.rejects(connect(port), (error) => error instanceof Kicked && error.reason === "LOGIN denied: Game has been started");
  port = await serve(t, async (peer) => {
    await welcome(peer);
    peer.send("GAME_STARTS", { player_id: 0 });
    peer.send("KICK", { kick_reason: "netorcai abort" });
  });
  const client = await connect(port);
  await client.waitForStart();
  await assert.rejects(client.turns().next(), { message: "kicked by the server: netorcai abort" });
});

test("a message that nobody expects", async (t) => {
  const port = await serve(t, async (peer) => {
    await welcome(peer);
    peer.send("TURN", { turn_number: 0 });
  });
  const client = await connect(port);
  await assert.rejects(client.waitForStart(), { message: "the server sent TURN: GAME_STARTS expected" });
});

test("a server that leaves, and one that says nothing", async (t) => {
  let port = await serve(t, welcome);
  const client = await connect(port);
  await assert.rejects(client.waitForStart(), { message: "the server closed the connection before the game had ended" });
  port = await serve(t, (peer) => new Promise((resolve) => peer.socket.on("close", resolve)));
  await assert.rejects(connect(port, { patience: 2000 }), { message: "cannot read from the server: no answer within 2 seconds" });
});

test("no server", async (t) => {
  const server = net.createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  await assert.rejects(connect(port), new RegExp(`no server listens on 127.0.0.1:${port}: start one [^\n]*$`));
});

test("the environment", async (t) => {
  const { NETORCAI_HOST, NETORCAI_PORT } = process.env;
  t.after(() => Object.assign(process.env, { NETORCAI_HOST: NETORCAI_HOST ?? "", NETORCAI_PORT: NETORCAI_PORT ?? "" }));
  Object.assign(process.env, { NETORCAI_HOST: "127.0.0.1", NETORCAI_PORT: String(await serve(t, welcome)) });
  (await Client.connect("tester")).close();
  for (const text of ["0", "65536", "x", "-1", "4.2"]) {
    process.env.NETORCAI_PORT = text;
    await assert.rejects(Client.connect("tester"), { message: `NETORCAI_PORT is '${text}': a number from 1 to 65535 expected` });
  }
});
