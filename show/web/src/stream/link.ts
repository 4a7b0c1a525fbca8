// How a page reaches a hub: in a shared worker, in the page that leads, or a hub of its own.
import { Hub, type Told } from "./hub";
import type { Topic } from "./topics";

/** The version of the messages between pages and workers. Pages of another version use another hub. */
export const version = "1";

/** A page's connection to a hub. */
export interface Link {
  /** Sets the topics that this page wants. */
  want(topics: readonly Topic[]): void;
  close(): void;
}

/** Makes a link. told receives the news; failed is called once if this kind of link does not work (any more). */
export type Connect = (base: string, told: (told: Told) => void, failed: () => void) => Link;

export const beatEvery = 2000; // milliseconds between two signs of life
export const silentBeats = 5; // beats without a sign of life after which the other side is gone

/** Connects to a hub in the page itself. */
export const connectAlone: Connect = (base, told) => {
  const hub = new Hub(base, told);
  return { want: (topics) => hub.want("", topics), close: () => hub.close() };
};

/** The message that a page sends regularly to the hub of a shared worker; without topics, the page leaves. */
export interface Asked {
  topics: readonly Topic[] | undefined;
}

/** Connects to the hub of a shared worker. */
export const connectWorker: Connect = (base, told, failed) => {
  const worker = new SharedWorker(new URL("stream-worker.js", base), { name: `blastyard stream ${version}` });
  const { port } = worker;
  let wanted: readonly Topic[] = [];
  let silent = 0;
  let open = true;
  const say = (topics: Asked["topics"]): void => port.postMessage({ topics } satisfies Asked);
  const close = (): void => {
    if (!open) return;
    open = false;
    clearInterval(beat);
    say(undefined);
    port.close();
  };
  const fail = (): void => {
    if (!open) return;
    close();
    failed();
  };
  const beat = setInterval(() => {
    if (++silent > silentBeats) return fail();
    say(wanted);
  }, beatEvery);
  worker.addEventListener("error", fail);
  port.addEventListener("message", ({ data }: MessageEvent<Told | "here" | "unable">) => {
    if (!open) return;
    silent = 0;
    if (data === "unable") fail();
    else if (data !== "here") told(data);
  });
  port.start();
  return {
    want: (topics) => {
      wanted = topics;
      say(topics);
    },
    close,
  };
};
