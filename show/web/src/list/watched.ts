// Remembers which matches the reader has watched to the end, because results may be hidden until then.
import type { Listed } from "./listing";

const key = "blastyard.watched";
const most = 5000; // matches; the oldest are forgotten

export class Watched {
  private readonly keys: Set<string>;

  constructor() {
    this.keys = new Set(load());
  }

  has(match: Pick<Listed, "id" | "started">): boolean {
    return this.keys.has(keyOf(match));
  }

  add(match: Pick<Listed, "id" | "started">): void {
    const size = this.keys.size;
    this.keys.add(keyOf(match));
    if (this.keys.size === size) return;
    try {
      localStorage.setItem(key, JSON.stringify([...this.keys].slice(-most)));
    } catch {
      // remembered for this visit only
    }
  }
}

/** The key includes the start time: after a restart the server may use the same id for another match. */
function keyOf({ id, started }: Pick<Listed, "id" | "started">): string {
  return `${id} ${started}`;
}

function load(): string[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(list) ? list.filter((value) => typeof value === "string") : [];
  } catch {
    return []; // no storage, or an invalid value in it
  }
}
