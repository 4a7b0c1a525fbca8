// The shared worker that holds the event stream of all pages of a browser.
import { Hub } from "./hub";
import { beatEvery, silentBeats, type Asked } from "./link";

interface Client {
  port: MessagePort;
  silent: number; // beats without a sign of life: pages that are killed do not say goodbye
}

const clients = new Map<string, Client>();
let count = 0;

const hub = new Hub(new URL(".", self.location.href).href, (told, to) => {
  for (const client of to) clients.get(client)?.port.postMessage(told);
});

function leave(name: string): void {
  hub.drop(name);
  clients.get(name)?.port.close();
  clients.delete(name);
}

self.addEventListener("connect", (event) => {
  const [port] = event instanceof MessageEvent ? event.ports : [];
  if (!port) return;
  const name = String(++count);
  const client: Client = { port, silent: 0 };
  clients.set(name, client);
  port.addEventListener("message", ({ data }: MessageEvent<Asked>) => {
    client.silent = 0;
    if (data.topics === undefined) return leave(name);
    hub.want(name, data.topics);
    port.postMessage("here");
  });
  port.start();
  port.postMessage(typeof EventSource === "undefined" ? "unable" : "here");
});

setInterval(() => {
  for (const [name, client] of clients) if (++client.silent > silentBeats) leave(name);
}, beatEvery);
