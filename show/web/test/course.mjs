// Matches whose progress the test controls.
import assert from "node:assert/strict";
import { deal } from "./hand.mjs";
import { until } from "./view.mjs";

/** A match with one person, whom the test plays without a page: ann does nothing in each of her turns. */
export class Course {
  /**
   * @param {import("./program.mjs").Running} program
   * @param {string} address of ann's seat
   */
  constructor(program, address) {
    this.program = program;
    /** The address of the page for watchers. */
    this.page = address.replace(/#.*/, "");
    this.seat = `${this.page}api/seat/${new URLSearchParams(new URL(address).hash.slice(1)).get("seat")}`;
  }

  /**
   * @param {import("./lab.mjs").Lab} lab
   * @param {string[]} args the game and the bots of `blastyard play`
   */
  static async begin(lab, ...args) {
    const {
      program,
      addresses: [address = ""],
    } = await deal(lab, ["ann"], ...args);
    return new Course(program, address);
  }

  /**
   * Plays until a turn is the newest, and stops there.
   * @param {number} turn
   */
  async reach(turn) {
    await until(
      () => this.#step((newest) => newest < turn),
      ({ choices }) => choices?.turn === turn,
      `turn ${turn} of the match`,
    );
  }

  /** Plays to the end of the match. */
  async finish() {
    const { match } = await this.#step(() => false);
    await until(
      async () => {
        await this.#step(() => true);
        return (await fetch(`${this.page}api/matches/${match}`)).json();
      },
      ({ live }) => live === false,
      "the end of the match",
    );
  }

  /**
   * Answers if the match waits for ann.
   * @param {(turn: number) => boolean} answers whether to answer after that turn
   */
  async #step(answers) {
    const seat = await json(await fetch(this.seat));
    if (!seat.choices || !answers(seat.choices.turn)) return seat;
    return json(
      await fetch(`${this.seat}/turn/${seat.choices.turn}`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: "[]",
      }),
    );
  }
}

/** @param {Response} response */
async function json(response) {
  assert.equal(response.status, 200, await response.clone().text());
  return /** @type {Promise<any>} */ (response.json());
}

/** Holds back the players of a game at a turn. The server waits for its players, so the game waits, too. */
export class Gate {
  #turn = 0;
  /** @type {(() => void)[]} */
  #held = [];

  /**
   * Lets the game continue up to a turn.
   * @param {number} turn
   */
  open(turn) {
    this.#turn = turn;
    for (const go of this.#held.splice(0)) go();
  }

  /**
   * Waits until the game may continue from a turn.
   * @param {number} turn
   */
  async pass(turn) {
    while (turn >= this.#turn) await new Promise((resolve) => this.#held.push(() => resolve(undefined)));
  }
}
