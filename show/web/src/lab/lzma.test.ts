import assert from "node:assert/strict";
import { test } from "node:test";
import { unpackLZMA } from "./lzma";

// What another program (liblzma) made of turns and then of all bytes.
const packed = Uint8Array.from(
  Buffer.from(
    "AwAAAQBWCgAAAAAAAAA6HjXuzah1Hlv0dj4c/8q5d9ZuBBGEQ4smc083qv77fB2j2TxOvbigivcQnZP/XQj/dv3dvTI1uBbT8DTXprYfra/lBUG3TPbXWHwcgu47z3+duKY+SeME5lh6jLAbAH7xfVxrmpza1EY1iz4ZOWe95ALqsmy/gyxcPvcT6YOfQ4k4Je5LD2/iLnZjn6irfqXM3CBc+J2wBL+puACwioZTM4OZnuVHum0xFJQ8MBef2nnj4PHDOMN50rT4rYNSCi04aDqVHXMvIlv5CNy0zp/sSoCKnmoch8I/b1Wm7udVAqUaj7H38byaW1kb0onU98eKUMXFDP/jfodCSuI+MjAo8cFt4hlbNEKdGLcA6AAMDqlusWtsZ5QoCnuLa8Sqiq/UrGf5XjGthIBkNBwPG5BJ7L3nTTwpZ/nZdTFYqi6nyy+z3yd6Yp8kytDL7x9gG5DxXUTtAFMtLzdD6tt8amuGjiUyj22eQ+l0kS+v87GF4PoklXc99//+DkYe",
    "base64",
  ),
);

test("what was packed as LZMA is unpacked", () => {
  const turns = Array.from({ length: 60 }, (_, i) => `turn ${i}: the bomb of player ${(i * 7) % 5} explodes; `).join(
    "",
  );
  assert.deepEqual(
    unpackLZMA(packed),
    Uint8Array.of(...Buffer.from(turns), ...Array.from({ length: 256 }, (_, i) => i)),
  );
});

test("what was cut or damaged is refused", () => {
  assert.throws(() => unpackLZMA(packed.slice(0, 200)), { message: "what is packed was cut" });
  const damaged = packed.slice();
  damaged[18] = 0xff; // a distance that leads out of what there is
  assert.throws(() => unpackLZMA(damaged));
});
