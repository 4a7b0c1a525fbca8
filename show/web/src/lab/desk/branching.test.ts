import assert from "node:assert/strict";
import { test } from "node:test";
import { byHand, standIn, type Offer } from "../order";
import { againSeats, branchOf } from "./branching";

const seat = { bot: "builtin:hunter", standIn: "builtin:hunter" };
const offer: Offer = { can: true, turns: [1, 9], bots: ["hunter", "idle"], specials: [], seats: [seat, seat, seat] };

test("one's own bot takes a seat of a replay, and is the reader's; the others play on as they were", () => {
  assert.deepEqual(branchOf(offer, 4, [standIn, "page", byHand], "mybot"), {
    seats: [{ bot: "" }, { bot: "page", name: "mybot" }, { bot: "human" }],
    players: [1, 0, 2],
    who: "bot",
  });
  assert.deepEqual(branchOf(offer, 4, [standIn, "builtin:idle", byHand], "mybot"), {
    seats: [{ bot: "" }, { bot: "builtin:idle" }, { bot: "human" }],
    players: [2, 0, 1],
    who: "you",
  });
  assert.deepEqual(branchOf(offer, 4, [standIn, standIn, "builtin:idle"], "mybot"), {
    seats: [{ bot: "" }, { bot: "" }, { bot: "builtin:idle" }],
    players: [0, 1, 2],
    who: "",
  });
});

test("nobody plays two seats by hand", () => {
  assert.throws(() => branchOf(offer, 4, [byHand, byHand, standIn], "mybot"), {
    message: "Only one seat can be played by hand.",
  });
});

test("run again, what is in the page plays anew", () => {
  assert.deepEqual(againSeats([{ bot: "page", name: "mybot" }, { bot: "builtin:idle" }, { bot: "human" }], [1, 2, 0]), [
    { bot: "human" },
    { bot: "page", name: "mybot" },
    { bot: "" },
  ]);
});
