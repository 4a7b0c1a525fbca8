// What the reader works on, kept from one visit to the next where the browser allows it.
import type { Files } from "../edit/files";
import { parseSeed } from "./seeds";
import type { Opponent, Setup } from "./setup";

export interface Draft {
  files: Files;
  setup: Setup | undefined;
}

const key = "blastyard.laboratory";

export function keepDraft({ files, setup }: Draft): void {
  try {
    localStorage.setItem(key, JSON.stringify({ files, setup: setup && { ...setup, seed: String(setup.seed) } }));
  } catch {
    // kept for this visit only
  }
}

export function keptDraft(): Draft | undefined {
  try {
    return draftOf(localStorage.getItem(key));
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
  const { map, seed, turns, opponents } = value, known = typeof seed === "string" ? parseSeed(seed) : undefined;
  if (typeof map !== "string" || known === undefined || typeof turns !== "number" || !Array.isArray(opponents)) return undefined;
  const list = opponents.filter((one): one is Opponent => isRecord(one) && typeof one["bot"] === "string").map(({ bot }) => ({ bot }));
  return { map, seed: known, turns, opponents: list };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);
