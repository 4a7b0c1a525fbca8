// Globals that browsers give a worker and that a bot must not have, or cannot use.

/** Globals that a program in Node does not have, or that have no use without a network. */
const absent = [
  "Worker",
  "SharedWorker",
  "BroadcastChannel",
  "importScripts",
  "fetch",
  "Request",
  "Response",
  "Headers",
  "XMLHttpRequest",
  "WebSocket",
  "WebSocketStream",
  "EventSource",
  "WebTransport",
  "indexedDB",
  "caches",
  "CacheStorage",
  "FontFace",
  "fonts",
  "navigator",
  "location",
  "postMessage",
  "close",
  "Notification",
  "ServiceWorker",
  "ServiceWorkerRegistration",
];

/**
 * Removes these globals. This is no protection: the policy of the frame is. It only lets bots find out early that they
 * are missing.
 */
export function removeAbsent(): void {
  for (const name of absent) {
    for (let at: object | null = globalThis; at !== null; at = Object.getPrototypeOf(at))
      Reflect.deleteProperty(at, name);
  }
}
