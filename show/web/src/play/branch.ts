// The dialog for playing a match on from a turn: it asks who plays, and says if this is not possible.
import { byHand, hasLeft, standIn, type Offer, type OfferedSeat } from "../lab/order";
import { byLetter, markOf, type Header } from "../model";
import { h, iconButton } from "../ui/dom";
import { errorText } from "../ui/format";
import { isSpecial, playerName } from "../match/scene";
import type { Brancher } from "./brancher";
import type { OwnBot } from "./ownbot";

/** What the dialog needs of the page. */
export interface BranchHost {
  readonly header: Header;
  readonly turn: number;
  readonly me: number;
  readonly brancher: Brancher;
  /** Programs of the page that can take a seat; the first one is preselected for the reader's seat. */
  readonly programs?: readonly { value: string; title: string }[];
  /** Leads to a page with such programs. */
  readonly ownBot?: OwnBot;
}

export class BranchDialog {
  readonly element = h("dialog", { class: "branch", "aria-labelledby": "branch-title" });
  private readonly title = h("h2", { id: "branch-title" });
  private readonly rows = h("div", { class: "seats" });
  private readonly own = h("p", { class: "own", hidden: true });
  private readonly problem = h("p", { class: "problem", role: "alert" });
  private readonly go = h("button", { type: "submit", class: "primary" }, "Play on");
  private readonly choices: HTMLSelectElement[] = [];
  private offer: Offer | undefined;
  private turn = 0;

  constructor(private readonly host: BranchHost) {
    const form = h(
      "form",
      {},
      h("p", {}, "The turns until then go as they went. After that these play, and the chart shows both courses."),
      this.rows,
      this.own,
      this.problem,
      h("div", { class: "actions" }, this.go),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.begin();
    });
    this.element.append(
      h(
        "header",
        {},
        this.title,
        iconButton("close", "Close (Esc)", () => this.element.close()),
      ),
      form,
    );
    this.element.addEventListener("click", (event) => {
      if (event.target === this.element) this.element.close();
    });
  }

  /** Why the match cannot be played on, as far as it is known; else "". */
  get reason(): string {
    return this.host.brancher.reason || (this.offer && !this.offer.can ? (this.offer.why ?? "") : "");
  }

  /** Asks whether the match can be played on. Returns the message that came instead of an offer, or "". */
  async ask(): Promise<string> {
    try {
      this.offer = await this.host.brancher.offer();
      return "";
    } catch (problem) {
      this.offer = undefined; // there may be an offer later
      return errorText(problem);
    }
  }

  async open(): Promise<void> {
    const [problem] = await Promise.all([this.ask(), this.host.ownBot?.ask()]);
    const { offer, host } = this;
    if (!offer) return this.fail(problem);
    const [first, last] = offer.turns;
    this.turn = Math.max(first, Math.min(last, host.turn));
    this.title.textContent = `Play on from turn ${this.turn}`;
    this.problem.textContent = offer.can ? "" : (offer.why ?? "");
    this.go.disabled = !offer.can;
    this.fill(offer);
    this.showOwn();
    this.element.showModal();
    this.rows.querySelector("select")?.focus();
  }

  private fill(offer: Offer): void {
    const { header, me, programs = [] } = this.host;
    const order = byLetter(header);
    const hand = header.players[me] ? me : order.find((player) => !isSpecial(header, player));
    this.choices.splice(0);
    this.rows.replaceChildren(
      ...order.map((player) => {
        const seat = offer.seats[player] ?? { bot: "", standIn: "" };
        const bots = isSpecial(header, player) ? offer.specials : offer.bots;
        const own = isSpecial(header, player) ? [] : programs;
        const select = h(
          "select",
          {},
          h("option", { value: standIn }, this.standInText(seat)),
          ...own.map(({ value, title }) => h("option", { value }, title)),
          h("option", { value: byHand }, "you, by hand"),
          ...bots.map((name) => h("option", { value: `builtin:${name}` }, `${name} (built-in)`)),
        );
        select.value = player === hand ? (own[0]?.value ?? byHand) : standIn;
        this.choices[player] = select;
        return h("label", {}, h("span", {}, `${markOf(header, player)} ${playerName(header, player)}`), select);
      }),
    );
  }

  /** Shows the link to the laboratory, or why there is none. */
  private showOwn(): void {
    const { ownBot } = this.host;
    this.own.hidden = !ownBot;
    if (ownBot)
      this.own.replaceChildren(
        ownBot.reason ? `With your own bot: ${ownBot.reason}` : ownBot.link("With your own bot…"),
      );
  }

  /** The text for the bot that plays on by default. */
  private standInText(seat: OfferedSeat): string {
    const { bot, standIn: name } = seat;
    if (hasLeft(seat, this.turn)) return "nobody: it had left";
    const short = name.replace(/^builtin:/, "");
    return bot === name ? `${short}, as it was` : `${short} in its place`;
  }

  private async begin(): Promise<void> {
    const { offer } = this;
    if (!offer) return;
    this.go.disabled = true;
    this.problem.textContent = "";
    try {
      await this.host.brancher.begin(
        offer,
        this.turn,
        this.choices.map((select) => select.value),
      );
      this.element.close();
    } catch (problem) {
      this.fail(errorText(problem));
    } finally {
      this.go.disabled = false;
    }
  }

  private fail(text: string): void {
    this.problem.textContent = text;
    if (!this.element.open) this.element.showModal();
  }
}
