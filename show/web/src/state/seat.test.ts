import assert from "node:assert/strict";
import { test } from "node:test";
import { legendOfGame } from "../legend.fixture";
import type { Choice, Choices } from "../play/choices";
import { Refusal, type Seat } from "../play/client";
import { PlayKeys } from "../play/keys";
import {
  aimAgain,
  ask,
  choose,
  giveUp,
  isPlaying,
  newSeat,
  ownOf,
  selectPiece,
  setAim,
  settle,
  takeProblem,
  takeSeat,
  takeWaiting,
  undo,
  type SeatState,
} from "./seat";

const keys = new PlayKeys(legendOfGame("hexabomb"));

function choice(name: string, cell: number, more: Partial<Choice> = {}): Choice {
  return { do: name, cell, min: 0, max: 0, refused: "", note: "", ...more };
}

/** The choices of two characters after a turn. */
function choices(turn: number): Choices {
  const of = (label: string, cell: number): Choices["pieces"][number] => ({
    token: cell,
    label,
    cell,
    choices: [
      choice("x+", cell + 1, { note: "a bomb covers it" }),
      choice("z+", -1, { refused: "there is no cell in that direction" }),
      choice("bomb", cell, { min: 2, max: 4 }),
    ],
  });
  return { player: 1, turn, pieces: [of("B1", 10), of("B2", 20)] };
}

/** What the server says of the seat when a turn waits for it; -1: none does. */
function seat(turn: number, more: Partial<Seat> = {}): Seat {
  return {
    name: "ann",
    player: 1,
    match: "m",
    choices: turn < 0 ? null : choices(turn),
    limit: 3000,
    left: 3000,
    missed: 0,
    gaveUp: false,
    ...more,
  };
}

/** A seat that a turn waits for. */
function asked(turn: number): SeatState {
  const state = newSeat();
  takeSeat(state, ask(state), seat(turn), keys, 100);
  return state;
}

test("answers out of order: only that to the last request counts, and no turn comes back that was answered", () => {
  const state = asked(7);
  const [older, newer] = [ask(state), ask(state)];
  assert.deepEqual(takeSeat(state, newer, seat(8), keys, 0), { sits: false, asks: true });
  assert.deepEqual(takeSeat(state, older, seat(7), keys, 0), { sits: false, asks: false });
  assert.equal(state.form?.choices.turn, 8);
  settle(state, "x+");
  state.answered = 8;
  takeSeat(state, ask(state), seat(-1), keys, 0);
  assert.deepEqual(takeSeat(state, ask(state), seat(8), keys, 0), { sits: false, asks: false }, "as it was before");
  assert.equal(state.form, undefined);
});

test("an answer about the same turn keeps what was entered; a new turn begins anew", () => {
  const state = asked(7);
  settle(state, "x+");
  takeSeat(state, ask(state), seat(7), keys, 0);
  assert.equal(state.form?.chosen.length, 1);
  takeSeat(state, ask(state), seat(8, { missed: 8 }), keys, 0);
  assert.deepEqual([state.form?.chosen.length, state.notice], [0, "You missed turn 8: no answer within 3 s"]);
  takeSeat(state, ask(state), seat(9, { missed: 8 }), keys, 0);
  assert.equal(state.notice, "", "it is told once");
});

test("a turn that goes on without the person is told, unless the answer is on its way", () => {
  const waiting = (turn: number, ...players: number[]) => ({ turn, players, absent: [] });
  const state = asked(7);
  assert.equal(takeWaiting(state, waiting(7, 1, 2)), true, "it waits for the person: the server is asked for what");
  assert.equal(takeWaiting(state, waiting(7, 1, 2)), false, "nothing is new");
  assert.equal(takeWaiting(state, waiting(7, 2)), false);
  assert.deepEqual([state.form, state.notice], [undefined, "Too late: turn 8 went on without you"]);
  takeSeat(state, ask(state), seat(-1), keys, 0);
  assert.equal(state.notice, "Too late: turn 8 went on without you", "the next answer does not wipe it out");
  const sent = asked(7);
  takeWaiting(sent, waiting(7, 1, 2));
  sent.sending = true;
  takeWaiting(sent, waiting(7, 2));
  assert.deepEqual([sent.form, sent.notice], [undefined, ""]);
  assert.equal(takeWaiting(newSeat(), waiting(1, 3)), true, "who plays here is not known yet");
});

