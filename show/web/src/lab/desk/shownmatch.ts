// The match or replay that is shown, and what can be done with it: run it again, play it on, check it, save it.
import { CheckDialog } from "../check";
import type { Files } from "../files";
import type { Bytes } from "../messages";
import type { Offer } from "../order";
import type { Address } from "../../page/address";
import { BranchDialog } from "../../play/branch";
import { saveFile } from "../../share/copy";
import { parseMatch } from "../../source/embedded";
import { h, setAttribute, setText } from "../../ui/dom";
import { againSeats, branchOf, isOfReader } from "./branching";
import type { Parts } from "./parts";
import { folder, own, type Plan, type Shown } from "./plan";
import { ofPage, type Setup } from "./setup";

/** What this needs of the laboratory. */
export interface ShownHost {
  play(plan: Plan): Promise<void>;
  /** Changes to a game, with the last draft for it or its starter, if the rules know it. */
  choose(game: string): Promise<void>;
}

export class ShownMatch {
  /** The buttons for what can be done with the match. */
  readonly buttons: readonly HTMLElement[];
  private readonly again = h("button", { type: "button", class: "act again", hidden: true });
  private readonly on = h(
    "button",
    {
      type: "button",
      class: "act on",
      hidden: true,
      title: "From the turn that is shown: with your bot, by hand, or with other bots",
    },
    "Play on…",
  );
  private readonly check = h(
    "button",
    {
      type: "button",
      class: "act check",
      hidden: true,
      title: "Plays the match again by the rules and compares every turn",
    },
    "Check",
  );
  private readonly save = h(
    "button",
    {
      type: "button",
      class: "act save",
      hidden: true,
      title: "The match as a file: blastyard replay and watch read it",
    },
    "Save replay",
  );
  private readonly dialog = new CheckDialog({
    replay: () => Promise.resolve(this.current?.replay ?? new Uint8Array()),
    jump: (turn) => this.parts.pane.jump(turn),
  });
  private current: Shown | undefined;

  constructor(
    private readonly parts: Parts,
    private readonly host: ShownHost,
  ) {
    this.buttons = [this.again, this.on, this.check, this.save];
    this.again.addEventListener("click", () => void this.runAgain());
    this.on.addEventListener("click", () => this.branch());
    this.check.addEventListener("click", () => {
      if (this.current) void this.dialog.open();
    });
    this.save.addEventListener("click", () => this.saveReplay());
    parts.element.append(this.dialog.element);
  }

  /** Takes another match that is shown. */
  show(shown: Shown): void {
    this.current = shown;
    this.turned();
  }

  /** Disables the buttons until the next match is shown. They stay on the page, because one may have the focus. */
  clear(): void {
    this.current = undefined;
    for (const button of this.buttons) setAttribute(button, "aria-disabled", "true");
  }

  /** Removes the match from the board. Returns a function that restores it. */
  put(): () => void {
    const { current } = this;
    const back = this.parts.pane.put();
    this.hide();
    return () => {
      this.hide();
      back();
      if (current) this.show(current);
    };
  }

  private hide(): void {
    this.clear();
    for (const button of this.buttons) button.hidden = true;
  }

  /** Runs the match again from the turn that is shown, with the present bot. */
  private async runAgain(): Promise<void> {
    const { current: shown, againFrom } = this;
    const { bot } = this.parts;
    if (!shown) return;
    const { setup, seats, who, config, players } = shown;
    const programs = new Map(shown.programs);
    if (who === "bot") programs.set(own, bot.files);
    const plan = { setup, seats, who, programs, version: await bot.keep() };
    if (againFrom === 0 && config) return this.host.play({ ...plan, config });
    await this.host.play({
      ...plan,
      config: { seats: againSeats(seats, players) },
      from: { turn: Math.max(1, againFrom), shown },
    });
  }

