// The files of a bot's folder, and the limits on their number and size.

/** The text of each file, by its path in the folder. */
export type Files = Record<string, string>;

export const mostFiles = 100,
  largestFile = 1_000_000,
  largestFolder = 4_000_000; // bytes

/** Collects files; each file that does not fit fails with a message for the reader. */
export class Collection {
  readonly files: Files = {};
  private count = 0;
  private size = 0;

  add(path: string, text: string): void {
    const clean = cleanPath(path);
    if (Object.hasOwn(this.files, clean)) throw new Error(`${shown(path)} is there twice`);
    if (++this.count > mostFiles) throw new Error(`there are more than ${mostFiles} files`);
    this.size += this.sized(path, new TextEncoder().encode(text).length);
    this.fits(0);
    this.files[clean] = text;
  }

  /** Adds a file from bytes, which must be UTF-8 text. */
  addBytes(path: string, bytes: Uint8Array): void {
    this.add(path, textOf(path, bytes));
  }

  /** Fails if a file of this size does not fit; for a check before reading it. */
  fits(bytes: number): void {
    if (this.size + bytes > largestFolder)
      throw new Error(`the files have more than ${largestFolder / 1e6} MB together`);
  }

  /** Fails if a file is too large; returns its size. */
  sized(path: string, bytes: number): number {
    if (bytes > largestFile) throw new Error(`${shown(path)} has more than ${largestFile / 1e6} MB`);
    return bytes;
  }
}

/** Normalizes a path inside the folder; fails for paths that would leave it. */
function cleanPath(path: string): string {
  const parts = path.replace(/^\.\//, "").split("/");
  const bad =
    path.length > 200 ||
    /[\\:\0-\x1f\x7f]/.test(path) ||
    parts.some((part) => part === "" || part === "." || part === ".." || part === "__proto__");
  if (bad) throw new Error(`${shown(path)} is not the name of a file in the folder`);
  return parts.join("/");
}

/** Decodes the text of bytes; fails if they are not text. */
function textOf(path: string, bytes: Uint8Array): string {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (!text.includes("\0")) return text;
  } catch {
    // reported below
  }
  throw new NotText(`${shown(path)} is not text`);
}

export class NotText extends Error {}

/** Formats a path for a message. */
export const shown = (path: string): string =>
  (path.length > 80 ? `${path.slice(0, 80)}…` : path).replace(/[\p{Cc}\p{Cf}]/gu, "?") || "a file without a name";

/** The names of the files, sorted. */
const namesOf = (files: Files): string[] => Object.keys(files).sort();

/** Whether two folders have the same files. */
export function sameFiles(a: Files, b: Files): boolean {
  const names = namesOf(a);
  return names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && a[name] === b[name]);
}