test("a request that fails: refused ones are told, one that came too late is asked again, silence later", () => {
  const state = asked(7);
  assert.equal(takeProblem(state, ask(state), new Refusal(403, "this seat is played elsewhere")), undefined);
  assert.equal(state.notice, "this seat is played elsewhere");
  assert.equal(takeProblem(state, ask(state), new Refusal(409, "too late")), "now");
  const number = ask(state);
  assert.equal(takeProblem(state, number, new TypeError("fetch failed")), "later");
  assert.equal(state.notice, "the server does not answer");
  ask(state);
  assert.equal(takeProblem(state, number, new TypeError("fetch failed")), undefined, "a newer request will tell");
  assert.ok(state.form, "what was entered stays");
});

test("a bomb is aimed before it is put down; its range and delay are kept from bomb to bomb", () => {
  const state = asked(7);
  const bomb = choice("bomb", 10, { min: 2, max: 4 });
  assert.equal(choose(state, "bomb"), undefined);
  assert.deepEqual(state.bomb, { open: true, range: 3, delay: 2, next: "range" });
  assert.ok(setAim(state.bomb, bomb, "range", 4) && state.bomb.next === "delay");
  assert.ok(!setAim(state.bomb, bomb, "delay", 5) && !setAim(state.bomb, bomb, "delay", 2.5));
  assert.equal(choose(state, "bomb"), "");
  assert.deepEqual(state.form?.chosen, [{ token: 10, do: "bomb", range: 4, delay: 2 }]);
  choose(state, "bomb");
  assert.deepEqual(state.bomb, { open: true, range: 4, delay: 2, next: "range" });
  selectPiece(state, 0);
  assert.equal(state.bomb.open, false, "another character");
  undo(state);
  undo(state);
  assert.equal(state.notice, "nothing is set yet");
});

test("what is refused is told and sets nothing; what is doubtful is set, and its note is told", () => {
  const state = asked(7);
  assert.equal(choose(state, "z+"), undefined);
  assert.equal(state.notice, "B1 cannot go up left: there is no cell in that direction");
  assert.equal(state.form?.chosen.length, 0);
  assert.equal(choose(state, "x+"), "a bomb covers it");
  aimAgain(state);
  assert.equal(state.notice, "", "a bomb is possible");
  assert.equal(choose(newSeat(), "x+"), undefined, "no turn waits");
});

test("a person plays as long as the match goes on and the seat is not given up", () => {
  const state = newSeat();
  assert.deepEqual([ownOf(state), isPlaying(state, true)], [-1, false]);
  assert.deepEqual(takeSeat(state, ask(state), seat(-1, { player: -1 }), keys, 0), { sits: false, asks: false });
  assert.equal(isPlaying(state, true), false, "before the match");
  assert.deepEqual(takeSeat(state, ask(state), seat(0), keys, 0), { sits: true, asks: true });
  assert.deepEqual([ownOf(state), isPlaying(state, true), isPlaying(state, false)], [1, true, false]);
  takeSeat(state, ask(state), seat(-1, { gaveUp: true }), keys, 0);
  assert.equal(isPlaying(state, true), false);
});

test("the time of a turn is that of its form; giving up is asked twice", () => {
  const state = asked(7);
  assert.deepEqual(state.due, { limit: 3000, until: 3100 });
  takeSeat(state, ask(state), seat(7, { left: 10 }), keys, 2000);
  assert.deepEqual(state.due, { limit: 3000, until: 3100 }, "the same turn");
  takeSeat(state, ask(state), seat(-1), keys, 2000);
  assert.equal(state.due, undefined);
  takeSeat(state, ask(state), seat(9, { limit: 0, left: 0 }), keys, 2000);
  assert.equal(state.due, undefined, "no limit");
  assert.deepEqual([giveUp(state), giveUp(state), giveUp(state)], [false, true, false]);
});
