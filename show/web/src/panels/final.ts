// The standings in large type, for the time between two matches on a projector.
import { h, iconButton } from "../ui/dom";
import { count, isolated } from "../ui/format";
import { ranking, ranks } from "../match/history";
import { badge, isSpecial, playerName, type Scene } from "../match/scene";

const columnRows = 12; // rows; more than that continue in a second column
const most = 2 * columnRows;

export class Final {
  readonly element = h("section", { class: "final", "aria-label": "Final standings", hidden: true });
  private drawn: unknown;
  private readonly close = iconButton("close", "Close (Esc)", () => this.closed());

  /** closed is called when the reader wants to see the board again. */
  constructor(private readonly closed: () => void) {}

  /** Shows the standings if they are wanted and the match is over. */
  render({ frame, header, end, turn, newest, dark }: Scene, wanted: boolean): void {
    const over = wanted && end !== undefined && turn >= newest && frame !== undefined;
    this.element.hidden = !over;
    if (!over || this.drawn === frame) return;
    this.drawn = frame;
    const rows = frame.players ?? [];
    const order = ranking(rows, (player) => isSpecial(header, player));
    const shown = ranks(rows, order);
    const list = h("ol");
    const told = order.slice(0, most);
    const half = told.length > columnRows ? Math.ceil(told.length / 2) : told.length;
    for (const [place, player] of told.entries()) {
      const line = h(
        "li",
        {},
        h("span", { class: "rank" }, isSpecial(header, player) ? "–" : String(shown[place])),
        badge(header, player, dark),
        h("span", { class: "name", dir: "auto" }, playerName(header, player)),
        h("span", { class: "score" }, count(rows[player]?.score ?? 0)),
      );
      line.classList.toggle("winner", player === end.winner);
      list.append(line);
    }
    this.element.style.setProperty("--rows", String(half));
    this.element.classList.toggle("two", told.length > half);
    const headline = end.winner >= 0 ? `${isolated(playerName(header, end.winner))} wins` : "No winner";
    const story = end.story ? h("p", { class: "story" }, end.story) : undefined;
    this.element.replaceChildren(
      this.close,
      h("p", {}, header.title || header.game),
      h("h2", {}, headline),
      ...(story ? [story] : []),
      list,
    );
  }
}
