import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { frameHash, frameScript } from "./frame";

test("the hash that a page's policy must allow is that of the frame's script", () => {
  assert.equal(frameHash, `'sha256-${createHash("sha256").update(frameScript).digest("base64")}'`);
});
