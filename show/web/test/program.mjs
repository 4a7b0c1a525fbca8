// Starts the program under test in its own folders, and ends it.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const deadline = 120_000; // milliseconds to wait for anything of a program
export const source = fileURLToPath(new URL("../../..", import.meta.url));

/** @type {string[]} */
const folders = [];
/** @type {Set<Running>} */
const running = new Set();

process.on("exit", () => {
  for (const program of running) program.signal("SIGKILL");
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** An empty folder, which is removed at the end. */
export function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), "blastyard-page-"));
  folders.push(folder);
  return folder;
}

/** @type {string | undefined} */
let built;

/**
 * The path of the program: from the environment variable BLASTYARD, else built from the source, with the program for
 * competitions in the same folder.
 */
function blastyard() {
  if (process.env["BLASTYARD"]) return process.env["BLASTYARD"];
  if (built) return built;
  const folder = newFolder();
  const go = spawnSync("go", ["build", "-o", folder, "./cmd/..."], { cwd: source, encoding: "utf8" });
  if (go.status !== 0) throw new Error(`go build: ${go.error?.message ?? go.stderr}`);
  return (built = join(folder, process.platform === "win32" ? "blastyard.exe" : "blastyard"));
}

/** @type {string | undefined} */
let held;

/**
 * The folder with the rules as WebAssembly: from the environment variable BLASTYARD_LAB, else built from the source.
 */
export function rules() {
  if (process.env["BLASTYARD_LAB"]) return process.env["BLASTYARD_LAB"];
  if (held) return held;
  const folder = newFolder();
  const go = spawnSync("go", ["run", "./show/lab/build", folder], { cwd: source, encoding: "utf8" });
  if (go.status !== 0) throw new Error(`go run ./show/lab/build: ${go.error?.message ?? go.stderr}`);
  return (held = folder);
}

/**
 * Runs the program to its end in a folder and returns its output.
 * @param {string} folder
 * @param {string[]} args
 * @returns {{ code: number | null, stdout: string, stderr: string }}
 */
export function run(folder, ...args) {
  const { status, stdout, stderr, error } = spawnSync(blastyard(), args, {
    cwd: folder,
    encoding: "utf8",
    timeout: deadline,
  });
  if (error) throw error;
  return { code: status, stdout, stderr };
}

/**
 * Like run, but fails if the program does.
 * @param {string} folder
 * @param {string[]} args
 */
export function must(folder, ...args) {
  const { code, stdout, stderr } = run(folder, ...args);
  if (code !== 0) throw new Error(`blastyard ${args.join(" ")}: exit code ${code}\n${stdout}${stderr}`);
}

/**
 * Copies a replay in a folder and changes a recorded state of a turn.
 * @param {string} folder
 * @param {string} from
 * @param {string} to
 * @param {number} turn
 */
export function tamper(folder, from, to, turn) {
  const args = ["run", "./show/web/test/tamper", join(folder, from), join(folder, to), String(turn)];
  const { status, stderr, error } = spawnSync("go", args, { cwd: source, encoding: "utf8", timeout: deadline });
  if (status !== 0) throw new Error(`tamper: ${error?.message ?? stderr}`);
}

/** A running program, in a process group of its own. */
export class Running {
  output = ""; // of both streams
  /** @type {Promise<number | null>} */
  ended;

  /**
   * @param {string} folder
   * @param {string[]} args
   */
  constructor(folder, ...args) {
    this.name = `blastyard ${args.join(" ")}`;
    this.child = spawn(blastyard(), args, { cwd: folder, detached: true, stdio: ["ignore", "pipe", "pipe"] });
    running.add(this);
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        this.output += text;
      });
    }
    this.ended = new Promise((resolve, reject) => {
      this.child.on("error", reject);
      this.child.on("close", (code) => {
        running.delete(this);
        resolve(code);
      });
    });
  }

  /**
   * Waits until the output matches.
   * @param {RegExp} pattern
   */
  async says(pattern) {
    for (const end = Date.now() + deadline; ; ) {
      const match = pattern.exec(this.output);
      if (match) return match;
      if (this.child.exitCode !== null)
        throw new Error(`${this.name}: ended with ${this.child.exitCode} before ${pattern}\n${this.output}`);
      if (Date.now() > end) throw new Error(`${this.name}: no ${pattern} in\n${this.output}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Waits for the address of its page. */
  async page() {
    const [, address] = await this.says(/watch at (http:\/\/127\.0\.0\.1:\d+\/)/);
    return String(address);
  }

  /**
   * Waits for its end, and kills it if it takes too long.
   * @param {number} [patience] milliseconds
   */
  async end(patience = deadline) {
    const late = setTimeout(() => this.signal("SIGKILL"), patience);
    const code = await this.ended;
    clearTimeout(late);
    if (this.child.signalCode === "SIGKILL") throw new Error(`${this.name}: did not end\n${this.output}`);
    return code;
  }

  /** Interrupts it, like Ctrl-C. */
  async stop() {
    if (running.has(this)) this.signal("SIGINT");
    return this.end();
  }

  /** @param {NodeJS.Signals} signal */
  signal(signal) {
    const pid = this.child.pid;
    if (pid === undefined) return;
    try {
      process.kill(-pid, signal);
    } catch {
      // it has already ended
    }
  }
}

/** A loopback address that no other process uses, for servers whose port must be known before. */
export function ownLoopback() {
  if (process.platform !== "linux") return "127.0.0.1"; // other systems have only one
  const pid = process.pid;
  return `127.${1 + ((pid >> 16) & 127)}.${(pid >> 8) & 255}.${1 + (pid & 127)}`;
}
