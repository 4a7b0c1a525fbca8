import assert from "node:assert/strict";
import { test } from "node:test";
import { formatAddress, parseAddress, type Address } from "./address";

test("an address comes back as it was", () => {
  const addresses: Address[] = [
    {},
    { turn: 0 },
    { match: "a-b_1", turn: 37, me: 2, danger: true },
    { match: "ä &=#/<b>", covers: true, coordinates: true, projector: true },
  ];
  for (const address of addresses) assert.deepEqual(parseAddress(formatAddress(address)), address);
});

test("what makes no sense is left out", () => {
  assert.deepEqual(parseAddress("#turn=-1&me=x&turn2=3&danger=0&match="), { danger: false });
  assert.deepEqual(parseAddress("#turn=1e9"), {});
  assert.deepEqual(parseAddress("#turn=99999999999999"), {});
  assert.deepEqual(parseAddress(""), {});
});

test("flags that are off are not written", () => {
  assert.equal(formatAddress({ match: "m", turn: 3, danger: false }), "#match=m&turn=3");
});

test("the secret of a seat is read and never written", () => {
  assert.deepEqual(parseAddress("#seat=AB%26C"), { seat: "AB&C" });
  assert.equal(formatAddress({ match: "m", seat: "AB&C", turn: 3 }), "#match=m&turn=3");
});
