// Playing a match on from a turn of it: who plays, and the server's word on it.
import { byLetter, markOf, type Header } from "../model";
import { fetchJSON } from "../source/server";
import { isEmbedded } from "../source/embedded";
import { h, iconButton } from "../ui/dom";
import { isSpecial, playerName } from "../match/scene";

/** How the server can play a match on. */
interface Offer {
  can: boolean;
  why?: string;
  /** The first and the last turn after which it can go on. */
  turns: [number, number];
  bots: string[];
  specials: string[];
  /** By player. */
  seats: OfferedSeat[];
}

interface OfferedSeat {
  bot: string;
  standIn: string;
  left?: number;
}

/** A match that is played on: its id, and the secret of the seat that is played here. */
export interface Branched {
  match: string;
  seat?: string;
}

/** What the dialog needs of the page. */
export interface BranchHost {
  readonly id: string | undefined;
  readonly header: Header;
  readonly turn: number;
  readonly me: number;
  /** Goes to the match that is played on, which goes its own way after a turn. */
  branched(made: Branched, turn: number): void;
}

const standIn = "stand-in", byHand = "human";
const noServer = "This page is a file, and a file plays no match: open the replay (.blast) with 'blastyard watch'.";

export class BranchDialog {
  readonly element = h("dialog", { class: "branch", "aria-labelledby": "branch-title" });
  private readonly title = h("h2", { id: "branch-title" });
  private readonly rows = h("div", { class: "seats" });
  private readonly problem = h("p", { class: "problem", role: "alert" });
  private readonly go = h("button", { type: "submit", class: "primary" }, "Play on");
  private readonly choices: HTMLSelectElement[] = [];
  private offer: Offer | undefined;
  private turn = 0;

  constructor(private readonly host: BranchHost) {
    const form = h("form", {},
      h("p", {}, "The turns until then go as they went. After that these play, and the chart shows both courses."),
      this.rows, this.problem, h("div", { class: "actions" }, this.go));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.begin();
    });
    this.element.append(h("header", {}, this.title, iconButton("close", "Close (Esc)", () => this.element.close())), form);
    this.element.addEventListener("click", (event) => {
      if (event.target === this.element) this.element.close();
    });
  }

  /** Why the match cannot be played on, as far as it is known; else "". */
  get reason(): string {
    if (isEmbedded() || this.host.id === undefined) return noServer;
    return this.offer && !this.offer.can ? (this.offer.why ?? "") : "";
  }

  /** Asks the server whether the match can be played on. */
  async ask(): Promise<void> {
    if (this.host.id === undefined) return;
    try {
      this.offer = await fetchJSON<Offer>(`${path(this.host.id)}`);
    } catch {
      this.offer = undefined; // it may answer later
    }
  }

  async open(): Promise<void> {
    await this.ask();
    const { offer, host } = this;
    if (!offer) return this.fail("The server does not answer.");
    const [first, last] = offer.turns;
    this.turn = Math.max(first, Math.min(last, host.turn));
    this.title.textContent = `Play on from turn ${this.turn}`;
    this.problem.textContent = offer.can ? "" : (offer.why ?? "");
    this.go.disabled = !offer.can;
    this.fill(offer);
    this.element.showModal();
    this.rows.querySelector("select")?.focus();
  }

  private fill(offer: Offer): void {
    const { header, me } = this.host;
    const order = byLetter(header);
    const hand = header.players[me] ? me : order.find((player) => !isSpecial(header, player));
    this.choices.splice(0);
    this.rows.replaceChildren(...order.map((player) => {
      const seat = offer.seats[player] ?? { bot: "", standIn: "" };
      const bots = isSpecial(header, player) ? offer.specials : offer.bots;
      const select = h("select", {},
        h("option", { value: standIn }, this.standInText(seat)), h("option", { value: byHand }, "you, by hand"),
        ...bots.map((name) => h("option", { value: `builtin:${name}` }, `${name} (built-in)`)));
      select.value = player === hand ? byHand : standIn;
      this.choices[player] = select;
      return h("label", {}, h("span", {}, `${markOf(header, player)} ${playerName(header, player)}`), select);
    }));
  }

  /** Who plays on where nobody else is chosen. */
  private standInText({ bot, standIn: name, left }: OfferedSeat): string {
    if (left && left <= this.turn) return "nobody: it had left";
    const short = name.replace(/^builtin:/, "");
    return bot === name ? `${short}, as it was` : `${short} in its place`;
  }

  private async begin(): Promise<void> {
    const { id } = this.host;
    if (id === undefined) return;
    this.go.disabled = true;
    this.problem.textContent = "";
    try {
      const seats = this.choices.map((select) => select.value);
      const response = await fetch(path(id), {
        method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ turn: this.turn, seats }),
      });
      const made: Branched & { error?: string } = await response.json();
      if (!response.ok) return this.fail(made.error ?? response.statusText);
      this.element.close();
      this.host.branched(made, this.turn);
    } catch {
      this.fail("The server does not answer.");
    } finally {
      this.go.disabled = false;
    }
  }

  private fail(text: string): void {
    this.problem.textContent = text;
    if (!this.element.open) this.element.showModal();
  }
}

const path = (id: string): string => `api/matches/${encodeURIComponent(id)}/branch`;
