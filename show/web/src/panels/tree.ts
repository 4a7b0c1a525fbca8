// The state of an unknown game, as a tree that can be opened and closed.
import { h } from "../ui/dom";

const most = 500; // children shown of one value

export class Tree {
  readonly element = h("div", { class: "tree", tabindex: "0", role: "group", "aria-label": "State of the game" });

  /** openPaths are the parts that the reader has opened. */
  constructor(private readonly openPaths: Set<string>) {}

  render(value: unknown): void {
    const top = this.element.scrollTop;
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset["path"] : undefined;
    this.element.replaceChildren(this.node("state", value, "$"));
    this.element.scrollTop = top;
    if (focused === undefined) return;
    for (const summary of this.element.querySelectorAll("summary"))
      if (summary.dataset["path"] === focused) summary.focus();
  }

  private node(name: string, value: unknown, path: string): HTMLElement {
    if (typeof value !== "object" || value === null) {
      return h(
        "div",
        { class: "leaf" },
        h("span", { class: "key" }, name),
        h("span", { class: typeof value }, JSON.stringify(value) ?? "nothing"),
      );
    }
    const entries = Object.entries(value);
    const size = Array.isArray(value) ? `[${entries.length}]` : `{${entries.length}}`;
    const summary = h(
      "summary",
      { "data-path": path },
      h("span", { class: "key" }, name),
      h("span", { class: "size" }, size),
      h("span", { class: "preview" }, preview(value)),
    );
    const details = h("details", {}, summary);
    const fill = (): void => {
      if (details.childElementCount > 1) return;
      details.append(...entries.slice(0, most).map(([key, child]) => this.node(key, child, `${path}/${key}`)));
      if (entries.length > most) details.append(h("div", { class: "leaf" }, `and ${entries.length - most} more`));
    };
    details.open = this.openPaths.has(path);
    if (details.open) fill();
    details.addEventListener("toggle", () => {
      if (details.open) this.openPaths.add(path);
      else this.openPaths.delete(path);
      if (details.open) fill();
    });
    return details;
  }
}

function preview(value: object): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
