// The lobby before a match: who has connected, who is missing, and where to connect.
import type { Lobby } from "../list/lobby";
import { h } from "../ui/dom";
import { nameText, plural } from "../ui/format";
import { mark } from "../model";

const quiet = 4; // width of the light margin around a QR code in modules, as required by its standard

export class LobbyView {
  readonly element = h("section", { class: "lobby", "aria-label": "Before the match", hidden: true });
  private readonly said = h("p", { class: "aside", role: "status" });
  private drawn = "";

  render(lobby: Lobby | undefined, title: string): void {
    const shown = lobby?.waiting === true;
    this.element.hidden = !shown;
    const state = shown ? JSON.stringify([lobby, title]) : "";
    if (!shown || state === this.drawn) return;
    this.drawn = state;
    const seats = h("ol", { class: "lobby-seats" });
    for (const [i, { name, joined }] of lobby.seats.entries()) {
      seats.append(
        h(
          "li",
          { class: joined ? "here" : "missing" },
          h("i", { "aria-hidden": "true" }, joined ? "✓" : "…"),
          h("span", { class: "name", dir: "auto" }, nameText(name, mark(i))),
          h("span", { class: "what" }, joined ? "is there" : "is missing"),
        ),
      );
    }
    const headline = headlineOf(lobby);
    this.said.textContent = lobby.line ?? headline;
    this.element.replaceChildren(
      h("div", { class: "lobby-who" }, h("p", {}, title), h("h2", {}, headline), this.said, seats),
      this.where(lobby),
    );
  }

  private where({ addresses = [], page = [], qr = [] }: Lobby): HTMLElement {
    const part = h("div", { class: "lobby-where" });
    const list = (title: string, texts: readonly string[]): void => {
      if (texts.length === 0) return;
      const entries = h("ul", {}, ...texts.map((text) => h("li", {}, h("code", {}, text))));
      part.append(h("h3", {}, title), entries);
    };
    if (qr.length > 0)
      part.append(h("figure", {}, qrCode(qr, page[0] ?? ""), h("figcaption", {}, "Watch on your phone")));
    list("Bots connect to", addresses);
    list("This page", page);
    return part;
  }
}

/** The heading of a lobby: who the match waits for, or what it waits for if the players are not known. */
export function headlineOf({ seats, line }: Pick<Lobby, "seats" | "line">): string {
  const missing = seats.filter(({ joined }) => !joined).length;
  if (line) return "Waiting for the game to start";
  if (missing === 0) return "All are there: the match begins";
  return `Waiting for ${missing} of ${plural(seats.length, "player")}`;
}

/** Converts rows of 0 and 1 to one SVG path: each run of dark modules is a rectangle. */
export function qrPath(rows: readonly string[]): string {
  let path = "";
  for (const [y, row] of rows.entries()) {
    for (const run of row.matchAll(/1+/g))
      path += `M${run.index + quiet} ${y + quiet}h${run[0].length}v1h-${run[0].length}z`;
  }
  return path;
}

function qrCode(rows: readonly string[], text: string): SVGSVGElement {
  const space = "http://www.w3.org/2000/svg";
  const size = rows.length + 2 * quiet;
  const svg = document.createElementNS(space, "svg");
  const attributes = {
    viewBox: `0 0 ${size} ${size}`,
    role: "img",
    "aria-label": `QR code of ${text}`,
    class: "qr",
    "shape-rendering": "crispEdges",
  };
  for (const [name, value] of Object.entries(attributes)) svg.setAttribute(name, value);
  const ground = document.createElementNS(space, "rect");
  for (const [name, value] of Object.entries({ width: size, height: size, class: "qr-light" }))
    ground.setAttribute(name, String(value));
  const dark = document.createElementNS(space, "path");
  dark.setAttribute("class", "qr-dark");
  dark.setAttribute("d", qrPath(rows));
  svg.append(ground, dark);
  return svg;
}
