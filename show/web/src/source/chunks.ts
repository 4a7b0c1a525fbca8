// Turns in chunks of 64, as the server gives them. The least recently used chunks are dropped.
import type { Frame } from "../model";

export const chunkTurns = 64;

export function chunkOf(turn: number): number {
  return Math.floor(turn / chunkTurns);
}

/** Parses frames from JSON lines; an incomplete last line is left out. */
export function parseLines(text: string): Frame[] {
  const frames: Frame[] = [];
  const lines = text.split("\n");
  for (const [i, line] of lines.entries()) {
    if (line.trim() === "") continue;
    try {
      const frame: Frame = JSON.parse(line);
      frames.push(frame);
    } catch (error) {
      if (i < lines.length - 1) throw error;
    }
  }
  return frames;
}

export class Chunks {
  private readonly chunks = new Map<number, Map<number, Frame>>(); // by chunk in the order of use, then by turn

  constructor(private readonly most: number) {}

  get(turn: number): Frame | undefined {
    const chunk = this.chunks.get(chunkOf(turn));
    if (!chunk) return undefined;
    this.use(chunkOf(turn), chunk);
    return chunk.get(turn);
  }

  put(frame: Frame): void {
    const index = chunkOf(frame.turn);
    const chunk = this.chunks.get(index) ?? new Map<number, Frame>();
    chunk.set(frame.turn, frame);
    this.use(index, chunk);
    if (this.chunks.size > this.most) {
      const oldest = this.chunks.keys().next();
      if (!oldest.done) this.chunks.delete(oldest.value);
    }
  }

  get size(): number {
    return this.chunks.size;
  }

  private use(index: number, chunk: Map<number, Frame>): void {
    this.chunks.delete(index);
    this.chunks.set(index, chunk);
  }
}
