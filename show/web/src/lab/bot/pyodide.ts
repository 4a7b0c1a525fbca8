// Loads Pyodide, if the server of the page offers it.
import type { Bytes } from "../messages";
import type { Pyodide } from "./messages";

/** The address of Pyodide; undefined: the page has no Python. */
export const pyodideAt = (): string | undefined => document.body.dataset["python"];

/** A function that loads Pyodide, and tells how far it is; undefined: the page has no Python. */
export function loadsPyodide(tell: (text: string) => void): (() => Promise<Pyodide>) | undefined {
  const at = pyodideAt();
  return at === undefined ? undefined : () => loadPyodide(at, tell);
}

const parts = 5; // files of Pyodide

/** Loads Pyodide, 12 MB. A worker without network later gets it unchanged. */
export async function loadPyodide(at: string, tell: (text: string) => void = () => {}): Promise<Pyodide> {
  let loaded = 0;
  const part = <T>(content: T): T => {
    loaded++;
    tell(loaded < parts ? `Loading Python: ${loaded} of ${parts} parts of 12 MB are here…` : "Starting Python…");
    return content;
  };
  const get = async (name: string): Promise<Response> => {
    const answer = await fetch(at + name);
    if (!answer.ok) throw new Error(`${name} of Pyodide cannot be loaded: ${answer.status} ${answer.statusText}`);
    return answer;
  };
  const text = async (name: string): Promise<string> => part(await (await get(name)).text());
  const bytes = async (name: string): Promise<Bytes> => part(new Uint8Array(await (await get(name)).arrayBuffer()));
  const [code, start, lock, wasm, stdlib] = await Promise.all([
    text("pyodide.asm.js"),
    text("pyodide.js"),
    text("pyodide-lock.json"),
    bytes("pyodide.asm.wasm"),
    bytes("python_stdlib.zip"),
  ]);
  return {
    script: `${code}\n${start.replace(/^\/\/# sourceMappingURL=.*$/m, "")}`,
    info: JSON.parse(lock).info,
    wasm,
    stdlib,
  };
}
