// Games played by the original programs, compared state by state in the browser: these are Go's tests as WebAssembly.
// `make lab` runs them in node.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { pageTest } from "./lab.mjs";
import { newFolder, rules } from "./program.mjs";

const source = fileURLToPath(new URL("../../..", import.meta.url));
const origin = "http://vectors.test/";

/** Runs tests of Go in a worker of their own; returns their output and exit code. */
const worker = `
importScripts("wasm_exec.js");
addEventListener("message", async ({ data: { file, tests } }) => {
  const lines = [];
  console.log = (line) => lines.push(line);
  const go = new Go();
  let code;
  go.argv = [file, "-test.v", "-test.run=" + tests];
  go.exit = (is) => (code = is);
  const { instance } = await WebAssembly.instantiateStreaming(fetch(file), go.importObject);
  await go.run(instance);
  postMessage({ code, text: lines.join("\\n") });
});`;

/** @typedef {{ code: number, text: string }} Ended */

for (const [packageName, tests, names] of /** @type {const} */ ([
  ["rules/hexabomb/wire", "^TestVectors(2018)?$", ["TestVectors", "TestVectors2018"]],
  ["rules/bomberman/wire", "^TestVectors$", ["TestVectors"]],
  ["rules/bomberman", "^TestMapVectors$", ["TestMapVectors"]],
])) {
  pageTest(`the games of the originals in the browser: ${packageName}`, async (lab) => {
    const file = join(newFolder(), "tests.wasm");
    const go = spawnSync("go", ["test", "-c", "-vet=off", "-o", file, `./${packageName}`], {
      cwd: source,
      encoding: "utf8",
      env: { ...process.env, GOOS: "js", GOARCH: "wasm" },
    });
    assert.equal(go.status, 0, go.stderr);
    const visitor = await lab.visitor();
    await visitor.context.route(`${origin}**`, (route) => {
      const { pathname } = new URL(route.request().url());
      switch (pathname) {
        case "/":
          return route.fulfill({
            contentType: "text/html",
            body: '<!doctype html><title>Vectors</title><link rel="icon" href="data:,">',
          });
        case "/worker.js":
          return route.fulfill({ contentType: "text/javascript", body: worker });
        case "/wasm_exec.js":
          return route.fulfill({ contentType: "text/javascript", body: readFileSync(join(rules(), "wasm_exec.js")) });
        case "/tests.wasm":
          return route.fulfill({ contentType: "application/wasm", body: readFileSync(file) });
        default:
          return route.fulfill({ status: 404 });
      }
    });
    const page = await visitor.open(origin);
    /** @type {Ended} */
    const { code, text } = await page.evaluate(
      (tests) =>
        new Promise((resolve, reject) => {
          const worker = new Worker("worker.js");
          worker.addEventListener("message", ({ data }) => resolve(data));
          worker.addEventListener("error", ({ message }) => reject(new Error(message)));
          worker.postMessage({ file: "tests.wasm", tests });
        }),
      tests,
    );
    assert.equal(code, 0, text);
    for (const name of names) assert.match(text, new RegExp(`^--- PASS: ${name} `, "m"));
  });
}
