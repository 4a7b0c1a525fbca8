// The line that says how things stand.
import { h } from "../../ui/dom";

const noticeTime = 12_000; // milliseconds

export class Status {
  readonly element = h("p", { class: "status", role: "status" });
  private told: { kind: string; nodes: (Node | string)[] } = { kind: "", nodes: [] };
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Says how it stands; show goes to the line of code that it is about. */
  tell(kind: "" | "good" | "over" | "bad", text: string, show?: () => void): void {
    const nodes: (Node | string)[] = [text];
    if (show) {
      const button = h("button", { type: "button" }, "Show the line");
      button.addEventListener("click", show);
      nodes.push(" ", button);
    }
    this.told = { kind, nodes };
    this.restore();
  }

  /** Says something for a while. */
  say(text: string): void {
    clearTimeout(this.timer);
    this.element.dataset["kind"] = "";
    this.element.replaceChildren(text);
    this.timer = setTimeout(() => this.restore(), noticeTime);
  }

  private restore(): void {
    clearTimeout(this.timer);
    this.element.dataset["kind"] = this.told.kind;
    this.element.replaceChildren(...this.told.nodes);
  }
}
