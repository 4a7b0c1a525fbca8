// The game of a bot, told from its folder.
import type { Files } from "../edit/files";

/** Which game a bot plays, by the protocol in its bot.toml; where that tells nothing, by its code, else the one given. */
export function gameOf(files: Files, otherwise: string): string {
  const [, protocol = "netorcai"] = /^\s*protocol\s*=\s*["']([^"']*)["']/m.exec(files["bot.toml"] ?? "") ?? [];
  if (files["bot.toml"] === undefined) return byCode(files) ?? otherwise;
  if (protocol === "rounds") return "bomberman";
  return protocol === "netorcai" ? "hexabomb" : byCode(files) ?? otherwise;
}

/** Names in the states of the games that no bot can do without. */
function byCode(files: Files): string | undefined {
  const code = Object.entries(files).filter(([name]) => /(js|\.py)$/.test(name)).map(([, text]) => text).join("\n");
  if (code.includes("RegisteredPlayerEntities")) return "bomberman";
  return /\.characters|\["characters"\]/.test(code) ? "hexabomb" : undefined;
}
