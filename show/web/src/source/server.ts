// A match of the server that the page came from: chunks of turns on demand, live turns as events.
import type { End, Frame, Header } from "../model";
import type { Listed, Listing } from "../list/listing";
import { OwnStreams } from "../stream/own";
import { matchTopic, type Streams } from "../stream/topics";
import { Chunks, chunkOf, chunkTurns, parseLines } from "./chunks";
import type { Origin, Source, Waiting, Watch } from "./source";

interface Opening {
  header: Header;
  live: boolean;
  turn: number;
  end: End | null;
  entry?: Listed | null;
}

const keptChunks = 48;
const retryAfter = 1500; // milliseconds
const fillEvery = 200; // milliseconds, between fetches of turns that were skipped

/** Opens a match; fails when the server does not know it. While it is live, listed may be called when the list of matches changes. */
export async function openMatch(
  id: string,
  listed: (listing: Listing) => void = () => {},
  streams: Streams = new OwnStreams(),
): Promise<Source> {
  const opening: Opening = await fetchJSON(`api/matches/${encodeURIComponent(id)}`);
  return new ServerSource(id, opening, listed, streams);
}

/** What an answer of the server says beside its text. */
export class Answer extends Error {
  constructor(
    readonly status: number,
    text: string,
  ) {
    super(text);
  }

  /** There is no such thing, or no longer. */
  get gone(): boolean {
    return this.status === 404 || this.status === 410;
  }
}

/** Whether a failure says that there is no such thing, or no longer. */
export function isGone(error: unknown): boolean {
  return error instanceof Answer && error.gone;
}

/** Gets a text of the server; fails with its words where it does not give it. */
export async function fetchText(path: string): Promise<string> {
  const response = await fetch(path);
  const text = await response.text();
  if (response.ok) return text;
  const { error }: { error?: string } = response.headers.get("Content-Type")?.startsWith("application/json")
    ? JSON.parse(text)
    : {};
  throw new Error(error ?? `${response.status} ${response.statusText}`);
}

/** Gets a file of a match; fails with the server's words where it does not give it. */
export async function fetchFile(match: string, path: string): Promise<{ name: string; content: Blob }> {
  const response = await fetch(`api/matches/${encodeURIComponent(match)}/${path}`).catch(() => {
    throw new Error("the server does not answer");
  });
  if (response.ok)
    return { name: nameOf(response.headers.get("Content-Disposition") ?? ""), content: await response.blob() };
  const { error }: { error: string } = await response.json();
  throw new Error(error);
}

/** The file's name of a Content-Disposition, as this server writes it. */
export function nameOf(disposition: string): string {
  const encoded = /filename\*=utf-8''([^;]+)/.exec(disposition)?.[1];
  if (encoded) return decodeURIComponent(encoded);
  return /filename="?([^";]+)/.exec(disposition)?.[1] ?? "match";
}

/** Gets JSON of the server. */
export async function fetchJSON<T>(path: string): Promise<T> {
  const response = await fetch(path);
  if (!response.ok) throw new Answer(response.status, `${path}: ${response.status} ${response.statusText}`);
  const value: T = await response.json();
  return value;
}

class ServerSource implements Source {
  readonly header: Header;
  readonly entry: Listed | undefined;
  readonly origin: Origin | undefined;
  newest: number;
  live: boolean;
  end: End | undefined;
  waiting: Waiting | undefined;
  connected = true;

  private readonly path: string;
  private readonly chunks = new Chunks(keptChunks);
  private readonly seen: boolean[] = []; // turns that were told
  private unseen = 0; // all turns before it were told
  private readonly wanted: number[] = [];
  private watch: Watch = { frame: () => {}, changed: () => {} };
  private unfollow: (() => void) | undefined;
  private fetching: number | undefined; // the chunk on its way
  private closed = false;
  private lost = false;

  constructor(
    private readonly id: string,
    opening: Opening,
    private readonly listed: (listing: Listing) => void,
    private readonly streams: Streams,
  ) {
    this.path = `api/matches/${encodeURIComponent(id)}`;
    this.header = opening.header;
    this.entry = opening.entry ?? undefined;
    const { branch } = opening.header;
    this.origin = branch && { ...branch, open: () => openMatch(branch.match, listed, streams) };
    this.newest = opening.turn;
    this.live = opening.live;
    this.end = opening.end ?? undefined;
  }

  frame(turn: number): Frame | undefined {
    return this.chunks.get(turn);
  }

  want(turn: number): void {
    if (turn < 0 || turn > this.newest || this.chunks.get(turn)) return;
    const chunk = chunkOf(turn);
    if (chunk !== this.fetching && !this.wanted.includes(chunk)) this.wanted.push(chunk);
    void this.fetchNext();
  }

