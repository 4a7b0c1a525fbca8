// Loads the module in a folder as a page does, and asks it questions. usage: node ask.mjs FOLDER <QUESTIONS >ANSWERS,
// both lists as JSON: {verify: FILE} and so on (see answer) give {json}; {match: ORDER} plays a match, with {bots:
// {SEAT: PROGRAM}} for the programs below, and gives the result in {json}, the replay in the file {to}, and the
// messages in {said}. A question that throws gives {error}.
import { readFileSync, writeFileSync } from "node:fs";
import { runInThisContext } from "node:vm";
import { gunzipSync } from "node:zlib";
import { botOf, programs } from "./programs.mjs";

const folder = process.argv[2];
const questions = JSON.parse(readFileSync(0, "utf8"));
runInThisContext(readFileSync(`${folder}/wasm_exec.js`, "utf8"));
const go = new Go();
const { instance } = await WebAssembly.instantiate(gunzipSync(readFileSync(`${folder}/lab.wasm.gz`)), go.importObject);
const ready = new Promise((resolve) => (globalThis.blastyardLabReady = resolve));
void go.run(instance).then(() => {
  throw new Error("the module has ended");
});
await ready;
const lab = globalThis.blastyardLab;

const read = (file) => new Uint8Array(readFileSync(file));

async function answer(question) {
  for (const name of ["verify", "film", "lessons", "offer"])
    if (question[name]) return { json: lab[name](read(question[name])) };
  if (question.starter) return { json: lab.starter(...question.starter) };
  if (question.kinds) return { json: lab.kinds() };
  return play(question);
}

async function play({ match, bots, replay, to, listen, stop, person, times }) {
  const said = [];
  const hearers = [];
  // later calls then after each message that starts with begin.
  const later = (begin, then) => hearers.push((line) => line.startsWith(begin) && then());
  for (let n = 1; n < (times ?? 1); n++) await lab.match(match, {}, null, null).done;
  const ports = {};
  for (const [seat, name] of Object.entries(bots ?? {})) {
    const channel = new MessageChannel();
    (programs[name] ?? botOf(name))(channel.port2, later);
    ports[seat] = channel.port1;
  }
  const say =
    listen || stop !== undefined || person
      ? (line) => {
          said.push(line);
          for (const hear of hearers) hear(line);
          if (stop !== undefined && line.startsWith(`{"frame":{"turn":${stop},`)) setTimeout(() => running.stop());
          // The timeout is needed because the message may come before match has returned.
          if (person && line.startsWith('{"waiting":{')) setTimeout(() => byHand());
        }
      : null;
  const running = lab.match(match, ports, replay ? read(replay) : null, say);
  const byHand = () => {
    const seat = JSON.parse(running.look());
    if (seat.choices.turn >= person.until) running.quit();
    else running.play(seat.choices.turn, "[]");
  };
  const { result, replay: bytes } = await running.done;
  if (to && bytes) writeFileSync(to, bytes);
  return {
    json: result,
    said: listen ? said : undefined,
    kept: bytes !== null,
    memory: instance.exports.mem.buffer.byteLength,
  };
}

const answers = [];
for (const question of questions) {
  const began = performance.now();
  const result = await answer(question).catch((problem) => ({
    error: problem instanceof Error ? problem.message : `no Error: ${problem}`,
  }));
  answers.push({ ...result, ms: performance.now() - began });
}
await new Promise((resolve) => process.stdout.write(JSON.stringify(answers), resolve));
process.exit(typeof lab.version === "string" ? 0 : 1);
