// Python in the editor: highlighting, indentation, completion of words, and explanations of names from the files.
import {
  autocompletion,
  closeBrackets,
  completeFromList,
  ifNotIn,
  type CompletionSource,
} from "@codemirror/autocomplete";
import { globalCompletion, localCompletionSource, python } from "@codemirror/lang-python";
import { indentOnInput, indentUnit } from "@codemirror/language";
import { Prec, type EditorState, type Extension } from "@codemirror/state";
import type { Tooltip } from "@codemirror/view";
import { h } from "../../ui/dom";
import type { Files } from "../files";
import { aboutElement, explain } from "./explain";

/** Syntax nodes in which nothing is completed. */
const texts = ["String", "FormatString", "Comment"];

/**
 * The extensions of a file in Python. files returns all files of the bot: their words are completed and explained, too.
 */
export function pythonCode(file: string, files: () => Files): Extension {
  const words: CompletionSource = (context) => completeFromList(wordsOf(files()))(context);
  const override = [localCompletionSource, globalCompletion, ifNotIn(texts, words)];
  return [
    python(),
    Prec.high(indentUnit.of("    ")),
    closeBrackets(),
    indentOnInput(),
    autocompletion({ override, icons: false, maxRenderedOptions: 60 }),
    explain((state, pos) => about(state, pos, file, files())),
  ];
}

function about(state: EditorState, pos: number, file: string, files: Files): Tooltip | null {
  const word = state.wordAt(pos);
  const found = word && nameIn(files, file, state.sliceDoc(word.from, word.to));
  if (!word || !found) return null;
  const { code, text } = found;
  return {
    pos: word.from,
    end: word.to,
    above: true,
    create: () => ({ dom: aboutElement(h("code", {}, code), text !== "" && h("p", {}, text)) }),
  };
}

/** The definition of a name in the files, in this one first, and the text about it there. */
export function nameIn(files: Files, file: string, name: string): { code: string; text: string } | undefined {
  if (!/^\w+$/.test(name)) return undefined;
  const names = [file, ...Object.keys(files).filter((other) => other !== file && other.endsWith(".py"))];
  const definition = new RegExp(
    `^[ \\t]*(?:(?:async )?def ${name}\\([\\s\\S]*?|class ${name}\\b[^\\n]*):[ \\t]*(?:#.*)?$`,
    "m",
  );
  const assignment = new RegExp(
    `((?:^#.*\\n)*)^((?:[\\w, ]*, *)?${name}\\b(?:[ \\w,]*|:[^=\\n]*)=(?!=)[^#\\n]*)(#.*)?$`,
    "m",
  );
  for (const text of names.map((other) => files[other] ?? "")) {
    const [found] = definition.exec(text) ?? [];
    if (found !== undefined) {
      const [, , doc = ""] =
        /^\s*[rRuU]?("""|''')([\s\S]*?)\1/.exec(text.slice(text.indexOf(found) + found.length)) ?? [];
      return { code: found.replace(/:[ \t]*(#.*)?$/, "").trim(), text: joined(doc) };
    }
    const [, before = "", code, after = ""] = assignment.exec(text) ?? [];
    if (code !== undefined) return { code: code.trim(), text: joined((after || before).replace(/^#/gm, "")) };
  }
  return undefined;
}

const joined = (text: string): string =>
  text
    .split(/\s+/)
    .filter((word) => word !== "")
    .join(" ");

/** All words of at least three letters in the Python files. */
export function wordsOf(files: Files): string[] {
  const words = new Set<string>();
  for (const [name, text] of Object.entries(files)) {
    if (name.endsWith(".py")) for (const [word] of text.matchAll(/[A-Za-z_]\w{2,}/g)) words.add(word);
  }
  return [...words].sort();
}
