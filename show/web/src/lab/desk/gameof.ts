// Finds out from a bot's folder which game it plays, and whether the page can run it.
import { entryOf } from "../bot/program";
import { entryOf as pythonEntryOf } from "../bot/runtime/python/program";
import type { Files } from "../files";
import type { Language } from "./language";

/** The value of a field of bot.toml; undefined: there is none. */
function field(files: Files, name: string): string | undefined {
  return new RegExp(`^\\s*${name}\\s*=\\s*["']([^"']*)["']`, "m").exec(files["bot.toml"] ?? "")?.[1];
}

/** Why the page cannot run a bot; "" if no reason is known. */
export function cannotRun(files: Files, language: Language): string {
  const protocol =
    field(files, "protocol") ??
    (files["bot.json"] !== undefined && field(files, "command") === undefined ? "rounds" : "");
  const entry = language === "python" ? pythonEntryOf(files) : entryOf(files);
  if (protocol !== "rounds")
    return Object.hasOwn(files, entry)
      ? ""
      : `there is no ${entry} in this folder; the page runs bots in JavaScript and, where it is served, in Python`;
  return `the bot is started anew in each round, which the page cannot do; blastyard bot new mybot --game bomberman --lang ${language} --protocol stdio makes one that it can run`;
}

/** The game that a bot plays: by the protocol in its bot.toml, else by its code, else the given one. */
export function gameOf(files: Files, otherwise: string): string {
  if (files["bot.toml"] === undefined) return byCode(files) ?? otherwise;
  return (field(files, "protocol") ?? "netorcai") === "netorcai" ? "hexabomb" : (byCode(files) ?? otherwise);
}

/** Tells the game by field names of its states that every bot needs. */
function byCode(files: Files): string | undefined {
  const code = Object.entries(files)
    .filter(([name]) => /(js|\.py)$/.test(name))
    .map(([, text]) => text)
    .join("\n");
  if (code.includes("RegisteredPlayerEntities")) return "bomberman";
  return /\.characters|\["characters"\]/.test(code) ? "hexabomb" : undefined;
}
