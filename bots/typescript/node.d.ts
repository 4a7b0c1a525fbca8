// The few parts of Node that netorcai.js, board.js and bot.ts use, so that the compiler is all they need. To have all of Node:
// npm install --save-dev @types/node, and remove this file.
declare module "node:net" {
  interface Socket extends AsyncIterable<Buffer> {
    on(event: "error", listener: (error: Error) => void): this;
    once(event: "connect", listener: () => void): this;
    once(event: "error", listener: (error: Error) => void): this;
    setTimeout(milliseconds: number, listener?: () => void): this;
    write(data: Uint8Array): boolean;
    destroy(error?: Error): this;
  }
  function connect(options: { host: string; port: number; noDelay?: boolean }): Socket;
}
declare module "node:util" {
  function inspect(value: unknown, options?: { depth?: number }): string;
}

interface Buffer extends Uint8Array {
  readUInt32LE(offset?: number): number;
  writeUInt32LE(value: number, offset?: number): number;
  subarray(start?: number, end?: number): Buffer;
}
declare const Buffer: {
  alloc(size: number): Buffer;
  from(text: string): Buffer;
  concat(parts: readonly Uint8Array[]): Buffer;
};
declare class TextDecoder {
  constructor(encoding: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(bytes: Uint8Array): string;
}
declare const console: { log(...values: unknown[]): void; error(...values: unknown[]): void };
declare const process: {
  readonly env: Record<string, string | undefined>;
  exitCode?: number | undefined;
  exit(code: number): never;
};
declare const module: unknown;
declare const require: { (name: string): unknown; readonly main: unknown };
