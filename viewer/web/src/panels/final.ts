// The standings in large, for the time between two matches on a projector.
import { h } from "../ui/dom";
import { count } from "../ui/format";
import { ranking, ranks } from "../match/history";
import { badge, isSpecial, playerName, type Scene } from "../match/scene";

export class Final {
  readonly element = h("section", { class: "final", "aria-label": "Final standings", hidden: true });
  private drawn: unknown;

  render({ frame, header, end, turn, newest, dark, projector }: Scene): void {
    const over = projector && end !== undefined && turn >= newest && frame !== undefined;
    this.element.hidden = !over;
    if (!over || this.drawn === frame) return;
    this.drawn = frame;
    const rows = frame.players ?? [];
    const order = ranking(rows, (player) => isSpecial(header, player));
    const shown = ranks(rows, order);
    const list = h("ol");
    for (const [place, player] of order.entries()) {
      const line = h("li", {}, h("span", { class: "rank" }, isSpecial(header, player) ? "–" : String(shown[place])), badge(header, player, dark),
        h("span", { class: "name" }, playerName(header, player)), h("span", { class: "score" }, count(rows[player]?.score ?? 0)));
      line.classList.toggle("winner", player === end.winner);
      list.append(line);
    }
    const headline = end.winner >= 0 ? `${playerName(header, end.winner)} wins` : "No winner";
    this.element.replaceChildren(h("p", {}, header.title || header.game), h("h2", {}, headline), list, h("p", {}, "Waiting for the next match"));
  }
}
