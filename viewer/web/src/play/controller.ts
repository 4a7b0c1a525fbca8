// Where a person plays a match by hand: asks the server what may be done, and gives it the answer. For watchers it only says
// for whom the match waits.
import { markOf, type Shape } from "../model";
import type { BoardMark } from "../board/marks";
import { h, setAttribute, setText } from "../ui/dom";
import { ChoiceForm } from "./choices";
import { choiceOfKey, keyOf, wishText } from "./keys";
import { SeatPanel } from "./panel";
import { Refusal, SeatClient, type Seat } from "./client";
import { needsKey } from "../page/keys";
import { playerName, type Scene } from "../match/scene";
import type { Waiting } from "../source/source";

/** What the controller needs of the match on the page. */
export interface SeatHost {
  readonly shape: Shape;
  /** Shows the newest turn. */
  live(): void;
  /** Who plays here. */
  sit(player: number): void;
  mark(marks: readonly BoardMark[]): void;
}

const retryAfter = 2000; // milliseconds

export class SeatController {
  readonly element = h("section", { class: "seat", "aria-label": "Playing by hand" });
  private readonly waits = h("p", { class: "seat-waits", role: "status" });
  private readonly client: SeatClient | undefined;
  private readonly panel: SeatPanel;
  private readonly square: boolean;
  private readonly ends = new AbortController();
  private seat: Seat | undefined;
  private form: ChoiceForm | undefined;
  private notice = "";
  private told = ""; // for whom the match waited when the server was asked
  private asked = 0; // requests so far: the answer to an older one does not count
  private turn = -1; // that is shown
  private live = false;

  constructor(token: string | undefined, private readonly host: SeatHost) {
    this.square = host.shape === "square";
    this.panel = new SeatPanel({
      select: (piece) => this.select(piece),
      choose: (name) => this.choose(name),
      bomb: (range, delay) => this.settle("bomb", range, delay),
      nothing: () => this.settle(),
      undo: () => this.undo(),
      send: () => void this.send(),
      giveUp: () => void this.tell((client) => client.giveUp()),
    }, this.square);
    this.element.append(this.waits, this.panel.element);
    this.element.hidden = true;
    if (token === undefined) {
      this.panel.element.hidden = true;
      return;
    }
    this.client = new SeatClient(token);
    window.addEventListener("keydown", (event) => this.key(event), { capture: true, signal: this.ends.signal });
    void this.look();
  }

  destroy(): void {
    this.ends.abort();
  }

  render(scene: Scene, waiting: Waiting | undefined): void {
    this.turn = scene.turn;
    this.live = scene.live;
    const players = scene.live ? waiting?.players ?? [] : [];
    const own = this.seat?.player ?? -1;
    const told = waiting ? `${waiting.turn}: ${players.join()}` : "";
    if (told !== this.told) {
      this.told = told;
      if (own < 0 || players.includes(own)) void this.look();
      else this.close("");
    }
    const others = players.filter((player) => player !== own).map((player) => `${markOf(scene.header, player)} ${playerName(scene.header, player)}`);
    const you = this.seat && own >= 0 ? `You play ${markOf(scene.header, own)} ${playerName(scene.header, own)}` : "";
    const waits = others.length ? `waiting for ${others.join(", ")}` : "";
    setText(this.waits, [you, this.seat?.gaveUp ? "given up" : waits].filter((text) => text).join(" – "));
    setAttribute(this.element, "data-seat", String(own >= 0 && scene.live && !this.seat?.gaveUp));
    this.element.hidden = !scene.live || (!this.client && waits === "");
    this.draw();
  }

  /** A cell of the board was picked: a character of one's own, or where the current one is to go. */
  pick(cell: number): void {
    const { form } = this;
    if (!form || this.turn !== form.choices.turn) return;
    const move = form.moveTo(cell), piece = form.pieceOn(cell);
    if (piece >= 0) this.select(piece);
    else if (move) this.choose(move.do);
  }

  private async look(): Promise<void> {
    await this.tell((client) => client.look());
  }

