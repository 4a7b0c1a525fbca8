// The bar at the top: the match, its state, and the buttons for the whole page.
import { byLetter, markOf } from "../model";
import { h, iconButton, setAttribute, setText } from "../ui/dom";
import { isolated, plural, when } from "../ui/format";
import type { Command } from "../page/keys";
import { Menu } from "./menu";
import { matchText } from "../panels/series";
import { playerName, type Scene } from "./scene";

export class TopBar {
  readonly element = h("header", { class: "top" });
  readonly menu = new Menu();
  private readonly title = h("h1");
  private readonly about = h("p", { class: "about" });
  private readonly state = h("span", { class: "state", role: "status" });
  private readonly turn = h("span", { class: "turn-of" });
  private readonly match = h("span", { class: "match-of" });
  private readonly matches: HTMLButtonElement;
  private readonly actions = h("div", { class: "actions" });
  private readonly me = h("select", {
    class: "me",
    "aria-label": "Me: the player that stands out",
    title: "the player that stands out (m)",
  });
  private readonly players: HTMLElement[] = [];

  constructor(run: (command: Command) => void, setMe: (player: number) => void) {
    this.matches = iconButton("list", "Matches (o)", () => run({ name: "matches" }));
    this.me.addEventListener("change", () => setMe(Number(this.me.value)));
    const button = (
      icon: Parameters<typeof iconButton>[0],
      label: string,
      name: "theme" | "projector" | "fullscreen" | "help",
    ): HTMLButtonElement => iconButton(icon, label, () => run({ name }));
    const theme = button("theme", "Theme (t)", "theme");
    theme.classList.add("theme");
    this.element.append(
      h("div", { class: "names" }, this.title, this.about),
      this.match,
      this.state,
      this.turn,
      this.actions,
      this.menu.popover,
    );
    this.actions.append(
      h("label", { class: "me-label" }, h("span", {}, "Me"), this.me),
      this.matches,
      theme,
      button("projector", "Projector mode (Shift P)", "projector"),
      button("full", "Full screen (f)", "fullscreen"),
      button("help", "Keys (?)", "help"),
      this.menu.element,
    );
  }

  /** Takes the tools of the board into the bar. */
  hold(tools: HTMLElement): void {
    this.actions.before(tools);
  }

  /** Sets how many matches there are to choose from. */
  listed(matches: number): void {
    this.matches.hidden = matches < 2;
  }

  render(scene: Scene, connected: boolean): void {
    const { header, me, turn, event } = scene;
    setText(this.turn, `Turn ${turn}${header.turns > 0 ? ` of ${header.turns}` : ""}`);
    setText(this.title, header.title || header.game);
    const place = matchText(scene.number, scene.series);
    setText(this.match, place && place[0]?.toUpperCase() + place.slice(1));
    document.title = `${place && `${place} – `}${header.title || header.game} – ${event || "blastyard"}`;
    const title = header.title.toLowerCase();
    const facts = [
      event !== header.title && event,
      !title.includes(header.game) && header.game,
      header.turns > 0 && plural(header.turns, "turn"),
      header.seed && !scene.projector && `seed ${header.seed}`,
      when(header.started),
    ];
    setText(this.about, facts.filter((fact) => typeof fact === "string" && fact !== "").join(" · "));
    const [kind, text] = stateOf(scene, connected);
    setText(this.state, text);
    setAttribute(this.state, "data-kind", kind);
    if (this.players.length === 0) {
      this.players.push(
        h("option", { value: -1 }, "nobody"),
        ...byLetter(header).map((player) =>
          h("option", { value: player }, `${markOf(header, player)} ${playerName(header, player)}`),
        ),
      );
      this.me.append(...this.players);
    }
    this.me.value = String(me);
  }
}

/** The state of a match: its kind, for the colour, and its text. */
export function stateOf(
  { live, end, header, turn, newest }: Scene,
  connected: boolean,
): [kind: "lost" | "live" | "end" | "over", text: string] {
  if (!connected) return ["lost", "Connection lost – trying again"];
  if (live) return ["live", "Live"];
  if (end && turn >= newest) {
    if (end.winner < 0) return ["end", end.why ? `Stopped: ${end.why}` : "No winner"];
    const why = end.why ? ` (${end.why})` : "";
    return ["end", `${markOf(header, end.winner)} ${isolated(playerName(header, end.winner))} wins${why}`];
  }
  return ["over", end ? "Replay" : "Replay, cut short"];
}
