// Playing a match on with one's own bot, in the laboratory, which has the editor.
import { formatAddress } from "../page/address";
import { h } from "../ui/dom";

/** What this needs of the page. */
export interface OwnBotHost {
  /** The match's id at the server; undefined: the match is in the page itself. */
  readonly id: string | undefined;
  readonly turn: number;
  readonly me: number;
  /** Why there is no replay of the match; "" if there is one. */
  readonly missing: string;
  /** Asks the server again whether there is a replay. */
  ask(): Promise<void>;
}

const noEditor =
  "This page has no editor: download the replay (.blast), and open it in the laboratory (blastyard lab).";

export class OwnBot {
  constructor(private readonly host: OwnBotHost) {}

  /** Why the laboratory cannot open the match; "" if it can. */
  get reason(): string {
    return this.host.id === undefined ? noEditor : this.host.missing;
  }

  ask(): Promise<void> {
    return this.host.ask();
  }

  /**
   * A link to the laboratory with this match at this turn. In a frame of another page it opens a new tab, because there
   * is no room.
   */
  link(text = ""): HTMLAnchorElement {
    const { id, turn, me } = this.host;
    const framed = document.body.classList.contains("embed");
    const href = `lab.html${formatAddress({ match: id ?? "", turn, ...(me >= 0 && { me }) })}`;
    return h("a", { href, ...(framed && { target: "_blank", rel: "noopener" }) }, text);
  }
}
