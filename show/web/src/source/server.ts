// A match at the server that the page came from: chunks of turns are fetched on demand, live turns arrive as events.
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
const fillEvery = 200; // milliseconds between two fetches of skipped turns

/**
 * Opens a match; fails if the server does not know it. While the match is live, listed is called when the list of
 * matches changes.
 */
export async function openMatch(
  id: string,
  listed: (listing: Listing) => void = () => {},
  streams: Streams = new OwnStreams(),
): Promise<Source> {
  const opening: Opening = await fetchJSON(`api/matches/${encodeURIComponent(id)}`);
  return new ServerSource(id, opening, listed, streams);
}

/** An error response of the server, with its text as the message. */
export class Answer extends Error {
  constructor(
    readonly status: number,
    text: string,
  ) {
    super(text);
  }

  /** Whether the resource does not exist, or not any more. */
  get gone(): boolean {
    return this.status === 404 || this.status === 410;
  }
}

/** Whether an error says that the resource does not exist, or not any more. */
export function isGone(error: unknown): boolean {
  return error instanceof Answer && error.gone;
}

/** Fetches a text from the server; fails with the server's message. */
export async function fetchText(path: string): Promise<string> {
  const response = await fetch(path);
  const text = await response.text();
  if (response.ok) return text;
  const { error }: { error?: string } = response.headers.get("Content-Type")?.startsWith("application/json")
    ? JSON.parse(text)
    : {};
  throw new Error(error ?? `${response.status} ${response.statusText}`);
}

/** Fetches a file of a match; fails with the server's message. */
export async function fetchFile(match: string, path: string): Promise<{ name: string; content: Blob }> {
  const response = await fetch(`api/matches/${encodeURIComponent(match)}/${path}`).catch(() => {
    throw new Error("the server does not answer");
  });
  if (response.ok)
    return { name: nameOf(response.headers.get("Content-Disposition") ?? ""), content: await response.blob() };
  const { error }: { error: string } = await response.json();
  throw new Error(error);
}

/** The file name in a Content-Disposition header, in the form that this server writes. */
export function nameOf(disposition: string): string {
  const encoded = /filename\*=utf-8''([^;]+)/.exec(disposition)?.[1];
  if (encoded) return decodeURIComponent(encoded);
  return /filename="?([^";]+)/.exec(disposition)?.[1] ?? "match";
}

/** Fetches JSON from the server; fails with the server's message. */
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
  private readonly seen: boolean[] = []; // turns that were passed to the watch
  private unseen = 0; // all turns before this one were
  private readonly wanted: number[] = [];
  private watch: Watch = { frame: () => {}, changed: () => {} };
  private unfollow: (() => void) | undefined;
  private fetching: number | undefined; // the chunk that is being fetched
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

  /** Called after the server refused the stream: the match may have ended meanwhile. */
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

  /** The server does not know the match any more: it was restarted, or has dropped the match. Loaded turns stay. */
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

  /** Fetches the chunks that are wanted, then bit by bit all that were never seen. */
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

  /** Turns are missing: asks the server whether the match still exists. */
  private async check(): Promise<void> {
    try {
      await fetchJSON(this.path);
    } catch (error) {
      if (isGone(error)) this.lose();
    }
  }

  /** Fetches a chunk. Returns whether it brought turns that were not seen or not loaded. */
  private async fetchChunk(chunk: number): Promise<boolean> {
    const last = Math.min(this.newest, (chunk + 1) * chunkTurns - 1);
    const response = await fetch(`${this.path}/turns/${chunk}`);
    if (!response.ok) throw new Answer(response.status, `turns ${chunk * chunkTurns}: ${response.status}`);
    let news = false;
    for (const frame of parseLines(await response.text())) {
      news ||= !this.seen[frame.turn] || !this.chunks.get(frame.turn);
      this.add(frame);
    }
    for (let turn = chunk * chunkTurns; turn <= last; turn++) this.seen[turn] = true; // missing turns will not come
    while (this.seen[this.unseen]) this.unseen++;
    this.watch.changed();
    return news;
  }
}
