// How a page reaches a hub: that of a shared worker, that of a page that leads, or one of its own.
import { Hub, type Told } from "./hub";
import type { Topic } from "./topics";

/** Of what pages and workers say to each other. Those of another version of the page, with another number, have another hub. */
export const version = "1";

/** A page's way to a hub. */
export interface Link {
  /** Wants these topics and no others. */
  want(topics: readonly Topic[]): void;
  close(): void;
}

/** Makes a link. told hears what comes; failed is called once where this way does not work (any more). */
export type Connect = (base: string, told: (told: Told) => void, failed: () => void) => Link;

export const beatEvery = 2000; // milliseconds, between two signs of life
export const silentBeats = 5; // without any from the other side: it is gone

/** A hub of the page's own. */
export const connectAlone: Connect = (base, told) => {
  const hub = new Hub(base, told);
  return { want: (topics) => hub.want("", topics), close: () => hub.close() };
};

/** What a page says to the hub of a shared worker, again and again; without topics: it leaves. */
export interface Asked {
  topics: readonly Topic[] | undefined;
}

/** The hub of a shared worker. */
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
