// The players that have left, each with the turn and the last output of its program.
import { h, setText } from "../ui/dom";
import { isolated } from "../ui/format";
import { badge, playerName, type Panel, type Scene } from "../match/scene";

const most = 3; // lines; if more have left, the tooltip of the last line lists them

export class Losses implements Panel {
  readonly element = h("ol", { class: "losses", "aria-label": "Players that have left" });
  private drawn = "";

  render({ frame, history, header, end, dark, turn }: Scene): void {
    const fates = turn === end?.turns ? end.players : [];
    const gone = (frame?.players ?? []).flatMap((row, player) =>
      row.connected && (fates[player]?.reason ?? "finished") === "finished" ? [] : [player],
    );
    const lines = gone.map((player) => {
      const fate = fates[player];
      const failed = fate && fate.reason !== "finished" ? fate.reason : "gone";
      const told = fate?.note || history.lastWords(player); // the note of the end includes the last output
      return { player, text: `${frame?.players?.[player]?.note ?? failed}${told === "" ? "" : `: ${told}`}` };
    });
    const state = JSON.stringify([lines, dark]);
    if (state === this.drawn) return;
    this.drawn = state;
    this.element.hidden = lines.length === 0;
    this.element.replaceChildren(
      ...lines.slice(0, most).map(({ player, text }) => {
        const told = h("span", { class: "told", title: `${isolated(playerName(header, player))} ${text}` });
        setText(told, `${isolated(playerName(header, player))} ${text}`);
        return h("li", {}, badge(header, player, dark), told);
      }),
      ...(lines.length > most
        ? [
            h(
              "li",
              {
                title: lines
                  .slice(most)
                  .map(({ player, text }) => `${isolated(playerName(header, player))} ${text}`)
                  .join("\n"),
              },
              `and ${lines.length - most} more`,
            ),
          ]
        : []),
    );
  }
}
