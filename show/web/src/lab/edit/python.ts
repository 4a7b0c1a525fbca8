// Python in the editor: colours, indents, and completion of words.
import { autocompletion, closeBrackets, completeFromList, ifNotIn, type CompletionSource } from "@codemirror/autocomplete";
import { globalCompletion, localCompletionSource, python } from "@codemirror/lang-python";
import { indentOnInput, indentUnit } from "@codemirror/language";
import { Prec, type Extension } from "@codemirror/state";
import type { Files } from "../files";

/** Where code is not completed. */
const texts = ["String", "FormatString", "Comment"];

/** What a file in Python has. files are all of the bot: their words are completed, too. */
export function pythonCode(files: () => Files): Extension {
  const words: CompletionSource = (context) => completeFromList(wordsOf(files()))(context);
  const override = [localCompletionSource, globalCompletion, ifNotIn(texts, words)];
  return [python(), Prec.high(indentUnit.of("    ")), closeBrackets(), indentOnInput(), autocompletion({ override, icons: false, maxRenderedOptions: 60 })];
}

/** The words of three letters and more in the files in Python. */
export function wordsOf(files: Files): string[] {
  const words = new Set<string>();
  for (const [name, text] of Object.entries(files)) {
    if (name.endsWith(".py")) for (const [word] of text.matchAll(/[A-Za-z_]\w{2,}/g)) words.add(word);
  }
  return [...words].sort();
}
