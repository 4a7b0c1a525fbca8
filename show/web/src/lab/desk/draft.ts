// What the reader works on, kept from one visit to the next where the browser allows it.
import type { Files } from "../edit/files";
import { byHand } from "../order";
import { parseSeed } from "./seeds";
import { usualGame, type Opponent, type Setup } from "./setup";

export interface Draft {
  files: Files;
  setup: Setup | undefined;
}

const key = "blastyard.laboratory", gameKey = `${key}.game`;

/** Where the draft of a game is kept. */
const keyOf = (game: string): string => (game === usualGame ? key : `${key}.${game}`);

export function keepDraft(game: string, { files, setup }: Draft): void {
  try {
    localStorage.setItem(gameKey, game);
    localStorage.setItem(keyOf(game), JSON.stringify({ files, setup: setup && { ...setup, seed: String(setup.seed) } }));
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

export function keptDraft(game: string): Draft | undefined {
  try {
    return draftOf(localStorage.getItem(keyOf(game)));
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

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);
