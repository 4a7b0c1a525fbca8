// Earlier versions of bots. Each bot that is run and differs from the version before is kept in this browser.
import { errorText } from "../../ui/format";
import { namePart } from "../../share/copy";
import { sameFiles, type Files } from "../files";

/** A version as it was run. */
export interface Version {
  id: string;
  game: string;
  /** The number of the version, from 1 for each game and language; it is the name of a version without one. */
  number: number;
  /** Milliseconds since 1970, like Date.now(). */
  time: number;
  /** The name that the user gave; "": none. A version with a name is never dropped. */
  name: string;
  /** The results of its runs, in words; "": none yet. */
  result: string;
  files: Files;
}

/** The title of a version: its name or its number. */
export const titleOf = ({ name, number }: Version): string => name || `version ${number}`;

/** The name of the folder when a version with this title is saved: one that is valid on all systems. */
export const folderOf = (title: string): string => namePart(title) || "version";

export const mostKept = 5_000_000; // characters of all versions together; the oldest without a name are dropped first

/** Stores versions: in the browser's database, or only in this page. */
export interface Store {
  all(): Promise<Version[]>;
  put(version: Version): Promise<void>;
  delete(id: string): Promise<void>;
  close(): void;
}

export class Versions {
  private failure: string;
  private kept: Version[]; // the oldest first
  private readonly heard: (() => void)[] = [];

  private constructor(
    private store: Store | undefined,
    versions: Version[],
    failure: string,
  ) {
    this.kept = numbered(versions.sort((a, b) => a.time - b.time || (a.id < b.id ? -1 : 1)));
    this.failure = failure;
  }

  /** Opens the versions of this browser. If the browser cannot keep them, they last as long as the page. */
  static async open(open: () => Promise<Store> = () => openDatabase("blastyard-laboratory")): Promise<Versions> {
    let store: Store | undefined;
    try {
      store = await open();
      return new Versions(store, (await store.all()).filter(isVersion), "");
    } catch (problem) {
      store?.close();
      return new Versions(undefined, [], errorText(problem));
    }
  }

  /** Why the versions will be lost when the page is closed; "": they will not. */
  get passing(): string {
    return this.failure;
  }

  /** The versions of a game, the newest first. */
  list(game: string): readonly Version[] {
    return this.kept.filter((version) => version.game === game).reverse();
  }

  /** Calls changed after every change. */
  watch(changed: () => void): void {
    this.heard.push(changed);
  }

  /** Keeps the files as a new version. If they equal the newest version of their game, that one is returned. */
  async keep(game: string, files: Files): Promise<Version> {
    const newest = this.list(game)[0];
    if (newest && sameFiles(newest.files, files)) return newest;
    const time = Math.max(Date.now(), (this.kept.at(-1)?.time ?? 0) + 1);
    const version: Version = {
      id: `${time}-${Math.random().toString(36).slice(2, 10)}`,
      game,
      number: 1 + (newest?.number ?? 0),
      time,
      name: "",
      result: "",
      files: { ...files },
    };
    this.kept.push(version);
    await this.save((store) => store.put(version));
    await this.dropOldest(version);
    return version;
  }

  /** Sets the result of a version. */
  tell(id: string, result: string): Promise<void> {
    return this.change(id, { result: result.slice(0, 500) });
  }

  rename(id: string, name: string): Promise<void> {
    return this.change(id, { name: name.trim().slice(0, 100) });
  }

  async remove(id: string): Promise<void> {
    this.kept = this.kept.filter((version) => version.id !== id);
    await this.save((store) => store.delete(id));
  }

  close(): void {
    this.store?.close();
    this.store = undefined;
  }

  private async change(id: string, to: Partial<Version>): Promise<void> {
    const at = this.kept.findIndex((version) => version.id === id);
    const old = this.kept[at];
    if (!old) return;
    const version = (this.kept[at] = { ...old, ...to });
    await this.save((store) => store.put(version));
  }

  private async dropOldest(newest: Version): Promise<void> {
    let size = this.kept.reduce((sum, version) => sum + sizeOf(version), 0);
    for (const version of [...this.kept]) {
      if (size <= mostKept) return;
      if (version.name !== "" || version === newest) continue;
      size -= sizeOf(version);
      await this.remove(version.id);
    }
  }

  /** Carries out an action in the browser's database. If that fails, the versions stay in the page, which says so. */
  private async save(act: (store: Store) => Promise<void>): Promise<void> {
    try {
      if (this.store) await act(this.store);
    } catch (problem) {
      this.failure = errorText(problem);
      this.close();
    } finally {
      for (const changed of this.heard) changed();
    }
  }
}

const sizeOf = ({ files }: Version): number =>
  Object.entries(files).reduce((sum, [name, text]) => sum + name.length + text.length, 0);

/** The versions, the oldest first. Versions kept before versions had numbers get theirs here. */
function numbered(versions: readonly (Omit<Version, "number"> & { number?: number })[]): Version[] {
  const last = new Map<string, number>();
  return versions.map((version) => {
    const number = version.number ?? 1 + (last.get(version.game) ?? 0);
    last.set(version.game, number);
    return { ...version, number };
  });
}

/** Whether a value from the database is a version: another page of the same origin may have stored anything there. */
function isVersion(value: Version): boolean {
  const { id, game, number, time, name, result, files } = value;
  const isText = [id, game, name, result].every((text) => typeof text === "string");
  return (
    isText &&
    (number === undefined || Number.isInteger(number)) &&
    Number.isFinite(time) &&
    typeof files === "object" &&
    files !== null &&
    Object.values(files).every((text) => typeof text === "string")
  );
}

/** The browser's database. */
function openDatabase(name: string): Promise<Store> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore("versions", { keyPath: "id" });
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error("another page of the laboratory holds the versions"));
    request.onsuccess = () => resolve(storeOf(request.result));
  });
}

function storeOf(database: IDBDatabase): Store {
  database.onversionchange = () => database.close();
  const act = <T>(mode: IDBTransactionMode, ask: (versions: IDBObjectStore) => IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const transaction = database.transaction("versions", mode);
      const request = ask(transaction.objectStore("versions"));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = transaction.onerror = () => reject(transaction.error ?? request.error);
    });
  return {
    all: () => act("readonly", (versions) => versions.getAll()),
    put: async (version) => void (await act("readwrite", (versions) => versions.put(version))),
    delete: (id) => act("readwrite", (versions) => versions.delete(id)),
    close: () => database.close(),
  };
}
