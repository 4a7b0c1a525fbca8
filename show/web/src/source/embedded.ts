// A match inside the page itself, as `blastyard replay export` makes it.
import type { End, Frame, Header } from "../model";
import { parseLines } from "./chunks";
import type { Source, Watch } from "./source";

const textOf = (id: string): string => document.getElementById(id)?.textContent ?? "";
const data = (): string => textOf("data");

/** The bytes that an element of the page holds as base64. */
export const bytesOf = (id: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(textOf(id).trim()), (c) => c.charCodeAt(0));

/** Whether this page contains its match, so that there is no server. */
export const isEmbedded = (): boolean => data() !== "";

/** The match in this page; undefined: a server has it. */
export async function openEmbedded(): Promise<Source | undefined> {
  const text = data();
  if (!text) return undefined;
  return parseMatch(await inflate(text));
}

/** Decodes base64 and raw deflate to text. */
export async function inflate(base64: string): Promise<string> {
  const octets = Uint8Array.from(atob(base64.trim()), (c) => c.charCodeAt(0));
  const stream = new Blob([octets]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).text();
}

/** Parses a match from JSON lines: the header, the end (or null), then the frames. */
export function parseMatch(text: string): Source {
  const [headerLine, endLine] = text.split("\n", 2);
  if (headerLine === undefined || endLine === undefined) throw new Error("the page holds no match");
  const header: Header = JSON.parse(headerLine);
  const end: End | null = JSON.parse(endLine);
  const frames = parseLines(text.slice(headerLine.length + endLine.length + 2));
  return new EmbeddedSource(header, end ?? undefined, frames);
}

class EmbeddedSource implements Source {
  readonly live = false;
  readonly connected = true;
  readonly newest: number;
  private readonly byTurn: Map<number, Frame>;

  constructor(
    readonly header: Header,
    readonly end: End | undefined,
    frames: Frame[],
  ) {
    this.byTurn = new Map(frames.map((frame) => [frame.turn, frame]));
    this.newest = Math.max(0, ...this.byTurn.keys());
  }

  frame(turn: number): Frame | undefined {
    return this.byTurn.get(turn);
  }

  want(): void {}

  start(watch: Watch): void {
    for (const frame of this.byTurn.values()) watch.frame(frame);
    watch.changed();
  }

  close(): void {}
}
