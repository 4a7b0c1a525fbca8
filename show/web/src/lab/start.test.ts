import assert from "node:assert/strict";
import { test } from "node:test";
import { base128 } from "./start";

test("bytes are read from characters of 7 bits", () => {
  // What TestBase128 of show/web writes.
  for (const [text, ...bytes] of [
    [""],
    ["\u0100\u0100", 0],
    ["\x7f@", 255],
    ["\u010d\u013c\u0100", 0x1a, 0xf0],
    ["1\x1b\f\x17\x1bP", 98, 108, 97, 115, 116],
  ] as [string, ...number[]][])
    assert.deepEqual([...base128(text)], bytes, JSON.stringify(text));
});
