// A certificate for servers of tests.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";

/**
 * Makes a certificate that signs itself, and its key, in a folder.
 * @param {string} folder
 * @param {string} name what it is for: DNS:HOST or IP:ADDRESS
 */
export function certificate(folder, name) {
  const cert = join(folder, "cert.pem");
  const key = join(folder, "key.pem");
  const made = spawnSync(
    "openssl",
    [
      "req",
      "-x509",
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:prime256v1",
      "-nodes",
      "-days",
      "2",
      "-subj",
      `/CN=${name.replace(/^\w+:/, "")}`,
      "-addext",
      `subjectAltName=${name}`,
      "-keyout",
      key,
      "-out",
      cert,
    ],
    { encoding: "utf8" },
  );
  assert.equal(made.status, 0, made.stderr ?? String(made.error));
  return { cert, key };
}
