// Starts the worker of the laboratory: its script comes from the server, or from the page itself if the page is a file.
import type { Bytes } from "./messages";

let inside: { address: string; module: Bytes } | undefined;

/** Whether this page contains the rules. */
export const hasRules = (): boolean => document.getElementById("lab") !== null;

/** Decodes bytes from characters of 7 bits each, as show/web/inside.go writes them. */
export function base128(text: string): Bytes {
  const bytes = new Uint8Array(Math.floor((text.length * 7) / 8));
  for (let i = 0, at = 0, rest = 0, n = 0; i < text.length; i++) {
    rest = ((rest << 7) | (text.charCodeAt(i) & 0x7f)) & 0x7fff;
    n += 7;
    if (n < 8) continue;
    n -= 8;
    bytes[at++] = rest >> n;
  }
  return bytes;
}

const inPage = (id: string): string => document.getElementById(id)?.textContent ?? "";

export function startWorker(): Worker {
  if (typeof document === "undefined" || !hasRules()) return new Worker("lab/worker.js");
  inside ??= {
    address: URL.createObjectURL(new Blob([inPage("lab-worker")], { type: "text/javascript" })),
    module: base128(inPage("lab")),
  };
  const worker = new Worker(inside.address);
  worker.postMessage({ module: inside.module });
  return worker;
}
