import assert from "node:assert/strict";
import test from "node:test";
import { headlineOf, qrPath } from "./lobbyview";

test("a QR code's dark modules are runs, with four light modules around", () => {
  assert.equal(qrPath(["110", "001"]), "M4 4h2v1h-2zM6 5h1v1h-1z");
  assert.equal(qrPath([]), "");
});

test("where the players are not known the match does not begin because nobody is missing", () => {
  const ann = { name: "ann", joined: true };
  const bob = { name: "bob", joined: false };
  assert.equal(headlineOf({ seats: [], line: "waiting for the game" }), "Waiting for the game to start");
  assert.equal(headlineOf({ seats: [ann, bob] }), "Waiting for 1 of 2 players");
  assert.equal(headlineOf({ seats: [ann] }), "All are there: the match begins");
});
