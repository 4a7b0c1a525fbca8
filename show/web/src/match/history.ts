// The data of every turn that is kept apart from the board: the players' rows and the events.
import type { Caption, EventKind, Frame, GameEvent, PlayerRow } from "../model";

import { pulseOf, type Pulse } from "./heat";

interface Past {
  players: PlayerRow[];
  events: GameEvent[];
  caption: Caption | undefined;
  pulse: Pulse;
  calm: boolean;
}

export interface Happening {
  turn: number;
  event: GameEvent;
}

export type Field = "score" | "share" | "time" | "living";

const longestWords = 200; // characters

export class History {
  /** Increases with every change. */
  version = 0;
  private readonly past: (Past | undefined)[] = [];
  private readonly words: { turn: number; rank: number; text: string }[] = []; // by player

  /** calm tells whether nothing happens in a frame. */
  constructor(private readonly calm: (frame: Frame) => boolean = () => false) {}

  add(frame: Frame): void {
    if (this.past[frame.turn]) return;
    this.listen(frame);
    this.past[frame.turn] = {
      players: frame.players ?? [],
      events: frame.events ?? [],
      caption: frame.caption,
      pulse: pulseOf(frame),
      calm: this.calm(frame),
    };
    this.version++;
  }

  /** The last output of a player's program. */
  lastWords(player: number): string {
    return this.words[player]?.text ?? "";
  }

  /** Keeps the last output of each player. Within a turn, errors take precedence. */
  private listen({ turn, output }: Frame): void {
    for (const { player, err, text } of output ?? []) {
      const before = this.words[player];
      const rank = text.trim() === "" ? 0 : !err ? 1 : /error|exception|panic|fatal|fault/i.test(text) ? 3 : 2;
      if (rank === 0 || (before && (before.turn > turn || (before.turn === turn && before.rank > rank)))) continue;
      this.words[player] = { turn, rank, text: text.trim().slice(0, longestWords) };
    }
  }

  /** The newest known turn + 1. */
  get length(): number {
    return this.past.length;
  }

  /** The rows of the players after a turn; undefined: not known. */
  players(turn: number): readonly PlayerRow[] | undefined {
    return this.past[turn]?.players;
  }

  /** The caption of a turn; undefined: none. */
  caption(turn: number): Caption | undefined {
    return this.past[turn]?.caption;
  }

  /** How much happened in a turn; undefined: not known. */
  pulse(turn: number): Pulse | undefined {
    return this.past[turn]?.pulse;
  }

  /** The number of consecutive calm turns after this one, at most most. */
  calmAfter(turn: number, most: number): number {
    let calm = 0;
    while (calm < most && this.past[turn + calm + 1]?.calm) calm++;
    return calm;
  }

  /** A player's values by turn; null: not known. Times are in milliseconds, shares in percent. */
  series(field: Field, player: number): (number | null)[] {
    const values: (number | null)[] = [];
    for (let turn = 0; turn < this.past.length; turn++) {
      const row = this.past[turn]?.players[player];
      values.push(row ? valueOf(field, row) : null);
    }
    return values;
  }

  /** The events of these kinds up to a turn, the newest first, at most most. */
  eventsUpTo(turn: number, kinds: ReadonlySet<EventKind>, most: number): Happening[] {
    const found: Happening[] = [];
    for (let t = Math.min(turn, this.past.length - 1); t >= 0 && found.length < most; t--) {
      for (const event of this.past[t]?.events.toReversed() ?? [])
        if (kinds.has(event.kind)) found.push({ turn: t, event });
    }
    return found.slice(0, most);
  }

  /** The nearest turn after (or before) a turn that has an event of these kinds; undefined: none. */
  nextEvent(turn: number, forward: boolean, kinds: ReadonlySet<EventKind>): number | undefined {
    const step = forward ? 1 : -1;
    for (let t = turn + step; t >= 0 && t < this.past.length; t += step) {
      if (this.past[t]?.events.some((event) => kinds.has(event.kind))) return t;
    }
    return undefined;
  }
}

function valueOf(field: Field, row: PlayerRow): number | null {
  switch (field) {
    case "score":
      return row.score;
    case "share":
      return row.share * 100;
    case "living":
      return row.living;
    case "time":
      return row.micros >= 0 ? Math.max(row.micros, 1) / 1000 : null; // the scale of times is logarithmic and has no 0
  }
}

/**
 * The ids of the players from first to last: by score, then by cells. Players who failed come after those who did not,
 * special players last.
 */
export function ranking(rows: readonly PlayerRow[], special: (player: number) => boolean): number[] {
  return rows
    .map((_, id) => id)
    .sort((a, b) => {
      const p = rows[a];
      const q = rows[b];
      if (!p || !q || special(a) !== special(b)) return Number(special(a)) - Number(special(b));
      return Number(p.failed ?? false) - Number(q.failed ?? false) || q.score - p.score || q.cells - p.cells || a - b;
    });
}

/** The rank of each player of a ranking; players with the same score have the same rank. */
export function ranks(rows: readonly PlayerRow[], order: readonly number[]): number[] {
  const shown: number[] = [];
  for (const [i, id] of order.entries()) {
    const before = order[i - 1];
    const p = rows[id];
    const q = before === undefined ? undefined : rows[before];
    const same = p && q && p.score === q.score && (p.failed ?? false) === (q.failed ?? false);
    shown.push(same ? (shown[i - 1] ?? 1) : i + 1);
  }
  return shown;
}
