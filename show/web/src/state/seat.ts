// What a person who plays by hand has entered and is told. The server's answers come in any order, turns pass and the
// match stops waiting: this is the one place where all that meets what the person enters.
import { ChoiceForm, type Choice } from "../play/choices";
import { Refusal, type Seat } from "../play/client";
import type { PlayKeys } from "../play/keys";
import type { Waiting } from "../source/source";

export interface SeatState {
  /** The last answer of the server; undefined: none yet. */
  seat: Seat | undefined;
  /** The form of the turn that waits for the person; undefined: none does. */
  form: ChoiceForm | undefined;
  /** What the person is told about the last thing that was done; may be empty. */
  notice: string;
  /** The turn and the players that the match waited for when it was last looked at. */
  waits: string;
  /** Counts the requests; an answer to an older one is not used any more. */
  asked: number;
  sending: boolean;
  /** The last turn that the server has an answer for; -1: none. */
  answered: number;
  /** The last missed turn that the person was told of; 0: none. */
  missed: number;
  /** The time limit of the turn in milliseconds, and when it is over; undefined: there is none. */
  due: { limit: number; until: number } | undefined;
  /** The person has asked once to give up; the second time it is meant. */
  doubt: boolean;
  /** The name of the choice under the pointer or the focus; "": none. */
  looked: string;
  bomb: Aim;
}

/** A bomb whose range and delay are chosen before it is put down. Both are kept from bomb to bomb. */
export interface Aim {
  open: boolean;
  range: number;
  delay: number;
  /** The part that the next digit sets. */
  next: "range" | "delay";
}

export function newSeat(): SeatState {
  return {
    seat: undefined,
    form: undefined,
    notice: "",
    waits: "",
    asked: 0,
    sending: false,
    answered: -1,
    missed: 0,
    due: undefined,
    doubt: false,
    looked: "",
    bomb: { open: false, range: 0, delay: 0, next: "range" },
  };
}

/** The player that is played here; -1: none, or not known yet. */
export function ownOf({ seat }: SeatState): number {
  return seat?.player ?? -1;
}

/** Whether a person plays here and the match, if it is live, goes on. */
export function isPlaying({ seat }: SeatState, live: boolean): boolean {
  return live && seat !== undefined && seat.player >= 0 && !seat.gaveUp;
}

/** Nothing is to be entered any more. */
export function closeForm(state: SeatState, notice: string): void {
  state.form = state.due = undefined;
  state.notice = notice;
  state.bomb.open = false;
}

/** Takes for whom the match waits. Returns whether the server is to be asked for this seat. */
export function takeWaiting(state: SeatState, waiting: Waiting | undefined): boolean {
  const players = waiting?.players ?? [];
  const waits = waiting ? `${waiting.turn}: ${players.join()}` : "";
  if (waits === state.waits) return false;
  state.waits = waits;
  const own = ownOf(state);
  if (own < 0 || players.includes(own)) return true;
  const { form, sending } = state;
  closeForm(state, form && !sending ? `Too late: turn ${form.choices.turn + 1} went on without you` : "");
  return false;
}

/** A request is sent. Returns its number, for its answer. */
export function ask(state: SeatState): number {
  return ++state.asked;
}

/**
 * Takes an answer to a request, at a time in milliseconds. Returns whether the person sits at another player now, and whether a new turn asks the
 * person.
 */
export function takeSeat(
  state: SeatState,
  number: number,
  seat: Seat,
  keys: PlayKeys,
  now: number,
): { sits: boolean; asks: boolean } {
  const sits = seat.player >= 0 && ownOf(state) !== seat.player;
  if (number !== state.asked) return { sits: false, asks: false };
  state.seat = seat;
  const { choices } = seat;
  if (!choices) closeForm(state, state.notice.startsWith("Too late") ? state.notice : "");
  if (!choices || state.form?.choices.turn === choices.turn || choices.turn <= state.answered)
    return { sits, asks: false }; // nothing, or outdated
  const late =
    seat.missed > state.missed ? `You missed turn ${seat.missed}: no answer within ${seat.limit / 1000} s` : "";
  state.missed = seat.missed;
  closeForm(state, late);
  state.form = new ChoiceForm(choices, keys.for(choices));
  if (seat.limit > 0) state.due = { limit: seat.limit, until: now + seat.left };
  return { sits, asks: true };
}

/** A request has failed. Returns whether to ask again: at once, later, or (undefined) not. */
export function takeProblem(state: SeatState, number: number, problem: unknown): "now" | "later" | undefined {
  const refused = problem instanceof Refusal;
  state.notice = refused ? problem.message : "the server does not answer";
  if (refused) return problem.status === 409 ? "now" : undefined;
  return number === state.asked ? "later" : undefined;
}

export function selectPiece(state: SeatState, piece: number): void {
  if (!state.form) return;
  state.form.at = piece;
  state.bomb.open = false;
  state.notice = "";
}

/**
 * Chooses what the current piece does; a bomb with a range is aimed first. Returns a note about what was set;
 * undefined: nothing was set.
 */
export function choose(state: SeatState, name: string): string | undefined {
  const { form, bomb } = state;
  const choice = form?.choice(name);
  state.notice = form?.refusal(name) ?? "";
  if (!form || !choice || state.notice) return undefined;
  if (choice.max > 0) {
    if (bomb.open) return settle(state, name, bomb);
    offerAim(bomb, choice);
    Object.assign(bomb, { open: true, next: "range" });
    return undefined;
  }
  const { places, cell, note } = choice;
  settle(state, name, places ? { cell: places.includes(cell) ? cell : places[0] } : {});
  return note;
}

/** Sets what the current piece does; without a name, nothing. */
export function settle(
  state: SeatState,
  name?: string,
  { range, delay, cell }: { range?: number; delay?: number; cell?: number | undefined } = {},
): string {
  state.notice = "";
  state.bomb.open = false;
  state.form?.settle(name, range, delay, cell);
  return "";
}

/** Takes back what was set last. */
export function undo(state: SeatState): void {
  if (!state.form) return;
  state.notice = state.form.undo() ? "" : "nothing is set yet";
  state.bomb.open = false;
}

/** The range or delay of the bomb has changed: it is aimed, if it is possible at all. */
export function aimAgain(state: SeatState): void {
  state.notice = state.form?.refusal("bomb") ?? "";
  if (state.notice) state.bomb.open = false;
}

/** The person wants to give up. Returns whether it is meant. */
export function giveUp(state: SeatState): boolean {
  state.doubt = !state.doubt;
  return !state.doubt;
}

/** Brings range and delay into the limits of a choice. */
export function offerAim(aim: Aim, { min, max }: Choice): void {
  const limited = (n: number): number => Math.max(min, Math.min(max, n));
  aim.range = limited(aim.range || 3);
  aim.delay = limited(aim.delay || min);
}

/** Sets a part of the aim, if the choice has this value. Returns whether it has. */
export function setAim(aim: Aim, choice: Choice | undefined, part: "range" | "delay", n: number): boolean {
  if (!choice || !Number.isInteger(n) || n < choice.min || n > choice.max) return false;
  Object.assign(aim, { [part]: n, open: true, next: part === "range" ? "delay" : "range" });
  return true;
}
