// The messages from the worker of a bot to the guard: what the bot prints, its answers, its errors, and its end.
import type { Problem } from "../../output";
import { most, type Said } from "../messages";

export class Voice {
  /** What the bot prints to its standard output are answers. */
  stdio = false;
  /** Nothing more is sent. */
  ended = false;
  private turn = -1; // the turn of the last turn line
  private owes = false; // that turn has no answer yet
  private lines = 0; // lines printed in this turn
  private text = 0; // characters printed in this turn
  private whole = 0; // characters printed in this match
  private dropped = 0; // lines of this turn that were left out

  constructor(private readonly post: (said: Said) => void) {}

  /** Notes the arrival of a turn line. */
  asked(turn: number): void {
    this.tellDropped();
    this.turn = turn;
    this.owes = true;
    this.lines = this.text = 0;
  }

  /** Handles a line that the bot has written to one of its outputs. */
  output(line: string, error: boolean): void {
    if (this.stdio && !error) this.answer(line);
    else this.print(line, error);
  }

  /** Answers the turn with one line. */
  answer(text: string): void {
    if (text.trim() === "" || this.ended) return;
    if (!this.owes) {
      this.print(this.stdio ? `(a line that answers nothing: ${text})` : "(a second answer to the same turn)", true);
      return;
    }
    this.owes = false;
    this.tellDropped();
    this.post({ turn: this.turn, answer: text });
  }

  print(line: string, error: boolean): void {
    if (this.ended) return;
    if (this.lines >= most.lines || this.text >= most.text || this.whole >= most.match) {
      if (this.dropped++ === 0) this.say("(that is too much: the rest of the output of this turn is dropped)", true);
      return;
    }
    const text = line.length > most.line ? `${line.slice(0, most.line - 100)}… (${line.length} characters)` : line;
    this.lines++;
    this.text += text.length;
    this.whole += text.length;
    this.say(text, error);
  }

  problem(problem: Problem): void {
    this.post({ problem: this.turn < 0 ? problem : { ...problem, turn: this.turn } });
  }

  /** Reports that the bot's program has ended, with the reason. */
  end(why: string): void {
    if (this.ended) return;
    this.tellDropped();
    this.ended = true;
    this.post({ gone: why });
  }

  private say(print: string, error: boolean): void {
    this.post({ print, error, turn: Math.max(0, this.turn) });
  }

  private tellDropped(): void {
    if (this.dropped > 0) this.say(`(${this.dropped} lines were dropped)`, true);
    this.dropped = 0;
  }
}

/** Splits text that is written in pieces into lines. */
export class Lines {
  private rest = "";

  constructor(private readonly print: (line: string) => void) {}

  write(text: string): void {
    const lines = (this.rest + text).split("\n");
    this.rest = lines.pop() ?? "";
    for (const line of lines) this.print(line);
  }

  /** Prints the rest, which has no line end. */
  flush(): void {
    if (this.rest !== "") this.print(this.rest);
    this.rest = "";
  }
}
