import assert from "node:assert/strict";
import { test } from "node:test";
import { branchOrder, byHand, hasLeft, orderText, standIn, type Offer } from "./order";

const offer: Offer = {
  can: true,
  turns: [0, 9],
  bots: ["hunter", "idle"],
  specials: [],
  seats: [
    { bot: "builtin:hunter", standIn: "builtin:hunter" },
    { bot: "python3 bot.py", standIn: "builtin:hunter" },
    { bot: "python3 bot.py", standIn: "builtin:hunter", left: 4 },
  ],
};

test("who stays plays on as it was, and a program has somebody in its place until it has left", () => {
  const seats = (turn: number, ...chosen: string[]): unknown =>
    branchOrder(offer, turn, chosen).config.seats?.map(({ bot }) => bot);
  assert.deepEqual(seats(3, standIn, standIn, standIn), ["", "builtin:hunter", "builtin:hunter"]);
  assert.deepEqual(seats(4, standIn, standIn, standIn), ["", "builtin:hunter", ""]);
  assert.deepEqual(seats(4, byHand, "builtin:idle", byHand), ["human", "builtin:idle", "human"]);
  assert.equal(branchOrder(offer, 4, []).from, 4);
});

test("who had left", () => {
  const seat = { bot: "", standIn: "" };
  assert.deepEqual(
    [
      hasLeft(seat, 9),
      hasLeft({ ...seat, left: 0 }, 9),
      hasLeft({ ...seat, left: 5 }, 4),
      hasLeft({ ...seat, left: 5 }, 5),
    ],
    [false, false, false, true],
  );
});

test("a large seed keeps its last digit", () => {
  assert.equal(
    orderText({ config: { map: "tiny", seed: 18446744073709551615n }, keep: false }),
    '{"config":{"seed":18446744073709551615,"map":"tiny"},"keep":false}',
  );
  assert.equal(orderText({ config: { seed: 7 } }), '{"config":{"seed":7}}');
  assert.equal(orderText({ config: { seats: [] }, from: 3 }), '{"config":{"seats":[]},"from":3}');
});
