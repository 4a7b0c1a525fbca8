// The worker of the laboratory: it loads the rules as WebAssembly and answers the page. Its policy allows WebAssembly;
// the page's policy does not.
import { errorText } from "../ui/format";
import type { Answer, Bytes, Call, Deed, Question } from "./messages";

/** What the module adds to the global scope. */
type Module = Record<Call, (...args: (Bytes | string)[]) => string> & {
  match(
    order: string,
    ports: Record<number, MessagePort>,
    replay: Bytes | null,
    say: ((line: string) => void) | null,
  ): Match;
};

/** A match that is being played. */
type Match = Record<Deed, (...args: (number | string)[]) => string> & {
  stop(): void;
  done: Promise<{ result: string; replay: Bytes | null }>;
};

/** What wasm_exec.js of Go adds to the global scope. */
interface Go {
  importObject: WebAssembly.Imports;
  /** Resolves when the program ends. */
  run(instance: WebAssembly.Instance): Promise<void>;
}

declare function importScripts(address: string): void;
declare const Go: new () => Go;

const scope = globalThis as typeof globalThis & { blastyardLab?: Module; blastyardLabReady?: () => void };
const wasm = { headers: { "Content-Type": "application/wasm" } };

const say = (answer: Answer, transfer: Transferable[] = []): void => scope.postMessage(answer, { transfer });

/** Starts the module, from the server or from the page. */
async function load(get: () => Promise<Response>): Promise<Module> {
  const go = new Go();
  const ready = new Promise<void>((resolve) => (scope.blastyardLabReady = resolve));
  const { instance } = await instantiate(get, go.importObject);
  const ended = go.run(instance).then(() => Promise.reject(new Error("the program has ended")));
  ended.catch((problem: unknown) => say({ broken: errorText(problem) }));
  await Promise.race([ready, ended]);
  if (!scope.blastyardLab) throw new Error("the module is not that of a laboratory");
  return scope.blastyardLab;
}

/**
 * Compiles the module while it arrives. If that is not possible, for example because a proxy changes its media type,
 * compiles it afterwards.
 */
async function instantiate(
  get: () => Promise<Response>,
  imports: WebAssembly.Imports,
): Promise<WebAssembly.WebAssemblyInstantiatedSource> {
  try {
    return await WebAssembly.instantiateStreaming(get(), imports);
  } catch {
    return WebAssembly.instantiate(await (await get()).arrayBuffer(), imports);
  }
}

async function fetchModule(): Promise<Response> {
  const response = await fetch("lab.wasm");
  if (!response.ok) throw new Error(`lab.wasm: ${response.status} ${response.statusText}`);
  return response;
}

const unpack = (packed: Bytes) => async (): Promise<Response> =>
  new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip")), wasm);

const loader = "wasm_exec.js";
const busy = 503;
const pause = 1000; // milliseconds between two attempts

/**
 * Loads the script that starts the module. If the server says that it is still building the two, tries again until they
 * are ready.
 */
async function importLoader(): Promise<void> {
  for (let last = false; ; ) {
    try {
      return importScripts(loader);
    } catch (problem) {
      if (last) throw problem;
      const response = await fetch(loader); // importScripts does not give the server's message
      last = response.ok; // it may have been built meanwhile
      if (last) continue;
      const why = await wordsOf(response);
      if (response.status !== busy) throw new Error(why);
      say({ building: why });
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/** The message of a server's error response. */
async function wordsOf(response: Response): Promise<string> {
  const plain = `${loader}: ${response.status} ${response.statusText}`;
  try {
    const { error }: { error?: unknown } = await response.json();
    return typeof error === "string" ? error : plain;
  } catch {
    return plain; // the response of a proxy
  }
}

const matches = new Map<number, Match>();

/** Answers a question of the page; errors are reported with its id. */
function answer(module: Module, question: Exclude<Question, { module: Bytes }>): void {
  if ("stop" in question) return matches.get(question.stop)?.stop();
  const { id } = question;
  try {
    if ("call" in question) return say({ id, text: module[question.call](...question.with) });
    if ("order" in question) return begin(module, question);
    const match = matches.get(question.match);
    if (!match) throw new Error("the match is over");
    say({ id, text: match[question.deed](...question.with) });
  } catch (problem) {
    say({ id, error: errorText(problem) });
  }
}

function begin(module: Module, { id, order, ports, replay, shown }: Extract<Question, { order: string }>): void {
  const match = module.match(order, ports, replay, shown ? (line) => say({ match: id, line }) : null);
  matches.set(id, match);
  match.done
    .then(
      ({ result, replay: made }) => say({ id, result, replay: made }, made ? [made.buffer] : []),
      (problem: unknown) => say({ id, error: errorText(problem) }),
    )
    .finally(() => matches.delete(id));
}

let given: (module: Bytes) => void = () => {};

/**
 * The module, once it runs. In a page that is a file, wasm_exec.js precedes this script, and the page sends the module.
 */
async function start(): Promise<Module> {
  if (typeof Go !== "undefined") return load(unpack(await new Promise<Bytes>((resolve) => (given = resolve))));
  await importLoader();
  return load(fetchModule);
}

const loaded = start();
loaded.catch((problem: unknown) => say({ broken: errorText(problem) }));

scope.addEventListener("message", ({ data }: MessageEvent<Question>) => {
  if ("module" in data) given(data.module);
  else
    loaded.then(
      (module) => answer(module, data),
      () => {},
    ); // the page is told that the laboratory does not work
});
