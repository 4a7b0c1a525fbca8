// Lets a person play a match by hand: asks the server for the choices, and sends it the answer. For watchers it only
// shows who the match waits for.
import { legendOf } from "../legend";
import { markOf, type Frame, type Header } from "../model";
import type { BoardMark } from "../board/marks";
import { dangers } from "../board/danger";
import { blastText } from "./blast";
import { marksOf, type Aim } from "./boardmarks";
import { ChoiceForm } from "./choices";
import { keepEntry, keptEntry, type Asked } from "./entry";
import { PlayKeys } from "./keys";
import { SeatPanel } from "./panel";
import { Refusal, type PersonClient, type Seat } from "./client";
import { needsKey } from "../page/keys";
import { playerName, type Scene } from "../match/scene";
import type { Waiting } from "../source/source";
import { h, setAttribute, setText } from "../ui/dom";
import { isolated } from "../ui/format";

/** What the controller needs of the match on the page. */
export interface SeatHost {
  readonly header: Header;
  /** Shows the newest turn. */
  live(): void;
  /** Sets the player that is played here. */
  sit(player: number): void;
  mark(marks: readonly BoardMark[]): void;
}

const retryAfter = 2000; // milliseconds
const idleArrows: readonly string[] = ["ArrowRight", "ArrowUp", "ArrowDown"]; // at the newest turn they have no effect

export class SeatController {
  readonly element = h("section", { class: "seat", "aria-label": "Playing by hand" });
  private readonly waits = h("p", { class: "seat-waits", role: "status" });
  private readonly goal = h("p", { class: "seat-goal" });
  private readonly panel: SeatPanel;
  private readonly keys: PlayKeys;
  private readonly ends = new AbortController();
  private seat: Seat | undefined;
  private form: ChoiceForm | undefined;
  private scene: Scene | undefined;
  private notice = "";
  private told = ""; // who the match waited for at the last request
  private asked = 0; // number of the last request; answers to older ones are ignored
  private sending = false;
  private answered = -1; // the last turn that the server has an answer for
  private missed = 0; // the last missed turn that the person was told of
  private looked = ""; // the name of the choice under the pointer or the focus

  constructor(
    private readonly client: PersonClient | undefined,
    private readonly host: SeatHost,
  ) {
    this.keys = new PlayKeys(legendOf(host.header));
    this.panel = new SeatPanel(
      {
        select: (piece) => this.select(piece),
        choose: (name) => this.choose(name),
        aim: (place) => this.aim(place),
        look: (name) => {
          this.looked = name;
          this.draw();
        },
        nothing: () => this.settle(),
        undo: () => this.undo(),
        send: () => void this.send(),
        giveUp: () => void this.tell((client) => client.giveUp()),
        back: () => host.live(),
      },
      this.keys,
      host.header.shape === "square",
    );
    this.element.append(h("div", { class: "seat-head" }, this.waits, this.goal), this.panel.element);
    this.element.hidden = true;
    if (!client) {
      this.panel.element.hidden = true;
      return;
    }
    window.addEventListener("keydown", (event) => this.key(event), { capture: true, signal: this.ends.signal });
    void this.look();
  }

  /** Whether a person plays here and the match goes on. */
  get playing(): boolean {
    return this.seat !== undefined && this.seat.player >= 0 && !this.seat.gaveUp && this.scene?.live === true;
  }

  destroy(): void {
    this.ends.abort();
    this.panel.timer.stop();
  }

  render(scene: Scene, waiting: Waiting | undefined): void {
    this.scene = scene;
    const players = scene.live ? (waiting?.players ?? []) : [];
    const own = this.seat?.player ?? -1;
    const told = waiting ? `${waiting.turn}: ${players.join()}` : "";
    if (told !== this.told) {
      this.told = told;
      if (own < 0 || players.includes(own)) void this.look();
      else
        this.close(
          this.form && !this.sending ? `Too late: turn ${this.form.choices.turn + 1} went on without you` : "",
        );
    }
    setText(
      this.waits,
      [
        this.who(own),
        this.waitsFor(
          players.filter((player) => player !== own),
          waiting?.absent ?? [],
        ),
      ]
        .filter((text) => text)
        .join(" – "),
    );
    setText(this.goal, own >= 0 ? (scene.header.players[own]?.goal ?? "") : "");
    setAttribute(this.element, "data-seat", String(this.playing));
    this.element.hidden = !scene.live || (!this.client && this.waits.textContent === "");
    this.draw();
  }

