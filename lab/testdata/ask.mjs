// Loads the module of lab/dist as a page does and asks it. usage: node ask.mjs DIST <QUESTIONS >ANSWERS, both lists as JSON:
// {verify: FILE} gives {json}, {play: CONFIG, to: FILE} writes the replay and gives {json}. What throws gives {error}.
import { readFileSync, writeFileSync } from "node:fs";
import { runInThisContext } from "node:vm";
import { gunzipSync } from "node:zlib";

const dist = process.argv[2];
const questions = JSON.parse(readFileSync(0, "utf8"));
runInThisContext(readFileSync(`${dist}/wasm_exec.js`, "utf8"));
const go = new Go();
const { instance } = await WebAssembly.instantiate(gunzipSync(readFileSync(`${dist}/lab.wasm.gz`)), go.importObject);
const ready = new Promise((resolve) => (globalThis.blastyardLabReady = resolve));
void go.run(instance).then(() => { throw new Error("the module has ended"); });
await ready;
const lab = globalThis.blastyardLab;

function answer({ verify, play, to }) {
  try {
    if (verify) return { json: lab.verify(new Uint8Array(readFileSync(verify))) };
    const played = lab.play(play);
    writeFileSync(to, played.replay);
    return { json: played.result };
  } catch (problem) {
    return { error: problem instanceof Error ? problem.message : `no Error: ${problem}` };
  }
}

console.log(JSON.stringify(questions.map((question) => {
  const began = performance.now();
  return { ...answer(question), ms: performance.now() - began };
})));
process.exit(typeof lab.version === "string" ? 0 : 1);