  /** Shows a replay. */
  async openReplay(name: string, replay: Bytes, { turn, me = -1 }: Address): Promise<void> {
    const { rules, runs, status, views, pane, bot, seriesPane } = this.parts;
    const source = parseMatch(await rules.film(replay));
    const { header } = source;
    await this.host.choose(header.game);
    runs.begin("match");
    runs.over();
    const setup: Setup = { map: "", opponents: [], seed: 0n, turns: 0 };
    this.current = {
      name,
      setup,
      config: undefined,
      seats: [],
      who: "",
      programs: new Map(),
      players: header.players.map((_, player) => player),
      replay,
    };
    bot.problems([]);
    seriesPane.mark(undefined);
    views.showResults("match");
    views.show("board");
    pane.show(source, -1, turn, turn === undefined);
    pane.state.me = header.players[me] ? me : -1;
    const title = `${name}: ${header.title || header.game}${source.end ? "" : ", as far as it is recorded"}`;
    status.tell(
      "",
      `${title}. ${turn === undefined ? "Check it, or play it on from a turn." : "Change your bot, then Play on…"}`,
    );
    this.turned();
  }

  /** Asks who plays on from the turn that is shown. */
  private branch(): void {
    const { current: shown } = this;
    const { element, rules, pane } = this.parts;
    const source = pane.view?.source;
    if (!shown || !source) return;
    const dialog = new BranchDialog({
      header: source.header,
      turn: pane.turn,
      me: pane.state.me,
      programs: this.fits ? [{ value: ofPage, title: `${folder}, as in the editor` }] : [],
      brancher: {
        reason: "",
        offer: () => rules.offer(shown.replay),
        begin: (offer, turn, chosen) => this.playOn(shown, offer, turn, chosen),
      },
    });
    element.append(dialog.element);
    dialog.element.addEventListener("close", () => dialog.element.remove());
    void dialog.open();
  }

  /** Plays a match on; chosen is by player. */
  private async playOn(shown: Shown, offer: Offer, turn: number, chosen: readonly string[]): Promise<void> {
    const { bot } = this.parts;
    const { seats, players, who } = branchOf(offer, turn, chosen, folder);
    const seated = players.map((player) => seats[player] ?? { bot: "" });
    const programs = new Map(
      seated.flatMap((seat, i): [number, Files][] => (seat.bot === ofPage ? [[i, bot.files]] : [])),
    );
    const version = who === "bot" ? await bot.keep() : undefined;
    const name = shown.name.replace(/(-on)?\.blast$/, "-on.blast");
    const from = { turn, shown: { ...shown, name, players, config: undefined } };
    void this.host.play({ setup: shown.setup, config: { seats }, seats: seated, who, programs, from, version });
  }

  /** Whether the bot in the editor plays the game that is shown. */
  private get fits(): boolean {
    const { pane, bot } = this.parts;
    return pane.view?.source.header.game === bot.game;
  }

  /** The turn from which the match that is shown can run again. */
  private get againFrom(): number {
    const { pane } = this.parts;
    return Math.max(0, Math.min(pane.turn, (pane.view?.source.newest ?? 1) - 1));
  }

  private saveReplay(): void {
    const { current: shown } = this;
    if (shown) saveFile(shown.name, new Blob([shown.replay]));
  }

  /** Another turn is shown, or another bot is in the editor. */
  turned(): void {
    const { current: shown } = this;
    const { pane, bot } = this.parts;
    const turn = pane.turn;
    const newest = pane.view?.source.newest ?? 0;
    bot.prints(pane.prints, turn);
    if (!shown) return;
    for (const button of this.buttons) setAttribute(button, "aria-disabled", "false");
    const nothing = newest < 1;
    const lesson = shown.lesson !== undefined; // a lesson always begins at its start
    this.save.hidden = this.check.hidden = nothing;
    this.on.hidden = nothing || lesson;
    this.again.hidden = nothing || lesson || !shown.seats.some(isOfReader) || (shown.who === "bot" && !this.fits);
    setText(this.again, `Run again from turn ${this.againFrom}`);
  }
}
