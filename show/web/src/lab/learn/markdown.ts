// Renders the texts of lessons, in the part of Markdown that they use: paragraphs, lists and blocks of code; in them
// `code`, *emphasis* and **strong emphasis**. Everything else, including HTML, is text.
import { h } from "../../ui/dom";

export interface Span {
  kind: "text" | "code" | "em" | "strong";
  text: string;
}

export type Block =
  | { kind: "paragraph"; spans: Span[] }
  | { kind: "list"; items: Span[][] }
  | { kind: "code"; text: string };

const fence = "```";

/** Parses a text into blocks. */
export function parse(text: string): Block[] {
  const blocks: Block[] = [];
  let lines: string[] = []; // lines of the open paragraph or item
  let items: string[][] | undefined; // items of the open list; lines is the last one
  const end = (): void => {
    if (items) blocks.push({ kind: "list", items: items.map((item) => spansOf(item.join(" "))) });
    else if (lines.length > 0) blocks.push({ kind: "paragraph", spans: spansOf(lines.join(" ")) });
    lines = [];
    items = undefined;
  };
  const rest = text.split("\n");
  for (let line = rest.shift(); line !== undefined; line = rest.shift()) {
    if (line.startsWith(fence)) {
      end();
      const close = rest.findIndex((other) => other.startsWith(fence));
      const code = rest.splice(0, close < 0 ? rest.length : close);
      rest.shift();
      blocks.push({ kind: "code", text: code.join("\n") });
    } else if (line.trim() === "") {
      end();
    } else if (line.startsWith("- ")) {
      if (!items) end();
      lines = [line.slice(2).trim()];
      items = [...(items ?? []), lines];
    } else {
      lines.push(line.trim());
    }
  }
  end();
  return blocks;
}

const marked = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*/g;

/** Parses a line into spans. */
export function spansOf(line: string): Span[] {
  const spans: Span[] = [];
  let from = 0;
  const add = (kind: Span["kind"], text: string): void => {
    if (text !== "") spans.push({ kind, text });
  };
  for (const match of line.matchAll(marked)) {
    add("text", line.slice(from, match.index));
    const [all, code, strong, emphasis] = match;
    if (code !== undefined) add("code", code);
    else if (strong !== undefined) add("strong", strong);
    else add("em", emphasis ?? "");
    from = match.index + all.length;
  }
  add("text", line.slice(from));
  return spans;
}

const inline = (spans: readonly Span[]): (Node | string)[] =>
  spans.map(({ kind, text }) => (kind === "text" ? text : h(kind, {}, text)));

/** A block of code. name is read out by screen readers; keys scroll the block. */
export const codeBlock = (text: string, name = "Code"): HTMLElement =>
  h("pre", { tabindex: 0, role: "group", "aria-label": name }, h("code", {}, text));

/** Renders a text as elements. */
export function render(text: string): HTMLElement[] {
  return parse(text).map((block) => {
    if (block.kind === "paragraph") return h("p", {}, ...inline(block.spans));
    if (block.kind === "list") return h("ul", {}, ...block.items.map((item) => h("li", {}, ...inline(item))));
    return codeBlock(block.text);
  });
}
