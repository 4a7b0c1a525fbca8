// The list of matches to choose from.
import { mark } from "../model";
import type { Listed } from "./listing";
import { h, iconButton } from "../ui/dom";
import { count, nameText, when } from "../ui/format";

/** The letters of a player of a match. */
function letters({ entrants }: Listed, player: number): string {
  return mark((entrants?.[player] || player + 1) - 1);
}

export class MatchList {
  readonly element = h("dialog", { class: "matches", "aria-labelledby": "matches-title" });
  private readonly list = h("ol");

  constructor(private readonly choose: (id: string) => void) {
    this.element.append(
      h("header", {}, h("h2", { id: "matches-title" }, "Matches"), iconButton("close", "Close (Esc)", () => this.element.close())),
      this.list,
    );
    this.element.addEventListener("click", (event) => {
      if (event.target === this.element) this.element.close();
    });
  }

  /** Draws the list anew, the newest first. */
  render(matches: readonly Listed[], current: string | undefined): void {
    const focused = document.activeElement instanceof HTMLElement && this.list.contains(document.activeElement) ? document.activeElement.dataset["match"] : undefined;
    this.list.replaceChildren(...matches.toReversed().map((match) => h("li", {}, this.entry(match, match.id === current))));
    for (const button of this.list.querySelectorAll("button")) if (button.dataset["match"] === focused) button.focus();
  }

  private entry(match: Listed, current: boolean): HTMLElement {
    const winner = match.players[match.winner];
    const state = match.live ? `turn ${count(match.turn)}` : winner === undefined ? "no winner" : `${letters(match, match.winner)} ${nameText(winner, letters(match, match.winner))} won`;
    const names = match.players.map((name, player) => nameText(name, letters(match, player))).join(" · ");
    const button = h("button", { type: "button", "data-match": match.id, "aria-current": current && "true", autofocus: current },
      h("strong", {}, match.title || match.id), h("span", { class: match.live ? "live" : "state" }, match.live ? "live · " : "", state),
      h("span", { class: "names" }, names), h("span", { class: "when" }, when(match.started)));
    button.addEventListener("click", () => {
      this.element.close();
      this.choose(match.id);
    });
    return button;
  }
}
