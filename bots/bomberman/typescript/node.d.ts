// The few parts of Node that board.js and bot.ts use, so that the compiler is all they need. To have all of Node:
// npm install --save-dev @types/node, and remove this file.
declare module "node:fs" {
  function existsSync(path: string): boolean;
  function readFileSync(path: string, encoding: "utf8"): string;
  function writeFileSync(path: string, text: string): void;
}
declare module "node:path" {
  function join(...parts: string[]): string;
}
declare const console: { log(...values: unknown[]): void; error(...values: unknown[]): void };
declare const process: {
  readonly argv: [string, string, string, string];
  exit(code: number): never;
  readonly env: Record<string, string | undefined>;
};
declare const module: unknown;
declare const require: { (name: string): unknown; readonly main: unknown };
