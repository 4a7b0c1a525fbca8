import assert from "node:assert/strict";
import test from "node:test";
import { qrPath } from "./lobbyview";

test("a QR code's dark modules are runs, with four light modules around", () => {
  assert.equal(qrPath(["110", "001"]), "M4 4h2v1h-2zM6 5h1v1h-1z");
  assert.equal(qrPath([]), "");
});
