// A bot in a link: game, map, seed, turn and the changed files, compressed, in the fragment. Nothing is sent to a
// server.
import { inflate } from "./archive";
import { Collection, largestFolder, type Files } from "../files";
import { isRecord } from "../json";

/** The content of a link. */
export interface Shared {
  game: string;
  /** Left out: JavaScript. */
  language?: "python";
  map?: string;
  seed?: string;
  /** 32 hexadecimal digits; left out: everything comes from the seed. */
  secret?: string;
  turn?: number;
  /** The number of turns of the match; 0: as many as the rules allow. */
  turns?: number;
  /** One's own seat is played by hand; left out: one's own bot plays it. */
  own?: "human";
  /** "builtin:NAME" or "human"; versions of a bot are left out. */
  opponents?: string[];
  /** The files that differ from the starter; null: the bot does not have this file of the starter. */
  files: Record<string, string | null>;
}

const mostOpponents = 16;
/** The compression, by the first letter of the value. The oldest form has no checksum, the newest a secret. */
const forms: Readonly<Record<string, CompressionFormat>> = { 1: "deflate-raw", 2: "deflate", 3: "deflate" };
const form = "2";
const withSecret = "3"; // older laboratories would play another match

/** Encodes the value for a link's fragment: letters, digits, - and _. */
export async function encodeShare(state: Shared): Promise<string> {
  const text = new Blob([JSON.stringify(state)]).stream().pipeThrough(new CompressionStream("deflate"));
  const bytes = new Uint8Array(await new Response(text).arrayBuffer());
  let binary = "";
  for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return (
    (state.secret === undefined ? form : withSecret) +
    btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "")
  );
}

/** Decodes a link's value; fails with a message for the reader. */
export async function decodeShare(value: string): Promise<Shared> {
  if (!/^[\w-]+$/.test(value)) throw new Error("it is damaged: it was cut, or changed on its way");
  const format = forms[value.charAt(0)];
  if (format === undefined) throw new Error("it is of a newer laboratory");
  if (value.length > 2 * largestFolder) throw new Error("the link is too long");
  return checked(await unpacked(value.slice(1), format));
}

async function unpacked(text: string, format: CompressionFormat): Promise<unknown> {
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    const packed = Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
    bytes = await inflate(packed, 2 * largestFolder, format);
  } catch {
    throw new Error("it is damaged, or holds more than a bot may");
  }
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new Error("it is damaged: what it holds cannot be read");
  }
}

/** Validates what was decoded; fails if it is not the content of a link. */
function checked(value: unknown): Shared {
  if (!isRecord(value)) throw new Error("the link holds no bot");
  const { game, language, map, seed, secret, turn, turns, own, opponents, files } = value;
  if (!isName(game)) throw new Error("the link does not say which game");
  if (language !== undefined && language !== "python") throw new Error("the link's language is not known here");
  if (map !== undefined && !isName(map)) throw new Error("the link's map is not a name");
  if (seed !== undefined && !(typeof seed === "string" && /^\d{1,20}$/.test(seed)))
    throw new Error("the link's seed is not a number");
  if (secret !== undefined && !(typeof secret === "string" && /^[0-9a-f]{32}$/.test(secret)))
    throw new Error("the link's secret is not known here");
  if (turn !== undefined && !(typeof turn === "number" && Number.isInteger(turn) && turn >= 0 && turn < 1e9))
    throw new Error("the link's turn is not a number");
  if (turns !== undefined && !(typeof turns === "number" && Number.isInteger(turns) && turns >= 0 && turns <= 65535))
    throw new Error("the link's turns are not a number");
  if (own !== undefined && own !== "human") throw new Error("the link does not say who plays");
  if (opponents !== undefined && !areOpponents(opponents)) throw new Error("the link's opponents are not known here");
  if (!isRecord(files)) throw new Error("the link holds no files");
  const collection = new Collection();
  const gone: Record<string, null> = {};
  for (const [path, text] of Object.entries(files)) {
    if (text !== null && typeof text !== "string") throw new Error("a file in the link is not text");
    collection.add(path, text ?? "");
    if (text === null) gone[path] = null;
  }
  return {
    game,
    ...(language !== undefined && { language }),
    files: { ...collection.files, ...gone },
    ...(map !== undefined && { map }),
    ...(seed !== undefined && { seed }),
    ...(secret !== undefined && { secret }),
    ...(turn !== undefined && { turn }),
    ...(turns !== undefined && { turns }),
    ...(own !== undefined && { own }),
    ...(opponents !== undefined && { opponents }),
  };
}

const areOpponents = (value: unknown): value is string[] =>
  Array.isArray(value) &&
  value.length <= mostOpponents &&
  value.every((one) => typeof one === "string" && /^(human|builtin:[\w.-]{1,100})$/.test(one));
const isName = (value: unknown): value is string => typeof value === "string" && /^[\w.-]{1,100}$/.test(value);

/** The files that differ from the starter's, for a link. */
export function changedFiles(files: Files, starter: Files): Shared["files"] {
  const changed = Object.entries(files).filter(
    ([name, text]) => !Object.hasOwn(starter, name) || starter[name] !== text,
  );
  const gone = Object.keys(starter)
    .filter((name) => !Object.hasOwn(files, name))
    .map((name): [string, null] => [name, null]);
  return Object.fromEntries<string | null>([...changed, ...gone]);
}

/** The files of a link, applied to the starter's. */
export function sharedFiles(changed: Shared["files"], starter: Files): Files {
  const files = { ...starter };
  for (const [name, text] of Object.entries(changed)) {
    if (text === null) delete files[name];
    else files[name] = text;
  }
  return files;
}
