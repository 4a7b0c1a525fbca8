// The worker of the laboratory: it loads the rules as WebAssembly and answers the page. Its policy, unlike the page's,
// allows that.
import { errorText } from "../ui/format";
import type { Answer, Question, Verdict } from "./messages";

/** What the module puts into the global scope. */
interface Module {
  verify(replay: Uint8Array): string;
}

/** What wasm_exec.js of Go puts there. */
interface Go {
  importObject: WebAssembly.Imports;
  /** Ends when the program does. */
  run(instance: WebAssembly.Instance): Promise<void>;
}

declare function importScripts(address: string): void;
declare const Go: new () => Go;

const scope = globalThis as typeof globalThis & { blastyardLab?: Module; blastyardLabReady?: () => void };

const say = (answer: Answer): void => scope.postMessage(answer);

async function load(): Promise<Module> {
  importScripts("wasm_exec.js");
  const go = new Go();
  const ready = new Promise<void>((resolve) => (scope.blastyardLabReady = resolve));
  const { instance } = await instantiate(go.importObject);
  const ended = go.run(instance).then(() => Promise.reject(new Error("the program has ended")));
  ended.catch((problem: unknown) => say({ broken: errorText(problem) }));
  await Promise.race([ready, ended]);
  if (!scope.blastyardLab) throw new Error("the module is not that of a laboratory");
  return scope.blastyardLab;
}

/** Compiles the module while it arrives; where that cannot be done, such as behind a proxy that changes its type, after that. */
async function instantiate(imports: WebAssembly.Imports): Promise<WebAssembly.WebAssemblyInstantiatedSource> {
  try {
    return await WebAssembly.instantiateStreaming(fetchModule(), imports);
  } catch {
    return WebAssembly.instantiate(await (await fetchModule()).arrayBuffer(), imports);
  }
}

async function fetchModule(): Promise<Response> {
  const response = await fetch("lab.wasm");
  if (!response.ok) throw new Error(`lab.wasm: ${response.status} ${response.statusText}`);
  return response;
}

const loaded = load();
loaded.catch((problem: unknown) => say({ broken: errorText(problem) }));

scope.addEventListener("message", ({ data: { id, verify } }: MessageEvent<Question>) => {
  const answer = ({ verify: check }: Module): void => {
    try {
      const verdict: Verdict = JSON.parse(check(verify));
      say({ id, verdict });
    } catch (problem) {
      say({ id, error: errorText(problem) });
    }
  };
  loaded.then(answer, () => {}); // the page knows that it does not work
});
