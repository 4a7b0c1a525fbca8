// Finds out from a bot's folder which game it plays, and whether the page can run it.
import { entryOf } from "../bot/program";
import { entryOf as pythonEntryOf } from "../bot/runtime/python/program";
import type { Files } from "../files";
import type { Kind } from "../messages";
import type { Language } from "./language";

/** The value of a field of bot.toml; undefined: there is none. */
function field(files: Files, name: string): string | undefined {
  return new RegExp(`^\\s*${name}\\s*=\\s*["']([^"']*)["']`, "m").exec(files["bot.toml"] ?? "")?.[1];
}

/** Why the page cannot run a bot; "" if no reason is known. */
export function cannotRun(files: Files, kinds: readonly Kind[], language: Language): string {
  const protocol =
    field(files, "protocol") ??
    (files["bot.json"] !== undefined && field(files, "command") === undefined ? "rounds" : "");
  const entry = language === "python" ? pythonEntryOf(files) : entryOf(files);
  if (protocol !== "rounds")
    return Object.hasOwn(files, entry)
      ? ""
      : `there is no ${entry} in this folder; the page runs bots in JavaScript and, where it is served, in Python`;
  const game = kinds.find(({ rounds }) => rounds)?.game ?? "";
  return `the bot is started anew in each round, which the page cannot do; blastyard bot new mybot --game ${game} --lang ${language} --protocol stdio makes one that it can run`;
}

/** The game that a bot plays: by its code, else the one that bots over netorcai play, else the given one. */
export function gameOf(files: Files, kinds: readonly Kind[], otherwise: string): string {
  const usual = files["bot.toml"] !== undefined && (field(files, "protocol") ?? "netorcai") === "netorcai";
  return byCode(files, kinds) ?? (usual ? kinds[0]?.game : undefined) ?? otherwise;
}

/** Tells the game by its name in quotes, else by the fields of its states that the code reads: the most of them. */
function byCode(files: Files, kinds: readonly Kind[]): string | undefined {
  const code = Object.entries(files)
    .filter(([name]) => /(js|\.py)$/.test(name))
    .map(([, text]) => text)
    .join("\n");
  const named = kinds.filter(({ game }) => code.includes(`"${game}"`) || code.includes(`'${game}'`));
  if (named.length === 1) return named[0]?.game;
  const words = new Set([...code.matchAll(/\.(\w+)|\["(\w+)"\]/g)].map(([, dotted, quoted]) => dotted ?? quoted ?? ""));
  const read = kinds.map(({ fields }) => fields.filter((name) => words.has(name)).length);
  const most = Math.max(0, ...read);
  return most > 0 ? kinds[read.indexOf(most)]?.game : undefined;
}
