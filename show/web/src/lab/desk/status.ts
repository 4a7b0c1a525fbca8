// The status line of the laboratory.
import { h } from "../../ui/dom";

const noticeTime = 12_000; // milliseconds

export type StatusKind = "" | "good" | "over" | "bad";

/** A button in the status line. */
export interface Way {
  title: string;
  go(): void;
}

export class Status {
  readonly element = h("p", { class: "status", role: "status" });
  private told: { kind: string; nodes: (Node | string)[] } = { kind: "", nodes: [] };
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Shows a status; the button of way leads to what the status is about. */
  tell(kind: StatusKind, text: string, way?: Way): void {
    const nodes: (Node | string)[] = [text];
    if (way) {
      const button = h("button", { type: "button" }, way.title);
      button.addEventListener("click", way.go);
      nodes.push(" ", button);
    }
    this.told = { kind, nodes };
    this.restore();
  }

  /** Shows a text for a while. */
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
