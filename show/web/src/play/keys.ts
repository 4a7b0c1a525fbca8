// Keys, names and symbols of the choices of a person, as the game says.
import type { Key, Legend } from "../legend";

/** The names of the arrow keys in a legend. */
const arrows = new Map([
  ["ArrowUp", "up"],
  ["ArrowLeft", "left"],
  ["ArrowDown", "down"],
  ["ArrowRight", "right"],
]);

/** The choices of a person that keys are for; see Choices. */
interface Chosen {
  readonly pieces: readonly { readonly choices: readonly { readonly do: string }[] }[];
}

export class PlayKeys {
  readonly keys: readonly Key[];
  /** A key sends the action. */
  readonly atOnce: boolean;

  constructor({ keys = [], atOnce = false }: Legend) {
    this.keys = keys;
    this.atOnce = atOnce;
  }

  /** These keys; if the game has none, those that number the choices. */
  for(choices: Chosen): PlayKeys {
    if (this.keys.length > 0) return this;
    const names = new Set(choices.pieces.flatMap((piece) => piece.choices.map((choice) => choice.do)));
    const keys = [...names].map((name, i) => ({ key: String(i + 1), do: name, name, verb: `do ${name}` }));
    return new PlayKeys({ keys, atOnce: choices.pieces.length === 1 });
  }

  /** The choice of a key of the keyboard; undefined: none. Where a key sends at once, the arrows move, too. */
  choiceOf(pressed: string): string | undefined {
    const arrow = this.atOnce ? arrows.get(pressed) : undefined;
    return this.keys.find(({ key, also }) =>
      arrow === undefined ? key === pressed || key === pressed.toLowerCase() : also?.includes(arrow),
    )?.do;
  }

  /** The key of a choice; "": none. */
  keyOf(choice: string): string {
    return this.find(choice)?.key ?? "";
  }

  isMove(choice: string): boolean {
    return this.find(choice)?.move ?? false;
  }

  /** The name of a choice, for the reader. */
  nameOf(choice: string): string {
    return this.find(choice)?.name ?? choice;
  }

  /** A choice as a verb: "go up left", "put down a bomb". */
  verbOf(choice: string): string {
    return this.find(choice)?.verb ?? choice;
  }

  /** An arrow for a move, else the name of the choice. */
  signOf(choice: string): string {
    return this.find(choice)?.sign ?? this.nameOf(choice);
  }

  /** The moves in reading order: on squares up, left, right, down. */
  moves(square: boolean): readonly string[] {
    const moves = this.keys.filter(({ move }) => move).map((key) => key.do);
    return square && moves.length === 4 ? [0, 1, 3, 2].flatMap((i) => moves[i] ?? []) : moves;
  }

  /** The choices that are not moves. */
  get deeds(): readonly string[] {
    return this.keys.filter(({ move }) => !move).map((key) => key.do);
  }

  /** The part of the help about playing by hand. */
  get help(): readonly (readonly [keys: string, meaning: string])[] {
    const moves = this.keys.filter(({ move }) => move).map(({ key }) => key);
    const lines: [string, string][] = [];
    if (moves.length > 0) {
      const around = "move: the keys lie as the cells around a character";
      lines.push([moves.join(" "), this.atOnce ? `${around}; the arrows move, too. A key sends at once` : around]);
    }
    for (const { key, move, verb } of this.keys) if (!move) lines.push([key, verb]);
    if (this.atOnce) lines.push(["Space", "do nothing"]);
    else
      lines.push(
        ["2 3 4 ↑ ↓ ← →", "range and delay of an aimed bomb, if they can be set; Enter puts it down"],
        ["u", "undo what was set last"],
        ["Space", "do nothing"],
        ["Enter", "send the turn"],
      );
    lines.push(["Esc", "back to the turn that waits for you; take an aimed bomb back"]);
    return lines;
  }

  private find(choice: string): Key | undefined {
    return this.keys.find((key) => key.do === choice);
  }
}
