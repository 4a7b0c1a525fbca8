// Checks the replay of a match in the browser: plays it again by the rules, and reports the first turn that differs
// from the recording, if any.
import { h, iconButton, setText } from "../ui/dom";
import { errorText, plural } from "../ui/format";
import { lab } from "./client";
import type { Verdict } from "./messages";

/** What the dialog needs of the page. */
export interface CheckHost {
  /** Gets the replay; fails with a message for the reader. */
  replay(): Promise<Uint8Array<ArrayBuffer>>;
  jump(turn: number): void;
}

export class CheckDialog {
  readonly element = h("dialog", { class: "help check", "aria-labelledby": "check-title" });
  private readonly result = h("p", { class: "result", role: "status" });
  private readonly go = h("button", { type: "button", class: "wide" });
  private opened = 0; // how often the dialog was opened
  private turn = 0;

  constructor(private readonly host: CheckHost) {
    this.go.addEventListener("click", () => {
      this.element.close();
      host.jump(this.turn);
    });
    this.element.append(
      h(
        "header",
        {},
        h("h2", { id: "check-title" }, "Check of the replay"),
        iconButton("close", "Close (Esc)", () => this.element.close()),
      ),
      h(
        "p",
        {},
        "This browser plays the match again by the rules and compares every state with the one in the replay.",
      ),
      this.result,
      this.go,
    );
    this.element.addEventListener("click", (event) => {
      if (event.target === this.element) this.element.close();
    });
  }

  async open(): Promise<void> {
    const mine = ++this.opened;
    this.tell("", "Checking…");
    this.element.showModal();
    try {
      const told = (text: string): void => {
        if (mine === this.opened) this.tell("", text);
      };
      const verdict = await lab.withNews(told, lab.verify(await this.host.replay()));
      if (mine === this.opened) this.tell(verdict.as_recorded ? "good" : "bad", wordsOf(verdict), verdict.turn);
    } catch (problem) {
      if (mine === this.opened) this.tell("bad", `The check failed: ${errorText(problem).replace(/^replay: /, "")}`);
    }
  }

  private tell(kind: "" | "good" | "bad", text: string, turn?: number): void {
    setText(this.result, text);
    this.result.dataset["kind"] = kind;
    this.go.hidden = turn === undefined;
    if (turn === undefined) return;
    this.turn = turn;
    this.go.textContent = `Go to turn ${turn}`;
  }
}

/** The result of a check, in the words of `blastyard replay verify`. */
export function wordsOf({ turns, as_recorded, turn, what }: Verdict): string {
  return as_recorded ? `${plural(turns, "turn")}, all as recorded` : `Turn ${turn} is not as recorded: ${what}`;
}
