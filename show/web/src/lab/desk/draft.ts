// The draft that the reader works on, kept from one visit to the next if the browser allows it.
import type { Files } from "../files";
import { isRecord } from "../json";
import { byHand } from "../order";
import { keptAs, usualLanguage, type Language } from "./language";
import { parseSecret, parseSeed } from "./seeds";
import { usualGame, type Opponent, type Setup } from "./setup";

export interface Draft {
  files: Files;
  setup: Setup | undefined;
}

const key = "blastyard.laboratory";
const gameKey = `${key}.game`;
const languageKey = `${key}.language`;

/** The storage key of the draft of a game in a language. */
function keyOf(game: string, language: Language): string {
  const name = keptAs(game, language);
  return name === usualGame ? key : `${key}.${name}`;
}

const known = new Map<string, string | null>(); // what this page has read or written last, by key

/** Saves a draft. Returns why the draft will be lost when the page is closed; "": it will not. */
export function keepDraft(game: string, language: Language, { files, setup }: Draft): string {
  const place = keyOf(game, language);
  const text = JSON.stringify({ files, setup: setup && { ...setup, seed: String(setup.seed) } });
  const texts: [string, string][] = [
    [gameKey, game],
    [languageKey, language],
    [place, text],
  ];
  try {
    for (const [key, value] of texts) sessionStorage.setItem(key, value); // a reload of a tab opens the tab's own bot
  } catch {
    forget(texts);
  }
  try {
    for (const [key, value] of texts) localStorage.setItem(key, value);
    known.set(place, text);
    return "";
  } catch (problem) {
    return problem instanceof DOMException && problem.name === "QuotaExceededError"
      ? "it has no room left"
      : "it lets this page keep nothing";
  }
}

/** Removes this tab's draft: it is older than the last one, and would be opened in its place. */
function forget(texts: readonly [string, string][]): void {
  try {
    for (const [key] of texts) sessionStorage.removeItem(key);
  } catch {
    // this tab has no storage
  }
}

/** A draft that another tab has saved after this tab's last; undefined: none. */
export function othersDraft(game: string, language: Language): Draft | undefined {
  const place = keyOf(game, language);
  try {
    const text = localStorage.getItem(place);
    return text === known.get(place) ? undefined : draftOf(text);
  } catch {
    return undefined;
  }
}

/** The game of the last draft. */
export const lastGame = (): string => read(gameKey) ?? usualGame;

/** The language of the last draft, if it is one of those given. */
export function lastLanguage(there: readonly Language[]): Language {
  const last = read(languageKey);
  return there.find((language) => language === last) ?? usualLanguage;
}

export function keptDraft(game: string, language: Language): Draft | undefined {
  const place = keyOf(game, language);
  const text = read(place);
  known.set(place, text);
  return draftOf(text);
}

/** The stored text of this tab, else that of any tab. */
function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key) ?? localStorage.getItem(key);
  } catch {
    return null; // a page from disk may have no storage
  }
}

/** Parses a draft; undefined: the text is not one. */
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
  const { game, map, own, seed, secret, turns, opponents } = value;
  const hidden = parseSecret(secret);
  const known = typeof seed === "string" ? parseSeed(seed) : undefined;
  if (typeof map !== "string" || known === undefined || typeof turns !== "number" || !Array.isArray(opponents))
    return undefined;
  const list = opponents
    .filter((one): one is Opponent => isRecord(one) && typeof one["bot"] === "string")
    .map(({ bot }) => ({ bot }));
  return {
    ...(typeof game === "string" && { game }),
    map,
    seed: known,
    ...(hidden !== undefined && { secret: hidden }),
    turns,
    opponents: list,
    ...(own === byHand && { own: byHand }),
  };
}
