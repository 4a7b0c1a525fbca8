// A line of text that appears over the page for a while.
import { h } from "../ui/dom";

export class Notice {
  readonly element = h("p", { class: "notice", role: "status" });
  private timer: ReturnType<typeof setTimeout> | undefined;
  private home: Element | undefined; // its parent while no dialog is open

  constructor() {
    document.addEventListener("close", () => this.place(), true);
  }

  /** Shows a text for duration milliseconds; 0: until the next one. An empty text removes the last one. */
  say(text: string, duration: number): void {
    this.element.replaceChildren(text);
    this.place();
    this.endAfter(duration);
  }

  /** Shows a text with a button. */
  offer(text: string, button: string, act: () => void, duration: number): void {
    const element = h("button", { type: "button" }, button);
    element.addEventListener("click", act);
    this.element.replaceChildren(text, element);
    this.place();
    this.endAfter(duration);
  }

  /** Moves the text into an open dialog, which covers everything else, and back when the dialog is closed. */
  private place(): void {
    const { element } = this;
    const dialog = document.querySelector("dialog[open]");
    if (!element.closest("dialog")) this.home = element.parentElement ?? undefined;
    const parent = dialog ?? this.home;
    if (parent && element.parentElement !== parent) parent.append(element);
  }

  private endAfter(duration: number): void {
    clearTimeout(this.timer);
    if (duration > 0) this.timer = setTimeout(() => this.element.replaceChildren(), duration);
  }
}
