// What the reader works on, kept from one visit to the next where the browser allows it.
import type { Files } from "../files";
import { isRecord } from "../json";
import { byHand } from "../order";
import { keptAs, usualLanguage, type Language } from "./language";
import { parseSeed } from "./seeds";
import { usualGame, type Opponent, type Setup } from "./setup";

export interface Draft {
  files: Files;
  setup: Setup | undefined;
}

const key = "blastyard.laboratory", gameKey = `${key}.game`, languageKey = `${key}.language`;

/** Where the draft of a game in a language is kept. */
function keyOf(game: string, language: Language): string {
  const name = keptAs(game, language);
  return name === usualGame ? key : `${key}.${name}`;
}

export function keepDraft(game: string, language: Language, { files, setup }: Draft): void {
  try {
    localStorage.setItem(gameKey, game);
    localStorage.setItem(languageKey, language);
    localStorage.setItem(keyOf(game, language), JSON.stringify({ files, setup: setup && { ...setup, seed: String(setup.seed) } }));
  } catch {
    // kept for this visit only
  }
}

/** The game that was worked on last. */
export function lastGame(): string {
  try {
    return localStorage.getItem(gameKey) ?? usualGame;
  } catch {
    return usualGame;
  }
}

/** The language that was written last, of those that there are. */
export function lastLanguage(there: readonly Language[]): Language {
  try {
    const last = localStorage.getItem(languageKey);
    return there.find((language) => language === last) ?? usualLanguage;
  } catch {
    return usualLanguage;
  }
}

export function keptDraft(game: string, language: Language): Draft | undefined {
  try {
    return draftOf(localStorage.getItem(keyOf(game, language)));
  } catch {
    return undefined; // a page from disk may have no storage
  }
}

/** A draft from its text, if it is one. */
export function draftOf(text: string | null): Draft | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
  if (!isRecord(value) || !isRecord(value["files"])) return undefined;
  const files: Files = {};
  for (const [name, content] of Object.entries(value["files"])) {
    if (typeof content !== "string") return undefined;
    files[name] = content;
  }
  return Object.keys(files).length > 0 ? { files, setup: setupOf(value["setup"]) } : undefined;
}

function setupOf(value: unknown): Setup | undefined {
  if (!isRecord(value)) return undefined;
  const { game, map, own, seed, turns, opponents } = value, known = typeof seed === "string" ? parseSeed(seed) : undefined;
  if (typeof map !== "string" || known === undefined || typeof turns !== "number" || !Array.isArray(opponents)) return undefined;
  const list = opponents.filter((one): one is Opponent => isRecord(one) && typeof one["bot"] === "string").map(({ bot }) => ({ bot }));
  return { ...(typeof game === "string" && { game }), map, seed: known, turns, opponents: list, ...(own === byHand && { own: byHand }) };
}
