import assert from "node:assert/strict";
import { test } from "node:test";
import { usual } from "../page/settings";
import {
  addressOf,
  addSecret,
  asksForMatch,
  changeSecret,
  hashToWrite,
  linkOf,
  readAddress,
  takeAddress,
  tellsNow,
} from "./addressing";
import { arrived, choose, failed } from "./choice";
import { newMatch } from "./match";
import { follow, goTo } from "./playback";
import { newState, type State } from "./state";

const turns = { newest: 99, live: true, frame: () => undefined, want: () => {} };

/** A state in which turn 7 of a match is shown. */
function showing(id: string): State {
  const state = newState({ ...usual });
  arrived(state.choice, choose(state.choice, id));
  state.match = newMatch(true);
  goTo(state.match.playback, turns, 7);
  return state;
}

test("the address is that of what is shown, and of all that a link shows", () => {
  const state = showing("a");
  state.me = 2;
  state.settings.danger = true;
  assert.equal(hashToWrite(state, ""), "#match=a&turn=7&me=2&danger");
  assert.deepEqual(linkOf(state, 5, false), { match: "a", turn: 5, danger: true, covers: false, coordinates: false });
  assert.equal(linkOf(state, 5, true).me, 2);
  const other = newState({ ...usual, covers: true });
  takeAddress(other, { match: "a", turn: 7, me: 2, danger: true });
  assert.deepEqual([other.me, other.settings.danger, other.settings.covers], [2, true, false]);
  if (state.match) follow(state.match.playback, turns);
  assert.equal(addressOf(state).turn, undefined);
});

test("an address without a match and a turn changes no settings; flags for one visit end with it", () => {
  const state = newState({ ...usual, covers: true });
  takeAddress(state, { play: true, highlights: true });
  assert.deepEqual([state.settings.covers, state.plays, state.address.tells], [true, true, true]);
  assert.equal(tellsNow(state), false, "nothing is shown yet");
  state.match = newMatch(false);
  assert.deepEqual([tellsNow(state), tellsNow(state)], [true, false]);
  takeAddress(state, {});
  assert.equal(state.plays, false);
});

test("the address is not written while it is newer than what is shown", () => {
  const state = showing("a");
  state.address.known = "#match=a&turn=3";
  assert.equal(hashToWrite(state, "#match=b"), undefined, "the reader has changed it, and it was not read yet");
  assert.deepEqual(readAddress(state, "#match=b"), { match: "b" });
  assert.equal(readAddress(state, "#match=b"), undefined);
  const number = choose(state.choice, "b");
  assert.equal(hashToWrite(state, "#match=b"), undefined, "its match is being opened");
  assert.equal(linkOf(state, 7, false).match, "a", "a link leads to what is seen");
  failed(state.choice, number);
  assert.equal(hashToWrite(state, "#match=b"), "#match=a&turn=7", "it cannot be opened: a is still shown");
  const early = newState({ ...usual });
  assert.deepEqual(readAddress(early, "#match=a&turn=3"), { match: "a", turn: 3 });
  early.settings.danger = true; // a key, before anything is shown
  assert.equal(hashToWrite(early, "#match=a&turn=3"), undefined);
});

test("a turn of another match, or of one that is still being opened, is not looked for in the one that is shown", () => {
  const state = showing("a");
  assert.ok(!asksForMatch(state, { turn: 3 }) && !asksForMatch(state, { match: "a", turn: 3 }));
  assert.ok(asksForMatch(state, { match: "b", turn: 3 }));
  const number = choose(state.choice, "b");
  assert.ok(asksForMatch(state, { match: "b", turn: 5 }) && asksForMatch(state, { match: "a", turn: 3 }));
  failed(state.choice, number);
  assert.ok(asksForMatch(state, { match: "b", turn: 5 }) && !asksForMatch(state, { match: "a", turn: 3 }));
});

test("each match has the secret of its own seat, and a secret of no known match stays", () => {
  const { secrets } = newState({ ...usual }, "first");
  assert.equal(changeSecret(secrets, "a"), undefined);
  assert.equal(secrets.own, "first", "it may be of this match");
  addSecret(secrets, "b", "second", "a");
  assert.equal(changeSecret(secrets, "b"), "second");
  assert.equal(secrets.own, "second");
  assert.equal(changeSecret(secrets, "a"), "first");
  changeSecret(secrets, "c");
  assert.equal(secrets.own, undefined, "no seat in a third match");
});