  /** Asks or tells the server something, and takes over how the seat stands then. */
  private async tell(what: (client: SeatClient) => Promise<Seat>): Promise<void> {
    if (!this.client) return;
    const number = ++this.asked;
    try {
      const seat = await what(this.client);
      if (number === this.asked) this.take(seat);
    } catch (error) {
      if (this.ends.signal.aborted) return;
      this.notice = error instanceof Refusal ? error.message : "the server does not answer";
      if (!(error instanceof Refusal) && number === this.asked) setTimeout(() => void this.look(), retryAfter);
      if (error instanceof Refusal && error.status === 409) void this.look();
    }
    this.draw();
  }

  private take(seat: Seat): void {
    if (seat.player >= 0 && this.seat?.player !== seat.player) this.host.sit(seat.player);
    this.seat = seat;
    if (!seat.choices) return this.close("");
    if (this.form?.choices.turn === seat.choices.turn) return;
    this.close(seat.limit > 0 ? `${seat.limit / 1000} s a turn` : "");
    this.form = new ChoiceForm(seat.choices);
    this.host.live();
  }

  private close(notice: string): void {
    this.form = undefined;
    this.notice = notice;
    this.panel.bomb.close();
  }

  private select(piece: number): void {
    if (!this.form) return;
    this.form.at = piece;
    this.panel.bomb.close();
    this.notice = "";
    this.draw();
  }

  private choose(name: string): void {
    const { form } = this;
    if (!form) return;
    this.notice = form.refusal(name);
    const choice = form.choice(name);
    if (this.notice || !choice) return this.draw();
    if (choice.max > 0) {
      this.panel.bomb.open(choice);
      return this.draw();
    }
    this.settle(name);
    this.notice ||= choice.note;
    this.draw();
  }

  private settle(name?: string, range?: number, delay?: number): void {
    this.notice = "";
    this.panel.bomb.close();
    this.form?.settle(name, range, delay);
    if (this.square) void this.send();
    this.draw();
  }

  private undo(): void {
    this.notice = this.form?.undo() ? "" : "nothing is set yet";
    this.panel.bomb.close();
    this.draw();
  }

  private async send(): Promise<void> {
    const { form } = this;
    if (!form) return;
    this.notice = "";
    await this.tell((client) => client.play(form.choices.turn, form.chosen));
  }

  private draw(): void {
    const { form } = this;
    this.panel.render(form, this.notice, this.live && this.seat !== undefined && !this.seat.gaveUp);
    setAttribute(this.element, "data-turn", form ? String(form.choices.turn) : "");
    this.host.mark(form && this.turn === form.choices.turn ? this.marks(form) : []);
  }

  /** The current character, the keys that move it, and where the others are to go. */
  private marks(form: ChoiceForm): BoardMark[] {
    const marks: BoardMark[] = [];
    for (const [i, piece] of form.choices.pieces.entries()) {
      const wish = form.wish(i);
      const target = wish && piece.choices.find((choice) => choice.do === wish.do)?.cell;
      if (!wish || target === undefined) continue;
      marks.push({ cell: target, text: target === piece.cell ? wishText(wish) : piece.label, strong: false });
    }
    const { piece } = form;
    if (!piece) return marks;
    marks.push({ cell: piece.cell, text: "", strong: true });
    if (form.complete) return marks;
    for (const choice of piece.choices) {
      if (choice.refused === "" && choice.cell !== piece.cell && choice.do !== "trigger") {
        marks.push({ cell: choice.cell, text: keyOf(choice.do, this.square), strong: false });
      }
    }
    return marks;
  }

  private key(event: KeyboardEvent): void {
    const { form, panel } = this;
    const target = event.target instanceof Element ? event.target : document.body;
    if (!form || this.turn !== form.choices.turn || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (needsKey(target, event.key) || (event.key === "Enter" && target.closest("button, summary, input, a"))) return;
    const name = choiceOfKey(event.key, this.square);
    if (panel.bomb.isOpen && panel.bomb.digit(event.key)) this.draw();
    else if (panel.bomb.isOpen && (event.key === "Escape" || event.key === "u")) this.select(form.at);
    else if (name !== undefined) this.choose(name);
    else if (event.key === " ") this.settle();
    else if (event.key === "u" && !this.square) this.undo();
    else if (event.key === "Enter" && !this.square) void this.send();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
