// The language of a bot. Python is available if the page has it.
import { howToGetPython } from "../bot/host";
import { pyodideAt } from "../bot/pyodide";
import { isPython } from "../bot/runtime/python/program";
import type { Files } from "../files";

export type Language = "javascript" | "python";

export const usualLanguage: Language = "javascript";

/** The names of the languages, for the reader. */
export const languageTitles: Readonly<Record<Language, string>> = { javascript: "JavaScript", python: "Python" };

/** The languages that this page can run. */
export const languages = (): readonly Language[] =>
  pyodideAt() === undefined ? ["javascript"] : ["javascript", "python"];

/** The language of a bot, from its folder. */
export const languageOf = (files: Files): Language => (isPython(files) ? "python" : "javascript");

/** The name under which drafts and versions are kept; it differs for each game and language. */
export const keptAs = (game: string, language: Language): string =>
  language === usualLanguage ? game : `${game}.${language}`;

/** Fails with a message for the reader if this page cannot run the language. */
export function mustRun(language: Language): void {
  if (!languages().includes(language))
    throw new Error(`this bot is in ${languageTitles[language]}, and this page has none: ${howToGetPython}`);
}
