// The search field of the manual. The search runs in the browser, on a list that the server gives: index.json.
import { h, setText } from "../ui/dom";
import { patternOf, piecesOf, search, wordsOf, type Place } from "./search";

const most = 30;

/** A text in which matches of the pattern are marked by <mark>. */
function marked(text: string, pattern: RegExp): (string | HTMLElement)[] {
  return piecesOf(text, pattern).map((piece, i) => (i % 2 === 1 ? h("mark", {}, piece) : piece));
}

class Search {
  private readonly input = h("input", {
    type: "search",
    "aria-label": "Search the manual",
    placeholder: "Search the manual ( / )",
    autocomplete: "off",
    spellcheck: "false",
  });
  private readonly status = h("p", { role: "status" });
  private readonly list = h("ol", { "aria-label": "Found in the manual" });
  private readonly panel = h("div", { class: "found", hidden: true }, this.status, this.list);
  private places: Promise<Place[]> | undefined;

  constructor(header: Element) {
    header.append(this.input, this.panel);
    this.input.addEventListener("focus", () => void this.load().catch(() => undefined));
    this.input.addEventListener("input", () => void this.find());
    header.addEventListener("keydown", (event) => {
      if (event instanceof KeyboardEvent) this.press(event);
    });
    document.addEventListener("keydown", (event) => this.pressAnywhere(event));
    document.addEventListener("pointerdown", ({ target }) => {
      if (target instanceof Node && !header.contains(target)) this.panel.hidden = true;
    });
    header.addEventListener("focusout", (event) => {
      if (event instanceof FocusEvent && event.relatedTarget instanceof Node && !header.contains(event.relatedTarget))
        this.panel.hidden = true;
    });
  }

  /** Shows a query in the field without its results, after one of them was followed. */
  hold(query: string): void {
    this.input.value = query;
  }

  private load(): Promise<Place[]> {
    this.places ??= fetch("index.json").then((answer) => {
      if (!answer.ok) throw new Error(answer.statusText);
      return answer.json() as Promise<Place[]>;
    });
    this.places.catch(() => {
      this.places = undefined;
    }); // the next key tries again
    return this.places;
  }

  private async find(): Promise<void> {
    const query = this.input.value;
    let places: Place[];
    try {
      places = await this.load();
    } catch {
      this.tell("The list of what can be found cannot be read. Is the program still running?");
      return;
    }
    if (query !== this.input.value) return; // the reader has typed on
    const pattern = patternOf(wordsOf(query));
    if (!pattern) {
      this.panel.hidden = true;
      return;
    }
    const found = search(places, query);
    const rows = found.slice(0, most).map(({ place, excerpt }) => {
      const [page = "", part] = place.at.split("#");
      const address = `${page}?${new URLSearchParams({ find: query.trim() })}${part ? `#${part}` : ""}`;
      return h(
        "li",
        {},
        h(
          "a",
          { href: address },
          h("b", {}, ...marked(place.title ? `${place.page} › ${place.title}` : place.page, pattern)),
          h("span", {}, ...marked(excerpt, pattern)),
        ),
      );
    });
    const many = found.length === 1 ? "1 place" : `${found.length} places`;
    if (found.length === 0) this.tell(`Nothing found for “${query.trim()}”. Try fewer words, or other ones.`);
    else this.tell(found.length > most ? `${many}, the best ${most}:` : `${many}:`, ...rows);
  }

  private tell(status: string, ...rows: HTMLElement[]): void {
    setText(this.status, status);
    this.list.replaceChildren(...rows);
    this.panel.hidden = false;
    this.panel.scrollTop = 0;
  }

  /** Handles keys in the field and in the list. */
  private press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const links = this.panel.hidden ? [] : [...this.list.querySelectorAll("a")];
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    if (event.key === "ArrowDown") (links[at + 1] ?? links.at(-1))?.focus();
    else if (event.key === "ArrowUp") (links[at - 1] ?? this.input).focus();
    else if (event.key === "Enter" && at < 0) links[0]?.click();
    else if (event.key === "Escape") {
      this.input.value = "";
      this.panel.hidden = true;
      this.input.focus();
    } else return;
    if (event.key !== "Enter" || at < 0) event.preventDefault();
  }

  private pressAnywhere(event: KeyboardEvent): void {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || document.activeElement === this.input)
      return;
    event.preventDefault();
    this.input.focus();
    this.input.select();
  }
}

/** Marks the matches of a query in a page. */
function markAll(main: Element, pattern: RegExp): void {
  const texts: Text[] = [];
  const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) if (node instanceof Text) texts.push(node);
  for (const text of texts) {
    if (text.data.search(pattern) >= 0) text.replaceWith(...marked(text.data, pattern));
  }
}

/** Lets the keyboard scroll what is wider than its place. */
function reachWide(main: Element): void {
  for (const part of main.querySelectorAll<HTMLElement>("pre, table")) {
    if (part.scrollWidth > part.clientWidth) part.tabIndex = 0;
    else part.removeAttribute("tabindex");
  }
}

const header = document.getElementById("search");
const main = document.querySelector("main");
if (main) {
  reachWide(main);
  window.addEventListener("resize", () => reachWide(main));
}
if (header && main) {
  const field = new Search(header);
  const query = new URLSearchParams(location.search).get("find");
  const pattern = patternOf(wordsOf(query ?? ""));
  if (query && pattern) {
    field.hold(query);
    markAll(main, pattern);
  }
}
