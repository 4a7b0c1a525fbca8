// What the guard and the worker of a bot in Python share.
import type { Bytes } from "../../../messages";
import type { Files } from "../../../files";

/** The first message to the worker. Without a snapshot the worker makes one and runs no bot. */
export interface Boot {
  info: object;
  module: WebAssembly.Module;
  stdlib: Bytes;
  snapshot?: Bytes;
}

/** The message, sent in place of a line, that asks the worker to end by itself. */
export const stop = "stop";

/** Whether a bot's folder holds a program in Python. */
export function isPython(files: Files): boolean {
  const [, command] = /^\s*command\s*=\s*["']([^"']*)/m.exec(files["bot.toml"] ?? "") ?? [];
  return command === undefined ? !("bot.js" in files) && "bot.py" in files : /^python3?\b/.test(command);
}

/** The file that runs first: the one that bot.toml names, else bot.py. */
export function entryOf(files: Files): string {
  const [, named] =
    /^\s*command\s*=\s*["']python3?\s+(?:-\w+\s+)*(?:\.\/)?([^\s"']+)/m.exec(files["bot.toml"] ?? "") ?? [];
  return named ?? "bot.py";
}
