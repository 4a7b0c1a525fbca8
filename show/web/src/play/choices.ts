// What a person who plays by hand may ask for (see viewer.Choices), and the form in which the wishes are put together.
import { signOf, verbOf } from "./keys";

export interface Choices {
  player: number;
  /** Of the frame that it was made from. */
  turn: number;
  pieces: Piece[];
}

/** One of the player's characters. */
export interface Piece {
  token: number;
  label: string;
  cell: number;
  choices: Choice[];
}

export interface Choice {
  do: string;
  /** Where it leads, or happens; -1: nowhere. */
  cell: number;
  /** Smallest and largest range and delay; 0: nothing can be set. */
  min: number;
  max: number;
  /** Why it cannot be; empty: it can. */
  refused: string;
  note: string;
  /** Cells of which one has to be chosen: of a revival by the rules of 2018. */
  places?: number[];
  /** Of the bomb that it puts down or triggers. */
  blast?: Blast;
}

/** What a bomb will do if no player does anything more. */
export interface Blast {
  /** Its own first. */
  cells: number[];
  /** By cell, from which range on it is covered; left out: there is one range only. */
  ranges?: number[];
  /** In which it explodes, with the smallest delay. */
  turn: number;
  /** The first turn in which another bomb sets it off; left out: none does. */
  chain?: number;
}

export interface Wish {
  token: number;
  do: string;
  range?: number;
  delay?: number;
  /** One of the choice's places. */
  cell?: number;
}

/** Wishes by piece, in the order in which they were set; null: the piece does nothing. */
export type Entered = [piece: number, wish: Wish | null][];

/** A wish in a word. */
export function wishText({ do: name, range, delay }: Wish): string {
  return range === undefined ? signOf(name) : `● ${range}/${delay}`;
}

/** Choices that a person makes, one piece after the other. */
export class ChoiceForm {
  /** The piece whose turn it is. */
  at = -1;
  private readonly wishes = new Map<number, Wish | undefined>(); // by piece, in the order in which they were set

  constructor(readonly choices: Choices) {
    this.next();
  }

  get piece(): Piece | undefined {
    return this.choices.pieces[this.at];
  }

  /** Whether a piece has still to be set: those that can do nothing have not. */
  open(piece: number): boolean {
    return !this.wishes.has(piece) && this.able(piece);
  }

  /** Whether a piece can do anything. */
  able(piece: number): boolean {
    return this.choices.pieces[piece]?.choices.some((choice) => choice.refused === "") ?? false;
  }

  get complete(): boolean {
    return this.choices.pieces.every((_, piece) => !this.open(piece));
  }

  /** What a piece is to do: undefined for nothing, or not set yet. */
  wish(piece: number): Wish | undefined {
    return this.wishes.get(piece);
  }

  choice(name: string): Choice | undefined {
    return this.piece?.choices.find((choice) => choice.do === name);
  }

  /** Why the piece cannot be asked for something; empty: it can. */
  refusal(name: string): string {
    const choice = this.choice(name);
    if (!choice) return `${this.piece?.label ?? "nobody"} cannot ${verbOf(name)}`;
    return choice.refused && `${this.piece?.label} cannot ${verbOf(name)}: ${choice.refused}`;
  }

  /** Sets what the piece is to do, and goes on to the next; nothing without a name. */
  settle(name?: string, range?: number, delay?: number, cell?: number): void {
    const { piece } = this;
    if (!piece) return;
    let wish: Wish | undefined;
    if (name !== undefined) wish = { token: piece.token, do: name };
    if (wish && range !== undefined && delay !== undefined) Object.assign(wish, { range, delay });
    if (wish && cell !== undefined) wish.cell = cell;
    this.wishes.delete(this.at); // so that it comes last
    this.wishes.set(this.at, wish);
    this.next();
  }

  /** Takes back what was set last, and goes there; false: there is nothing. */
  undo(): boolean {
    const last = [...this.wishes.keys()].at(-1);
    if (last === undefined) return false;
    this.wishes.delete(last);
    this.at = last;
    return true;
  }

  /** The piece on a cell, or -1. */
  pieceOn(cell: number): number {
    return this.choices.pieces.findIndex((piece, i) => piece.cell === cell && this.able(i));
  }

  /** What the piece can do on a cell that has to be chosen. */
  placedOn(cell: number): Choice | undefined {
    return this.piece?.choices.find((choice) => choice.refused === "" && choice.places?.includes(cell));
  }

  /** The move of the piece to a cell. */
  moveTo(cell: number): Choice | undefined {
    if (cell < 0 || cell === this.piece?.cell) return undefined;
    return this.piece?.choices.find((choice) => choice.cell === cell && choice.max === 0 && choice.do !== "trigger");
  }

  /** The wishes of the pieces that are to do something. */
  get chosen(): Wish[] {
    return [...this.wishes.values()].filter((wish) => wish !== undefined);
  }

  /** What was set, to be kept; and the other way round: what cannot be (any more) is left out. */
  get entered(): Entered {
    return [...this.wishes].map(([piece, wish]) => [piece, wish ?? null]);
  }

  restore(entered: Entered): void {
    for (const [piece, wish] of entered) {
      if (!this.choices.pieces[piece]) continue;
      this.at = piece;
      if (!wish) this.settle();
      else if (this.refusal(wish.do) === "") this.settle(wish.do, wish.range, wish.delay, wish.cell);
    }
  }

  private next(): void {
    const count = this.choices.pieces.length;
    for (let n = 1; n <= count; n++) {
      const piece = (this.at + n) % count;
      if (this.open(piece)) {
        this.at = piece;
        return;
      }
    }
    this.at = Math.max(this.at, 0);
  }
}
