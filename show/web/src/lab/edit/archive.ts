// Converts a bot's folder to a zip file and back, and reads folders that are picked or dropped.
import { h } from "../../ui/dom";
import { plural } from "../../ui/format";
import { Collection, largestFile, largestFolder, mostFiles, NotText, shown, type Files } from "../files";

const localHeader = 0x04034b50;
const centralHeader = 0x02014b50;
const endHeader = 0x06054b50;
const utf8 = 0x0800;
const stored = 0;
const deflated = 8;

/** Makes a zip file with the files in a folder of this name. The files are small, so they are not compressed. */
export function zip(files: Files, folder: string): Blob {
  const locals: Uint8Array<ArrayBuffer>[] = [];
  const central: Uint8Array<ArrayBuffer>[] = [];
  let at = 0;
  for (const [path, text] of Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const name = new TextEncoder().encode(folder === "" ? path : `${folder}/${path}`);
    const bytes = new TextEncoder().encode(text);
    // Version 2.0; the time is the first day that zip files can express; no extra fields.
    const about = [
      u16(20),
      u16(utf8),
      u16(stored),
      u16(0),
      u16(0x21),
      u32(crc32(bytes)),
      u32(bytes.length),
      u32(bytes.length),
      u16(name.length),
      u16(0),
    ].flat();
    const local = bytesOf(u32(localHeader), about, name, bytes);
    central.push(bytesOf(u32(centralHeader), [20, 0], about, u16(0), u16(0), u16(0), u32(0), u32(at), name));
    locals.push(local);
    at += local.length;
  }
  const size = central.reduce((sum, { length }) => sum + length, 0);
  const n = u16(central.length);
  return new Blob([...locals, ...central, bytesOf(u32(endHeader), [0, 0, 0, 0], n, n, u32(size), u32(at), u16(0))], {
    type: "application/zip",
  });
}

const u16 = (n: number): number[] => [n & 255, (n >> 8) & 255];
const u32 = (n: number): number[] => [...u16(n), ...u16(n >>> 16)];

function bytesOf(...parts: ArrayLike<number>[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** The CRC-32 checksum of zip files. */
export function crc32(bytes: Uint8Array): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/**
 * Reads the files of a zip file. A folder that contains all of them is removed from their names. Fails with a message
 * for the reader if something is too large, is not text, or would leave the folder.
 */
export async function unzip(blob: Blob): Promise<Files> {
  if (blob.size > 2 * largestFolder) throw new Error(`the zip file has more than ${(2 * largestFolder) / 1e6} MB`);
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const files = new Collection();
  try {
    for (const entry of entriesOf(bytes)) files.addBytes(entry.name, await contentOf(bytes, entry, files));
  } catch (problem) {
    if (problem instanceof RangeError) throw new Error(damaged);
    throw problem;
  }
  return withoutFolder(files.files);
}

const damaged = "this is not a zip file, or it is damaged";

interface ZipEntry {
  name: string;
  method: number;
  packed: number;
  size: number;
  crc: number;
  at: number;
}

/** The entries in the table at the end of a zip file, without folders. */
function entriesOf(bytes: Uint8Array<ArrayBuffer>): ZipEntry[] {
  const view = new DataView(bytes.buffer);
  let end = bytes.length - 22;
  while (end >= 0 && end > bytes.length - 22 - 65_536 && view.getUint32(end, true) !== endHeader) end--;
  if (end < 0 || view.getUint32(end, true) !== endHeader) throw new Error(damaged);
  const count = view.getUint16(end + 10, true);
  const entries: ZipEntry[] = [];
  if (count > 4 * mostFiles) throw new Error(`there are more than ${mostFiles} files`);
  let at = view.getUint32(end + 16, true);
  for (let i = 0; i < count; i++) {
    if (view.getUint32(at, true) !== centralHeader) throw new Error(damaged);
    const length = view.getUint16(at + 28, true);
    const extra = view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + length));
    if ((view.getUint16(at + 8, true) & 1) !== 0) throw new Error(`${shown(name)} needs a password`);
    const entry = {
      name,
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      at: view.getUint32(at + 42, true),
    };
    // Some systems add folders of their own to zip files.
    if (!name.endsWith("/") && !name.startsWith("__MACOSX/")) entries.push(entry);
    at += 46 + length + extra;
  }
  return entries;
}

