// A bot's program: one script, of the runtime and of the author's files, each a function as in Node. Positions in it are told
// as positions in the files.
import type { Files } from "../files";
import type { Problem } from "../output";

/** A position in an author's file. */
export type Place = Pick<Problem, "file" | "line" | "column">;

/** Where a file stands in the program. */
export interface Part {
  file: string;
  /** The line of the program on which its first line stands. */
  first: number;
  lines: number;
}

/** What the runtime gets when all files are defined. */
export interface Start {
  entry: string;
  parts: Part[];
}

export type Body =
  | ((exports: object, require: (name: string) => unknown, module: object, filename: string, dirname: string) => void)
  | string // the text of a JSON file
  | Problem; // the file has this error in its syntax

/** The name under which the runtime offers what the program calls. */
export const hook = "$blastyard";

/** The name of the program in stacks; a file may name itself otherwise, but the last name counts. */
const name = "blastyard-program";

const newline = /\r\n|[\n\r\u2028\u2029]/g;
const head = "function(exports,require,module,__filename,__dirname){";

/** How many line ends a text has. */
const ends = (text: string): number => text.match(newline)?.length ?? 0;

/** A file as a script: a first line for the shell is a comment, with the same length. */
const scriptOf = (text: string): string => text.replace(/^\ufeff/, "").replace(/^#!/, "//");

/** The names of the files that can be run. */
export const scripts = (files: Files): string[] =>
  Object.keys(files)
    .filter((file) => /\.c?js$/.test(file))
    .sort();

/** The file that is run first: the one that bot.toml names, else bot.js. */
export function entryOf(files: Files): string {
  const [, named] = /^\s*command\s*=\s*["']node\s+(?:\.\/)?([^\s"']+)/m.exec(files["bot.toml"] ?? "") ?? [];
  return named ?? "bot.js";
}

/** The program of a bot, without the files that have errors in their syntax. */
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

/** Scripts that tell by their syntax alone whether a file has an error, and where; the file is not run. */
export const checks = {
  /** As it is run: decides whether there is an error. It says "fine" if there is none. */
  asFunction: (text: string): string => `(${head}\n${scriptOf(text)}\n});postMessage("fine")`,
  /** By itself: it knows better where a brace is missing or too many. Nothing but the first line is run. */
  alone: (text: string): string =>
    `${/^(?:\s|\/\/.*|\/\*[\s\S]*?\*\/)*["']use strict["']/.test(text) ? '"use strict";' : ""}throw 0\n${scriptOf(text)}`,
};

/** The place of an error that a check has found on a line; where the text is at its end too early, that is its last line. */
export const checkedPlace = (file: string, text: string, line: number, column: number): Place => ({
  file,
  line: Math.max(0, Math.min(line - 1, 1 + ends(scriptOf(text)))),
  column,
});

/** Positions of the program in a stack, or as an address of an event. */
const position = new RegExp(`(?:blob:[^\\s()]*?|${name}):(\\d+):(\\d+)`, "g");

/** The author's position for one of the program; undefined: it is of the runtime. */
export function placeOf(parts: readonly Part[], line: number, column: number): Place | undefined {
  const part = parts.find(({ first, lines }) => line >= first && line < first + lines);
  return part && { file: part.file, line: line - part.first + 1, column };
}

/** The first position of a stack (of Chromium or Firefox) that is the author's. */
export function firstPlace(parts: readonly Part[], stack: string): Place | undefined {
  for (const [, line, column] of stack.matchAll(position)) {
    const place = placeOf(parts, Number(line), Number(column));
    if (place) return place;
  }
  return undefined;
}

/** A stack with the author's positions, and without the lines that are not the author's. */
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