  start(watch: Watch): void {
    this.watch = watch;
    if (this.live) this.listen();
    this.want(this.newest);
    void this.fetchNext();
  }

  close(): void {
    this.closed = true;
    this.unlisten();
  }

  private unlisten(): void {
    this.unfollow?.();
    this.unfollow = undefined;
  }

  private listen(): void {
    if (this.closed) return;
    this.unlisten();
    this.unfollow = this.streams.follow(matchTopic(this.id), {
      news: (name, data) => this.hear(name, data),
      connected: (yes) => this.setConnected(yes),
      refused: () => {
        this.unlisten();
        setTimeout(() => void this.reopen(), retryAfter);
      },
    });
  }

  private hear(name: string, data: string): void {
    switch (name) {
      case "turn": {
        const frame: Frame = JSON.parse(data);
        this.add(frame);
        this.watch.changed();
        void this.fetchNext();
        break;
      }
      case "waiting": {
        const waiting: Waiting = JSON.parse(data);
        this.waiting = waiting;
        this.watch.changed();
        break;
      }
      case "matches": {
        const listing: Listing = JSON.parse(data);
        this.listed(listing);
        break;
      }
      case "end": {
        const end: End | null = JSON.parse(data);
        this.finish(end ?? undefined);
        break;
      }
      case "gone":
        this.lose();
    }
  }

  /** After the server refused: the match may have ended meanwhile. */
  private async reopen(): Promise<void> {
    if (this.closed || !this.live) return;
    try {
      const opening: Opening = await fetchJSON(this.path);
      this.newest = Math.max(this.newest, opening.turn);
      this.setConnected(true);
      if (opening.live) this.listen();
      else this.finish(opening.end ?? undefined);
    } catch (error) {
      if (isGone(error)) this.lose();
      else setTimeout(() => void this.reopen(), retryAfter);
    }
  }

  /** The server does not know the match any more: it was started again, or keeps no more. What is at hand stays. */
  private lose(): void {
    if (this.closed || this.lost) return;
    this.lost = true;
    this.setConnected(true);
    this.finish(this.end);
    this.watch.lost?.();
  }

  private finish(end: End | undefined): void {
    this.unlisten();
    this.live = false;
    this.end = end;
    this.newest = Math.max(this.newest, end?.turns ?? 0);
    this.watch.changed();
    void this.fetchNext();
  }

  private add(frame: Frame): void {
    this.chunks.put(frame);
    this.newest = Math.max(this.newest, frame.turn);
    this.seen[frame.turn] = true;
    while (this.seen[this.unseen]) this.unseen++;
    this.watch.frame(frame);
  }

  private setConnected(connected: boolean): void {
    if (connected === this.connected) return;
    this.connected = connected;
    this.watch.changed();
  }

  /** Fetches what is wanted, and then, little by little, all that was never seen. */
  private async fetchNext(): Promise<void> {
    if (this.fetching !== undefined || this.closed || this.lost) return;
    const wanted = this.wanted.pop();
    const chunk = wanted ?? (this.unseen <= this.newest ? chunkOf(this.unseen) : undefined);
    if (chunk === undefined) return;
    this.fetching = chunk;
    let pause = wanted === undefined && this.live ? fillEvery : 0;
    try {
      if (!(await this.fetchChunk(chunk))) pause = retryAfter;
      if (!this.live) this.setConnected(true);
    } catch (error) {
      pause = retryAfter;
      if (isGone(error)) void this.check();
      else if (!this.live) this.setConnected(false);
      this.wanted.push(chunk);
    }
    setTimeout(() => {
      this.fetching = undefined;
      void this.fetchNext();
    }, pause);
  }

  /** Turns are missing: asks whether the match is there at all. */
  private async check(): Promise<void> {
    try {
      await fetchJSON(this.path);
    } catch (error) {
      if (isGone(error)) this.lose();
    }
  }

  /** Says whether it brought anything that was not seen or not at hand. */
  private async fetchChunk(chunk: number): Promise<boolean> {
    const last = Math.min(this.newest, (chunk + 1) * chunkTurns - 1);
    const response = await fetch(`${this.path}/turns/${chunk}`);
    if (!response.ok) throw new Answer(response.status, `turns ${chunk * chunkTurns}: ${response.status}`);
    let news = false;
    for (const frame of parseLines(await response.text())) {
      news ||= !this.seen[frame.turn] || !this.chunks.get(frame.turn);
      this.add(frame);
    }
    for (let turn = chunk * chunkTurns; turn <= last; turn++) this.seen[turn] = true; // what is not there will not come
    while (this.seen[this.unseen]) this.unseen++;
    this.watch.changed();
    return news;
  }
}
