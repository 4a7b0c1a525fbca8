// The choices of a person who plays by hand (see viewer.Choices), and the form that collects the person's wishes.
import type { PlayKeys } from "./keys";

export interface Choices {
  player: number;
  /** The turn of the frame that the choices were made from. */
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
  /** The cell that it leads to, or where it happens; -1: none. */
  cell: number;
  /** The smallest and the largest value of range and delay; 0: they cannot be set. */
  min: number;
  max: number;
  /** Why it is not possible; "": it is. */
  refused: string;
  note: string;
  /** The cells of which one has to be chosen, for a revival by the rules of 2018. */
  places?: number[];
  /** The blast of the bomb that it puts down or triggers. */
  blast?: Blast;
}

/** What a bomb will do if no player acts any more. */
export interface Blast {
  /** The cells that it covers, its own first. */
  cells: number[];
  /** For each of the cells, the smallest range that covers it; left out: there is only one range. */
  ranges?: number[];
  /** The turn in which it explodes with the smallest delay. */
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

/** The wishes by piece, in the order in which they were set; null: the piece does nothing. */
export type Entered = [piece: number, wish: Wish | null][];

/** A short text for a wish. */
export function wishText({ do: name, range, delay }: Wish, keys: PlayKeys): string {
  return range === undefined ? keys.signOf(name) : `● ${range}/${delay}`;
}

/** A form for the choices of a person, one piece after the other. */
export class ChoiceForm {
  /** The index of the current piece. */
  at = -1;
  private readonly wishes = new Map<number, Wish | undefined>(); // by piece, in the order in which they were set

  constructor(
    readonly choices: Choices,
    readonly keys: PlayKeys,
  ) {
    this.next();
  }

  get piece(): Piece | undefined {
    return this.choices.pieces[this.at];
  }

  /** Whether a piece still has to be set; pieces that can do nothing need not be. */
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

  /** The wish of a piece; undefined: it does nothing, or is not set yet. */
  wish(piece: number): Wish | undefined {
    return this.wishes.get(piece);
  }

  choice(name: string): Choice | undefined {
    return this.piece?.choices.find((choice) => choice.do === name);
  }

  /** Why the current piece cannot do something; "": it can. */
  refusal(name: string): string {
    const choice = this.choice(name);
    if (!choice) return `${this.piece?.label ?? "nobody"} cannot ${this.keys.verbOf(name)}`;
    return choice.refused && `${this.piece?.label} cannot ${this.keys.verbOf(name)}: ${choice.refused}`;
  }

  /** Sets what the current piece does, and moves on to the next piece. Without a name it does nothing. */
  settle(name?: string, range?: number, delay?: number, cell?: number): void {
    const { piece } = this;
    if (!piece) return;
    let wish: Wish | undefined;
    if (name !== undefined) wish = { token: piece.token, do: name };
    if (wish && range !== undefined && delay !== undefined) Object.assign(wish, { range, delay });
    if (wish && cell !== undefined) wish.cell = cell;
    this.wishes.delete(this.at); // so that its place in the order is the last
    this.wishes.set(this.at, wish);
    this.next();
  }

  /** Takes back the last wish, and returns to its piece; false: there is none. */
  undo(): boolean {
    const last = [...this.wishes.keys()].at(-1);
    if (last === undefined) return false;
    this.wishes.delete(last);
    this.at = last;
    return true;
  }

  /** The piece on a cell; -1: none. */
  pieceOn(cell: number): number {
    return this.choices.pieces.findIndex((piece, i) => piece.cell === cell && this.able(i));
  }

  /** The choice of the current piece that needs this cell as a place; undefined: none. */
  placedOn(cell: number): Choice | undefined {
    return this.piece?.choices.find((choice) => choice.refused === "" && choice.places?.includes(cell));
  }

  /** The move of the current piece to a cell; undefined: none. */
  moveTo(cell: number): Choice | undefined {
    if (cell < 0 || cell === this.piece?.cell) return undefined;
    return this.piece?.choices.find((choice) => choice.cell === cell && this.keys.isMove(choice.do));
  }

  /** The wishes of the pieces that do something. */
  get chosen(): Wish[] {
    return [...this.wishes.values()].filter((wish) => wish !== undefined);
  }

  /**
   * The wishes entered so far, to be kept. Setting them restores a form; wishes that are not possible any more are left
   * out.
   */
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
