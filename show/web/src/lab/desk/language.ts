// The language of a bot. Python is there where the page has it.
import { howToGetPython } from "../bot/host";
import { pyodideAt } from "../bot/pyodide";
import { isPython } from "../bot/runtime/python/program";
import type { Files } from "../files";

export type Language = "javascript" | "python";

export const usualLanguage: Language = "javascript";

/** What each is called. */
export const languageTitles: Readonly<Record<Language, string>> = { javascript: "JavaScript", python: "Python" };

/** Those that this page can run. */
export const languages = (): readonly Language[] =>
  pyodideAt() === undefined ? ["javascript"] : ["javascript", "python"];

/** The language of a bot, told from its folder. */
export const languageOf = (files: Files): Language => (isPython(files) ? "python" : "javascript");

/** Under which name drafts and versions are kept: each game has its own in each language. */
export const keptAs = (game: string, language: Language): string =>
  language === usualLanguage ? game : `${game}.${language}`;

/** Refuses a bot that this page cannot run, with words for the reader. */
export function mustRun(language: Language): void {
  if (!languages().includes(language))
    throw new Error(`this bot is in ${languageTitles[language]}, and this page has none: ${howToGetPython}`);
}
