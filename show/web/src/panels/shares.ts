// A bar that shows each player's share of the board.
import { byLetter, markOf } from "../model";
import { inkOn, neutral, neutralLight } from "../palette";
import { h, setAttribute, setText } from "../ui/dom";
import { percent } from "../ui/format";
import { playerColour, playerName, type Panel, type Scene } from "../match/scene";

export class Shares implements Panel {
  readonly element = h("div", { class: "shares", role: "img" });
  private readonly parts: HTMLElement[] = [];
  private readonly rest = h("span");

  render({ frame, header, dark }: Scene): void {
    const players = frame?.players ?? [];
    this.element.hidden = players.length === 0 || header.shape === "tree";
    while (this.parts.length < players.length) this.parts.push(h("span"));
    if (this.element.childElementCount <= players.length)
      this.element.replaceChildren(...byLetter(header).flatMap((player) => this.parts[player] ?? []), this.rest);
    let owned = 0;
    const said: string[] = [];
    for (const player of byLetter(header)) {
      const part = this.parts[player];
      const row = players[player];
      if (!part || !row) continue;
      owned += row.share;
      const colour = playerColour(header, player, dark);
      part.style.flexGrow = String(row.share);
      part.style.background = colour;
      part.style.color = inkOn(colour);
      setText(
        part,
        row.share >= 0.16
          ? `${markOf(header, player)} ${percent(row.share)}`
          : row.share >= 0.05
            ? markOf(header, player)
            : "",
      );
      setAttribute(part, "title", `${playerName(header, player)}: ${percent(row.share)}`);
      if (row.share > 0) said.push(`${playerName(header, player)} ${percent(row.share)}`);
    }
    this.rest.style.flexGrow = String(Math.max(0, 1 - owned));
    this.rest.style.background = dark ? neutral : neutralLight;
    setAttribute(this.element, "aria-label", `Share of all cells: ${said.join(", ") || "none"}`);
  }
}
