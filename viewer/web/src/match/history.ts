// What is kept of every turn beside the board: the players' rows and the events.
import type { EventKind, Frame, GameEvent, PlayerRow } from "../model";

interface Past {
  players: PlayerRow[];
  events: GameEvent[];
}

export interface Happening {
  turn: number;
  event: GameEvent;
}

export type Field = "score" | "share" | "time";

export class History {
  /** Goes up with every change. */
  version = 0;
  private readonly past: (Past | undefined)[] = [];

  add(frame: Frame): void {
    if (this.past[frame.turn]) return;
    this.past[frame.turn] = { players: frame.players ?? [], events: frame.events ?? [] };
    this.version++;
  }

  /** One more than the newest turn that is known. */
  get length(): number {
    return this.past.length;
  }

  /** A player's values by turn; null where they are not known. Times are in milliseconds, shares in percent. */
  series(field: Field, player: number): (number | null)[] {
    const values: (number | null)[] = [];
    for (let turn = 0; turn < this.past.length; turn++) {
      const row = this.past[turn]?.players[player];
      values.push(row ? valueOf(field, row) : null);
    }
    return values;
  }

  /** Events of the kinds, the newest first, up to a turn; at most so many. */
  eventsUpTo(turn: number, kinds: ReadonlySet<EventKind>, most: number): Happening[] {
    const found: Happening[] = [];
    for (let t = Math.min(turn, this.past.length - 1); t >= 0 && found.length < most; t--) {
      for (const event of this.past[t]?.events.toReversed() ?? []) if (kinds.has(event.kind)) found.push({ turn: t, event });
    }
    return found.slice(0, most);
  }

  /** The nearest turn after (or before) a turn that has an event of the kinds. */
  nextEvent(turn: number, forward: boolean, kinds: ReadonlySet<EventKind>): number | undefined {
    const step = forward ? 1 : -1;
    for (let t = turn + step; t >= 0 && t < this.past.length; t += step) {
      if (this.past[t]?.events.some((event) => kinds.has(event.kind))) return t;
    }
    return undefined;
  }

  /** The kinds of events by turn, for marks. */
  *marks(): Generator<[turn: number, kind: EventKind]> {
    for (let turn = 0; turn < this.past.length; turn++) {
      for (const event of this.past[turn]?.events ?? []) yield [turn, event.kind];
    }
  }
}

function valueOf(field: Field, row: PlayerRow): number | null {
  switch (field) {
    case "score":
      return row.score;
    case "share":
      return row.share * 100;
    case "time":
      return row.micros >= 0 ? Math.max(row.micros, 1) / 1000 : null; // the scale of times has no 0
  }
}

/** Ids of players from the first to the last: by score, then cells; special players last. */
export function ranking(rows: readonly PlayerRow[], special: (player: number) => boolean): number[] {
  return rows
    .map((_, id) => id)
    .sort((a, b) => {
      const p = rows[a], q = rows[b];
      if (!p || !q || special(a) !== special(b)) return Number(special(a)) - Number(special(b));
      return q.score - p.score || q.cells - p.cells || a - b;
    });
}

/** The rank that is shown for each of a ranking; those with the same score and cells share one. */
export function ranks(rows: readonly PlayerRow[], order: readonly number[]): number[] {
  const shown: number[] = [];
  for (const [i, id] of order.entries()) {
    const before = order[i - 1];
    const p = rows[id], q = before === undefined ? undefined : rows[before];
    const same = p && q && p.score === q.score && p.cells === q.cells;
    shown.push(same ? (shown[i - 1] ?? 1) : i + 1);
  }
  return shown;
}