  /** A cell of the board was clicked: one of the person's characters, or the target of the current one. */
  pick(cell: number): void {
    const { form } = this;
    if (!form || this.away !== "") return;
    const move = form.moveTo(cell);
    const piece = form.pieceOn(cell);
    const placed = form.placedOn(cell);
    if (placed) this.settle(placed.do, { cell });
    else if (piece >= 0 && !this.keys.atOnce) this.select(piece);
    else if (move) this.choose(move.do);
  }

  private name(player: number): string {
    const { scene } = this;
    return scene ? `${markOf(scene.header, player)} ${playerName(scene.header, player)}` : "";
  }

  private who(own: number): string {
    return this.seat && own >= 0 ? `You play ${isolated(this.name(own))}${this.seat.gaveUp ? " – given up" : ""}` : "";
  }

  private waitsFor(others: readonly number[], absent: readonly number[]): string {
    if (this.seat?.gaveUp || !this.scene?.live) return "";
    if (absent.length)
      return `the match begins when ${absent.map((player) => isolated(this.name(player))).join(", ")} ${absent.length > 1 ? "have" : "has"} opened the address`;
    return others.length ? `waiting for ${others.map((player) => isolated(this.name(player))).join(", ")}` : "";
  }

  /** The message if the turn shown is not the newest; else "". */
  private get away(): string {
    const { scene, form } = this;
    const newest = Math.max(scene?.newest ?? 0, form?.choices.turn ?? 0);
    if (!scene || !this.playing || scene.turn === newest) return "";
    return `You are looking at turn ${scene.turn}. ${form ? `The match waits for you in turn ${newest}` : `The newest turn is ${newest}`}.`;
  }

  private async look(): Promise<void> {
    await this.tell((client) => client.look());
  }

  /** Sends a request to the server, and updates the seat from its answer. */
  private async tell(what: (client: PersonClient) => Promise<Seat>): Promise<void> {
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
    if (this.ends.signal.aborted) return;
    if (seat.player >= 0 && this.seat?.player !== seat.player) this.host.sit(seat.player);
    this.seat = seat;
    if (!seat.choices) return this.close(this.notice.startsWith("Too late") ? this.notice : "");
    if (this.form?.choices.turn === seat.choices.turn || seat.choices.turn <= this.answered) return; // outdated
    const late =
      seat.missed > this.missed ? `You missed turn ${seat.missed}: no answer within ${seat.limit / 1000} s` : "";
    this.missed = seat.missed;
    this.close(late);
    this.form = new ChoiceForm(seat.choices, this.keys.for(seat.choices));
    this.form.restore(keptEntry(this.entry(seat.choices.turn)));
    this.panel.timer.start(seat.left, seat.limit);
    this.host.live();
  }

  private entry(turn: number): Asked {
    return { match: this.seat?.match ?? "", turn, player: this.seat?.player ?? -1 };
  }

  private close(notice: string): void {
    this.form = undefined;
    this.notice = notice;
    this.panel.bomb.close();
    this.panel.timer.stop();
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
    if (!form || this.away !== "") return;
    this.notice = form.refusal(name);
    const choice = form.choice(name);
    if (this.notice || !choice) return this.draw();
    const { bomb } = this.panel;
    if (choice.max > 0) {
      if (bomb.isOpen) return this.settle(name, bomb.value);
      bomb.offer(choice);
      bomb.open();
      return this.draw();
    }
    const { places } = choice;
    this.settle(name, places ? { cell: places.includes(choice.cell) ? choice.cell : places[0] } : {});
    this.notice ||= choice.note;
    this.draw();
  }

  /** The range or delay of the bomb has changed, or (place) it is to be put down. */
  private aim(place: boolean): void {
    if (place) return this.choose("bomb");
    this.notice = this.form?.refusal("bomb") ?? "";
    if (this.notice) this.panel.bomb.close();
    this.draw();
  }

