// The worker of the laboratory: from the server, or from the page itself where that is a file.
import { bytesOf } from "../source/embedded";
import type { Bytes } from "./messages";

let inside: { address: string; module: Bytes } | undefined;

/** Whether the rules are in this page. */
export const hasRules = (): boolean => document.getElementById("lab") !== null;

export function startWorker(): Worker {
  if (typeof document === "undefined" || !hasRules()) return new Worker("lab/worker.js");
  inside ??= {
    address: URL.createObjectURL(new Blob([bytesOf("lab-worker")], { type: "text/javascript" })),
    module: bytesOf("lab"),
  };
  const worker = new Worker(inside.address);
  worker.postMessage({ module: inside.module });
  return worker;
}
