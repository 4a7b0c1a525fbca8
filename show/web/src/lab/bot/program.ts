// A bot's program: one script with the runtime and the author's files, each file a function as in Node. Positions in
// the script are translated into positions in the files.
import type { Files } from "../files";
import type { Problem } from "../output";

/** A position in an author's file. */
export type Place = Pick<Problem, "file" | "line" | "column">;

/** The position of a file in the program. */
export interface Part {
  file: string;
  /** The line of the program that holds the file's first line. */
  first: number;
  lines: number;
}

/** What the runtime gets after all files are defined. */
export interface Start {
  entry: string;
  parts: Part[];
}

export type Body =
  | ((exports: object, require: (name: string) => unknown, module: object, filename: string, dirname: string) => void)
  | string // the text of a JSON file
  | Problem; // the syntax error of the file

/** The global name of the function that the program calls, which the runtime defines. */
export const hook = "$blastyard";

/** The name of the program in stack traces. A file may set another name, but the last one counts. */
const name = "blastyard-program";

const newline = /\r\n|[\n\r\u2028\u2029]/g;
const head = "function(exports,require,module,__filename,__dirname){";

/** The number of line ends in a text. */
const ends = (text: string): number => text.match(newline)?.length ?? 0;

/** A file as a script: a first line for the shell becomes a comment of the same length. */
const scriptOf = (text: string): string => text.replace(/^\ufeff/, "").replace(/^#!/, "//");

/** The names of the files that can run. */
export const scripts = (files: Files): string[] =>
  Object.keys(files)
    .filter((file) => /\.c?js$/.test(file))
    .sort();

/** The file that runs first: the one that bot.toml names, else bot.js. */
export function entryOf(files: Files): string {
  const [, named] = /^\s*command\s*=\s*["']node\s+(?:\.\/)?([^\s"']+)/m.exec(files["bot.toml"] ?? "") ?? [];
  return named ?? "bot.js";
}

/** The program of a bot, without the files that have syntax errors. */
export function compose(runtime: string, files: Files, broken: ReadonlyMap<string, Problem> = new Map()): string {
  const parts: Part[] = [];
  let text = `${runtime}\n`;
  let line = 1 + ends(text);
  const add = (more: string): void => {
    text += more;
    line += ends(more);
  };
  for (const file of scripts(files)) {
    const problem = broken.get(file);
    const source = scriptOf(files[file] ?? "");
    if (problem) {
      add(`${hook}.define(${JSON.stringify(file)},${JSON.stringify(problem)});\n`);
      continue;
    }
    add(`${hook}.define(${JSON.stringify(file)},${head}\n`);
    parts.push({ file, first: line, lines: 1 + ends(source) });
    add(`${source}\n});\n`);
  }
  for (const [file, json] of Object.entries(files)) {
    if (file.endsWith(".json")) add(`${hook}.define(${JSON.stringify(file)},${JSON.stringify(json)});\n`);
  }
  const start: Start = { entry: entryOf(files), parts };
  return `${text}${hook}.start(${JSON.stringify(start)});\n//# sourceURL=${name}\n`;
}

/** Scripts that find syntax errors in a file without running it. */
export const checks = {
  /**
   * Wraps the file in a function, as it is run: this decides whether there is an error. It says "fine" if there is
   * none.
   */
  asFunction: (text: string): string => `(${head}\n${scriptOf(text)}\n});postMessage("fine")`,
  /**
   * Parses the file without a function: this gives a better position for a missing or an extra brace. Only the first
   * line runs.
   */
  alone: (text: string): string =>
    `${/^(?:\s|\/\/.*|\/\*[\s\S]*?\*\/)*["']use strict["']/.test(text) ? '"use strict";' : ""}throw 0\n${scriptOf(text)}`,
};

/** The position of an error that a check has found on a line. If the text ends too early, that is its last line. */
export const checkedPlace = (file: string, text: string, line: number, column: number): Place => ({
  file,
  line: Math.max(0, Math.min(line - 1, 1 + ends(scriptOf(text)))),
  column,
});

/** Positions of the program in a stack trace, or as the address of an event. */
const position = new RegExp(`(?:blob:[^\\s()]*?|${name}):(\\d+):(\\d+)`, "g");

/** The author's position for a position of the program; undefined if it belongs to the runtime. */
export function placeOf(parts: readonly Part[], line: number, column: number): Place | undefined {
  const part = parts.find(({ first, lines }) => line >= first && line < first + lines);
  return part && { file: part.file, line: line - part.first + 1, column };
}

/** The first position of a stack trace (of Chromium or Firefox) that belongs to an author's file. */
export function firstPlace(parts: readonly Part[], stack: string): Place | undefined {
  for (const [, line, column] of stack.matchAll(position)) {
    const place = placeOf(parts, Number(line), Number(column));
    if (place) return place;
  }
  return undefined;
}

/** A stack trace with the author's positions, without the lines that do not belong to the author's files. */
export function ownStack(parts: readonly Part[], stack: string): string {
  const lines = stack.split("\n").map((text) => {
    let foreign = false;
    const own = text.replace(position, (_, line, column) => {
      const place = placeOf(parts, Number(line), Number(column));
      foreign ||= !place;
      return place ? `${place.file}:${place.line}:${place.column}` : "";
    });
    return foreign ? undefined : own;
  });
  return lines
    .filter((text) => text !== undefined)
    .join("\n")
    .trimEnd();
}