  private settle(
    name?: string,
    { range, delay, cell }: { range?: number; delay?: number; cell?: number | undefined } = {},
  ): void {
    const { form } = this;
    if (!form || this.away !== "") return;
    this.notice = "";
    this.panel.bomb.close();
    form.settle(name, range, delay, cell);
    this.keep(form);
    if (this.keys.atOnce) void this.send();
    this.draw();
  }

  private undo(): void {
    if (!this.form) return;
    this.notice = this.form.undo() ? "" : "nothing is set yet";
    this.keep(this.form);
    this.panel.bomb.close();
    this.draw();
  }

  private say(notice: string): void {
    this.notice = notice;
    this.draw();
  }

  private keep(form: ChoiceForm): void {
    if (!this.keys.atOnce) keepEntry(this.entry(form.choices.turn), form.entered);
  }

  private async send(): Promise<void> {
    const { form } = this;
    if (!form) return;
    this.notice = "";
    this.sending = true;
    await this.tell(async (client) => {
      const seat = await client.play(form.choices.turn, form.chosen);
      this.answered = form.choices.turn;
      return seat;
    });
    this.sending = false;
  }

  private draw(): void {
    const { form, away, panel } = this;
    panel.render(form, { notice: this.notice, away, mayQuit: this.playing });
    setAttribute(this.element, "data-turn", form ? String(form.choices.turn) : "");
    setAttribute(this.element, "data-away", String(away !== ""));
    const aim = form && away === "" ? this.aimed(form) : undefined;
    panel.bomb.say(
      aim && !this.keys.atOnce
        ? blastText(aim.choice, {
            range: aim.range,
            delay: aim.range === undefined ? undefined : panel.bomb.value.delay,
          })
        : "",
    );
    setText(panel.blast, aim && this.keys.atOnce ? blastText(aim.choice, {}) : "");
    const frame: Frame | undefined = this.scene?.frame;
    const danger = this.scene && frame ? dangers(this.scene.header, frame) : undefined;
    this.host.mark(form && away === "" ? marksOf(form, aim, (cell) => danger?.[cell] === 1) : []);
  }

  /**
   * The bomb that is aimed or pointed at. Where a key sends at once it is always shown, because it is put down without aiming.
   */
  private aimed(form: ChoiceForm): Aim | undefined {
    const { bomb } = this.panel;
    const looked = form.choice(this.looked);
    const choice = looked?.blast ? looked : form.choice("bomb");
    if (!choice?.blast) return undefined;
    const shown = bomb.isOpen || looked === choice;
    if (!this.keys.atOnce && !shown) return undefined;
    return { choice, range: choice.max > 0 ? bomb.value.range : undefined, faint: !shown };
  }

  private key(event: KeyboardEvent): void {
    const target = event.target instanceof Element ? event.target : document.body;
    if (
      !this.playing ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      document.querySelector("dialog[open], [popover]:popover-open")
    )
      return;
    if (needsKey(target, event.key) || (event.key === "Enter" && target.closest("button, summary, input, a"))) return;
    if (target instanceof HTMLCanvasElement && idleArrows.includes(event.key) && !this.keys.atOnce) return; // from cell to cell
    if (!this.handles(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Handles a key; false: the key is for the page. */
  private handles(key: string): boolean {
    const { form, panel } = this;
    const { bomb } = panel;
    if (this.away !== "") {
      if (key === "Escape") this.host.live();
      return key === "Escape";
    }
    const name = (form?.keys ?? this.keys).choiceOf(key);
    if (!form) return name !== undefined; // the match waits for others: playing keys do nothing
    if (bomb.isOpen && (bomb.digit(key) || bomb.arrow(key))) return true;
    if (bomb.isOpen && (key === "Escape" || key === "u")) this.select(form.at);
    else if (bomb.isOpen && key === "Enter") this.choose("bomb");
    else if (name !== undefined) this.choose(name);
    else if (key === " ") this.settle();
    else if (key === "u" && !this.keys.atOnce) this.undo();
    else if (key === "Enter" && !this.keys.atOnce) void this.send();
    else if (idleArrows.includes(key)) this.say(`Move with ${form.keys.help[0]?.[0]}; ← goes back to earlier turns`);
    else return false;
    return true;
  }
}
