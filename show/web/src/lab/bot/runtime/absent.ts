// What browsers give a worker and a bot must not have, or has no use for.

/** What a program in Node does not have, or what has no use without a network. */
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

/** Removes them. That protects nothing: the policy of the frame does. It tells bots early that they are not there. */
export function removeAbsent(): void {
  for (const name of absent) {
    for (let at: object | null = globalThis; at !== null; at = Object.getPrototypeOf(at))
      Reflect.deleteProperty(at, name);
  }
}
