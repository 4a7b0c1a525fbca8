// The output of bots in the turn, and the actions that were refused.
import type { Frame } from "../model";
import { h, setText } from "../ui/dom";
import { badge, playerName, type Panel, type Scene } from "../match/scene";

abstract class TurnLog implements Panel {
  readonly element: HTMLElement;
  private readonly list = h("ol", { class: "lines" });
  private readonly empty = h("p", { class: "empty" });
  private drawn: unknown[] = [];

  constructor(
    kind: string,
    label: string,
    private readonly nothing: string,
  ) {
    this.element = h("section", { class: `panel ${kind}`, "aria-label": label }, this.empty, this.list);
  }

  /** The lines of a frame: the player and the content of each. */
  protected abstract lines(frame: Frame): { player: number; parts: Node[] }[];

  render({ frame, me, dark, header }: Scene): void {
    if (!this.element.checkVisibility()) return;
    const state = [frame, me, dark];
    if (state.every((value, i) => value === this.drawn[i])) return;
    this.drawn = state;
    const lines = frame ? this.lines(frame) : [];
    setText(this.empty, lines.length > 0 ? "" : this.nothing);
    let before = -1;
    this.list.replaceChildren(
      ...lines.map(({ player, parts }) => {
        const line = h("li", {}, ...parts);
        if (player !== before)
          line.prepend(
            h("span", { class: "speaker" }, badge(header, player, dark), h("bdi", {}, playerName(header, player))),
          );
        line.classList.toggle("me", player === me);
        before = player;
        return line;
      }),
    );
  }
}

/** The bots' output in the turn, by player. */
export class OutputLog extends TurnLog {
  constructor() {
    super("output", "Output of the bots in this turn", "The bots printed nothing in this turn.");
  }

  protected override lines(frame: Frame): { player: number; parts: Node[] }[] {
    return (frame.output ?? [])
      .toSorted((a, b) => a.player - b.player)
      .map((line) => ({
        player: line.player,
        parts: [h("code", { class: line.err ? "err" : "out", dir: "auto" }, line.text)],
      }));
  }
}

/** The refused actions of the turn, with the reasons. */
export class RefusedLog extends TurnLog {
  constructor() {
    super("refused", "Refused actions of this turn", "No action was refused in this turn.");
  }

  protected override lines(frame: Frame): { player: number; parts: Node[] }[] {
    return (frame.refused ?? [])
      .toSorted((a, b) => a.player - b.player)
      .map((refusal) => ({
        player: refusal.player,
        parts: [h("code", {}, refusal.action), h("span", { class: "reason" }, refusal.reason)],
      }));
  }
}
