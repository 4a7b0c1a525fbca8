// Lets a person play a match by hand: asks the server for the choices, and sends it the answer. For watchers it only
// shows who the match waits for.
import { legendOf } from "../legend";
import { markOf, type Frame, type Header } from "../model";
import type { BoardMark } from "../board/marks";
import { dangers } from "../board/danger";
import { blastText } from "./blast";
import { marksOf, type Aim } from "./boardmarks";
import type { ChoiceForm } from "./choices";
import { keepEntry, keptEntry, type Asked } from "./entry";
import { PlayKeys } from "./keys";
import { SeatPanel } from "./panel";
import type { PersonClient, Seat } from "./client";
import { needsKey } from "../page/keys";
import { playerName, type Scene } from "../match/scene";
import type { Waiting } from "../source/source";
import { h, setAttribute, setText } from "../ui/dom";
import {
  aimAgain,
  ask,
  choose,
  isPlaying,
  ownOf,
  selectPiece,
  settle,
  takeProblem,
  takeSeat,
  takeWaiting,
  undo,
  type SeatState,
} from "../state/seat";
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
  private scene: Scene | undefined; // that is drawn

  constructor(
    private readonly state: SeatState,
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
          state.looked = name;
          this.draw();
        },
        nothing: () => this.rest(),
        undo: () => this.undo(),
        send: () => void this.send(),
        giveUp: () => void this.tell((client) => client.giveUp()),
        back: () => host.live(),
      },
      this.keys,
      state,
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
    return isPlaying(this.state, this.scene?.live === true);
  }

  destroy(): void {
    this.ends.abort();
    this.panel.timer.stop();
  }

  render(scene: Scene, waiting: Waiting | undefined): void {
    this.scene = scene;
    const players = scene.live ? (waiting?.players ?? []) : [];
    const own = ownOf(this.state);
    if (takeWaiting(this.state, waiting && { ...waiting, players })) void this.look();
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
    const { form } = this.state;
    if (!form || this.away !== "") return;
    const move = form.moveTo(cell);
    const piece = form.pieceOn(cell);
    const placed = form.placedOn(cell);
    if (placed) this.settled(settle(this.state, placed.do, { cell }));
    else if (piece >= 0 && !this.keys.atOnce) this.select(piece);
    else if (move) this.choose(move.do);
  }

  private name(player: number): string {
    const { scene } = this;
    return scene ? `${markOf(scene.header, player)} ${playerName(scene.header, player)}` : "";
  }

  private who(own: number): string {
    const { seat } = this.state;
    return seat && own >= 0 ? `You play ${isolated(this.name(own))}${seat.gaveUp ? " – given up" : ""}` : "";
  }

  private waitsFor(others: readonly number[], absent: readonly number[]): string {
    if (this.state.seat?.gaveUp || !this.scene?.live) return "";
    if (absent.length)
      return `the match begins when ${absent.map((player) => isolated(this.name(player))).join(", ")} ${absent.length > 1 ? "have" : "has"} opened the address`;
    return others.length ? `waiting for ${others.map((player) => isolated(this.name(player))).join(", ")}` : "";
  }

  /** The message if the turn shown is not the newest; else "". */
  private get away(): string {
    const { scene } = this;
    const { form } = this.state;
    const newest = Math.max(scene?.newest ?? 0, form?.choices.turn ?? 0);
    if (!scene || !this.playing || scene.turn === newest) return "";
    return `You are looking at turn ${scene.turn}. ${form ? `The match waits for you in turn ${newest}` : `The newest turn is ${newest}`}.`;
  }

  private async look(): Promise<void> {
    await this.tell((client) => client.look());
  }

  /** Sends a request to the server, and updates the seat from its answer. */
  private async tell(what: (client: PersonClient) => Promise<Seat>): Promise<void> {
    const { client, state } = this;
    if (!client) return;
    const number = ask(state);
    try {
      const seat = await what(client);
      if (this.ends.signal.aborted) return;
      const { sits, asks } = takeSeat(state, number, seat, this.keys, performance.now());
      if (sits) this.host.sit(seat.player);
      if (asks) this.begin();
    } catch (error) {
      if (this.ends.signal.aborted) return;
      const again = takeProblem(state, number, error);
      if (again === "later") setTimeout(() => void this.look(), retryAfter);
      if (again === "now") void this.look();
    }
    this.draw();
  }

  /** A new turn asks the person. */
  private begin(): void {
    const { form } = this.state;
    form?.restore(keptEntry(this.entry(form.choices.turn)));
    this.host.live();
  }

  private entry(turn: number): Asked {
    return { match: this.state.seat?.match ?? "", turn, player: ownOf(this.state) };
  }

  private select(piece: number): void {
    selectPiece(this.state, piece);
    this.draw();
  }

  private choose(name: string): void {
    if (this.state.form && this.away === "") this.settled(choose(this.state, name));
  }

  /** The range or delay of the bomb has changed, or (place) it is to be put down. */
  private aim(place: boolean): void {
    if (place) return this.choose("bomb");
    aimAgain(this.state);
    this.draw();
  }

  private rest(): void {
    if (this.state.form && this.away === "") this.settled(settle(this.state));
  }

  /** Keeps or sends what was set, with a note about it; undefined: nothing was set. */
  private settled(note: string | undefined): void {
    if (note !== undefined) {
      this.keep();
      if (this.keys.atOnce) void this.send();
      this.state.notice ||= note;
    }
    this.draw();
  }

  private undo(): void {
    undo(this.state);
    this.keep();
    this.draw();
  }

  private say(notice: string): void {
    this.state.notice = notice;
    this.draw();
  }

  private keep(): void {
    const { form } = this.state;
    if (form && !this.keys.atOnce) keepEntry(this.entry(form.choices.turn), form.entered);
  }

  private async send(): Promise<void> {
    const { state } = this;
    const { form } = state;
    if (!form) return;
    state.notice = "";
    state.sending = true;
    await this.tell(async (client) => {
      const seat = await client.play(form.choices.turn, form.chosen);
      state.answered = form.choices.turn;
      return seat;
    });
    state.sending = false;
  }

  private draw(): void {
    const { away, panel } = this;
    const { form, notice, bomb } = this.state;
    panel.render(form, { notice, away, mayQuit: this.playing });
    panel.bomb.focus(form?.choices.turn ?? -1);
    setAttribute(this.element, "data-turn", form ? String(form.choices.turn) : "");
    setAttribute(this.element, "data-away", String(away !== ""));
    const aim = form && away === "" ? this.aimed(form) : undefined;
    panel.bomb.say(
      aim && !this.keys.atOnce
        ? blastText(aim.choice, {
            range: aim.range,
            delay: aim.range === undefined ? undefined : bomb.delay,
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
    const { bomb, looked: name } = this.state;
    const looked = form.choice(name);
    const choice = looked?.blast ? looked : form.choice("bomb");
    if (!choice?.blast) return undefined;
    const shown = bomb.open || looked === choice;
    if (!this.keys.atOnce && !shown) return undefined;
    return { choice, range: choice.max > 0 ? bomb.range : undefined, faint: !shown };
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
    const { form, bomb: aim } = this.state;
    const { bomb } = this.panel;
    if (this.away !== "") {
      if (key === "Escape") this.host.live();
      return key === "Escape";
    }
    const name = (form?.keys ?? this.keys).choiceOf(key);
    if (!form) return name !== undefined; // the match waits for others: playing keys do nothing
    if (aim.open && (bomb.digit(key) || bomb.arrow(key))) return true;
    if (aim.open && (key === "Escape" || key === "u")) this.select(form.at);
    else if (aim.open && key === "Enter") this.choose("bomb");
    else if (name !== undefined) this.choose(name);
    else if (key === " ") this.rest();
    else if (key === "u" && !this.keys.atOnce) this.undo();
    else if (key === "Enter" && !this.keys.atOnce) void this.send();
    else if (idleArrows.includes(key)) this.say(`Move with ${form.keys.help[0]?.[0]}; ← goes back to earlier turns`);
    else return false;
    return true;
  }
}
