// Runs tests of the page: node test/run.mjs unit|quick|all|FILE...
//
// Each failed test is run twice more, alone. If it passes both times it is flaky, and is listed at the end. With
// BLASTYARD_RESULTS=DIR the failed and the flaky tests are also added to DIR/failed.txt and DIR/flaky.txt, where
// tools/scripts/stage.sh counts the flaky ones.
import { appendFileSync, mkdirSync, readdirSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { run } from "node:test";
import { inspect } from "node:util";
import { chromium } from "playwright-core";
import { chromiumOptions } from "./chromium.mjs";
import { rules } from "./program.mjs";
import { filesOf, folder } from "./stages.mjs";

/** @typedef {{ file: string, names?: string[] }} Job a path, and the tests to run; without names: all */
/**
 * @typedef {{ file: string, name: string | undefined, error: unknown }} Failure without a name: the whole file failed
 */

const together = 2; // files at the same time

/**
 * The jobs for the arguments.
 * @param {string[]} args
 * @returns {Job[]}
 */
function jobsOf(args) {
  const [stage = "quick"] = args;
  if (stage === "quick" || stage === "all")
    return filesOf(stage).map((job) => ({ ...job, file: join(folder, job.file) }));
  if (stage !== "unit") return args.map((file) => ({ file: resolve(file) }));
  const built = join(folder, "../.unit");
  return readdirSync(built, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.mjs"))
    .sort()
    .map((name) => ({ file: join(built, name) }));
}

/** @param {string} text */
const exactly = (text) => new RegExp(`^${text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")}$`);

/**
 * Runs tests of a file in a process of its own.
 * @param {Job} job
 */
async function runJob({ file, names }) {
  /** @type {Failure[]} */
  const failures = [];
  const missing = new Set(names);
  const began = performance.now();
  let count = 0;
  let said = "";
  for await (const { type, data } of run({
    files: [file],
    concurrency: 1,
    ...(names && { testNamePatterns: names.map(exactly) }),
  })) {
    if (type === "test:stdout" || type === "test:stderr") process.stderr.write(data.message);
    if (type === "test:stderr") said += data.message;
    if ((type !== "test:pass" && type !== "test:fail") || data.nesting > 0 || data.skip !== undefined) continue;
    const whole = resolve(data.name) === file;
    missing.delete(data.name);
    if (!whole) count++;
    if (type === "test:fail")
      failures.push({
        file,
        name: whole ? undefined : data.name,
        error: (whole && said) || (data.details.error.cause ?? data.details.error),
      });
  }
  if (failures.length === 0 && count === 0 && !names)
    failures.push({ file, name: undefined, error: new Error("there are no tests in this file") });
  if (failures.length === 0)
    for (const name of missing) failures.push({ file, name, error: new Error("there is no such test") });
  return { failures, count, seconds: (performance.now() - began) / 1000 };
}

/**
 * Runs all jobs, a few at a time, and returns the failures.
 * @param {Job[]} jobs
 * @param {boolean} quiet prints only failures
 */
async function runAll(jobs, quiet) {
  /** @type {Failure[]} */
  const failed = [];
  const queue = [...jobs];
  let tests = 0;
  const work = async () => {
    for (let job = queue.shift(); job; job = queue.shift()) {
      const { failures, count, seconds } = await runJob(job);
      tests += count;
      failed.push(...failures);
      if (!quiet || failures.length > 0)
        console.log(
          `${failures.length > 0 ? "FAIL" : "ok  "} ${seconds.toFixed(1).padStart(6)} s  ${basename(job.file)} (${count} tests)`,
        );
      for (const failure of failures) console.log(tale(failure));
    }
  };
  await Promise.all(Array.from({ length: together }, work));
  return { failed, tests };
}

/**
 * Whether a failed test passes twice.
 * @param {Failure} failure
 */
async function passesTwice({ file, name }) {
  for (let i = 0; i < 2; i++) {
    const { failures } = await runJob(name === undefined ? { file } : { file, names: [name] });
    if (failures.length > 0) return false;
  }
  return true;
}

/** @param {Failure} failure */
const titleOf = ({ file, name }) => `${basename(file)}${name === undefined ? "" : ` ${name}`}`;

/** @param {Failure} failure */
const linesOf = ({ error }) =>
  (error instanceof Error ? inspect(error) : String(error)).split("\n").filter((line) => line.trim() !== "");

/**
 * The name of a failed test and the first lines of its error.
 * @param {Failure} failure
 */
const tale = (failure) => [`FAILED: ${titleOf(failure)}`, ...linesOf(failure).slice(0, 20)].join("\n    ");

/**
 * Writes a text to the console and to the file of that name.
 * @param {string} name
 * @param {string} text
 */
function tell(name, text) {
  console.log(text);
  const results = process.env["BLASTYARD_RESULTS"];
  if (!results) return;
  mkdirSync(results, { recursive: true });
  appendFileSync(join(results, name), `${text}\n`);
}

const args = process.argv.slice(2);
const jobs = jobsOf(args);
const unit = args[0] === "unit";
if (jobs.length === 0) throw new Error("no file has tests");
const began = performance.now();
if (!unit) process.env["BLASTYARD_LAB"] = rules();
const server = unit ? undefined : await chromium.launchServer(chromiumOptions());
if (server) process.env["BLASTYARD_CHROMIUM"] = server.wsEndpoint();
const { failed, tests } = await runAll(jobs, unit);
delete process.env["BLASTYARD_CHROMIUM"]; // repeated tests start a Chromium of their own
await server?.close();

const flaky = /** @type {Failure[]} */ ([]);
const broken = /** @type {Failure[]} */ ([]);
for (const failure of failed) ((await passesTwice(failure)) ? flaky : broken).push(failure);
console.log(
  `page, ${args.map((arg) => basename(arg)).join(" ") || "quick"}: ${tests} tests in ${((performance.now() - began) / 1000).toFixed(0)} s, ${broken.length} failed, ${flaky.length} flaky`,
);
for (const failure of broken) tell("failed.txt", tale(failure));
for (const failure of flaky) tell("flaky.txt", `FLAKY: ${titleOf(failure)}: ${linesOf(failure)[0]}`);
process.exitCode = broken.length > 0 ? 1 : 0;