async function contentOf(bytes: Uint8Array<ArrayBuffer>, entry: ZipEntry, files: Collection): Promise<Uint8Array> {
  const { name, method, packed, size, crc, at } = entry;
  const view = new DataView(bytes.buffer);
  if (view.getUint32(at, true) !== localHeader) throw new Error(damaged);
  files.fits(files.sized(name, size));
  const from = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  const content = bytes.subarray(from, from + packed);
  if (method !== stored && method !== deflated)
    throw new Error(`${shown(name)} is packed in a way that is not known here`);
  const unpacked = method === stored ? content : await inflate(content, size).catch(() => undefined);
  if (content.length !== packed || unpacked?.length !== size || crc32(unpacked) !== crc)
    throw new Error(`${shown(name)} is damaged`);
  return unpacked;
}

/** Decompresses bytes; fails as soon as there are more than most. */
export async function inflate(
  packed: Uint8Array<ArrayBuffer>,
  most: number,
  format: CompressionFormat = "deflate-raw",
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream(format)).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    if ((size += next.value.length) > most) {
      await reader.cancel();
      throw new Error("there is more than there may be");
    }
    parts.push(next.value);
  }
  return bytesOf(...parts);
}

/** Removes a folder that contains all files from their names. */
function withoutFolder(files: Files): Files {
  const names = Object.keys(files);
  const top = `${names[0]?.split("/")[0] ?? ""}/`;
  if (names.length === 0 || !names.every((name) => name.startsWith(top))) return files;
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [name.slice(top.length), text]));
}

/** Called with a message about each file of a folder that was left out. */
export type Refused = (words: string) => void;

/** Asks for a folder and reads it; undefined: none was picked. Fails with a message for the reader. */
export function pickFolder(refused: Refused = () => {}): Promise<Files | undefined> {
  return new Promise((resolve, reject) => {
    const input = h("input", { type: "file", webkitdirectory: true, multiple: true });
    input.addEventListener("cancel", () => resolve(undefined));
    input.addEventListener("change", () => void readFiles([...(input.files ?? [])], refused).then(resolve, reject));
    input.click();
  });
}

/**
 * Reads what was dropped: a folder, files, or a zip file; undefined: none of these. Fails with a message for the
 * reader.
 */
export async function readDropped(data: DataTransfer, refused: Refused = () => {}): Promise<Files | undefined> {
  // The items must be read before the first await: they are gone after it.
  const entries = [...data.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  const [file] = data.files;
  if (file && data.files.length === 1 && /\.zip$/i.test(file.name) && entries[0]?.isFile !== false) return unzip(file);
  const found: Named[] = entries.length === 0 ? [...data.files] : [];
  for (const entry of entries) await readEntry(entry, found);
  return found.length > 0 ? readFiles(found, refused) : undefined;
}

/** A file and its path in the folder. */
type Named = File & { place?: string };

/** Reads the files of a dropped folder. It stops when there are more files than a bot may have. */
async function readEntry(entry: FileSystemEntry, found: Named[]): Promise<void> {
  if (found.length > 10 * mostFiles || leftOut(entry.fullPath)) return;
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    found.push(Object.assign(file, { place: entry.fullPath.slice(1) }));
  } else if (isFolder(entry)) {
    const reader = entry.createReader();
    for (;;) {
      const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
      if (some.length === 0) return;
      for (const each of some) await readEntry(each, found);
    }
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

/** Paths that no bot needs: hidden files and what package managers leave. */
const leftOut = (path: string): boolean => /(?:^|\/)(?:\.[^/]+|node_modules|__pycache__|__MACOSX)(?:\/|$)/.test(path);

/**
 * Reads the files of a folder as text. Files that are not text are left out and reported; too many or too large files
 * fail.
 */
export async function readFiles(list: readonly Named[], refused: Refused): Promise<Files> {
  const files = new Collection();
  const ignored: string[] = [];
  for (const file of list) {
    const path = file.place ?? (file.webkitRelativePath || file.name);
    if (leftOut(path)) continue;
    try {
      files.fits(files.sized(path, file.size));
      files.addBytes(path, new Uint8Array(await file.arrayBuffer()));
    } catch (problem) {
      if (!(problem instanceof NotText)) throw problem;
      ignored.push(path);
    }
  }
  if (ignored.length > 0)
    refused(
      `${ignored.slice(0, 3).map(shown).join(", ")}${ignored.length > 3 ? ` and ${plural(ignored.length - 3, "more file")}` : ""} left out: only text can be here`,
    );
  if (Object.keys(files.files).length === 0) throw new Error("there is no text file in this folder");
  return withoutFolder(files.files);
}

/** The limits of a folder, in words. */
export const limits = `at most ${mostFiles} text files, ${largestFile / 1e6} MB each, ${largestFolder / 1e6} MB together`;
