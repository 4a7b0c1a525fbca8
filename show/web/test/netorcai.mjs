// The parts of the netorcai protocol over TCP that the tests' own bots and game logics need.
import { connect } from "node:net";

/** One end of a connection. A frame is its size (4 bytes, little-endian) and JSON. */
export class Peer {
  #buffer = Buffer.alloc(0);
  /** @type {any[]} */
  #messages = [];
  /** @type {((message: any) => void)[]} */
  #waiting = [];

  /** @param {import("node:net").Socket} socket */
  constructor(socket) {
    this.socket = socket;
    socket
      .on("data", (octets) => this.#take(octets))
      .on("error", () => {})
      .on("close", () => this.#give(undefined));
  }

  /**
   * Connects to a server that listens.
   * @param {number} port
   * @returns {Promise<Peer>}
   */
  static dial(port) {
    const socket = connect(port, "127.0.0.1");
    return new Promise((resolve, reject) =>
      socket.once("connect", () => resolve(new Peer(socket))).once("error", reject),
    );
  }

  /** @param {object} message */
  send(message) {
    const body = Buffer.from(JSON.stringify(message) + "\n");
    const size = Buffer.alloc(4);
    size.writeUInt32LE(body.length);
    this.socket.write(Buffer.concat([size, body]));
  }

  /** Waits for the next message; undefined once the connection is closed. */
  async receive() {
    if (this.#messages.length > 0) return this.#messages.shift();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /**
   * @param {string} nickname
   * @param {"player" | "game logic"} role
   */
  async login(nickname, role) {
    this.send({ message_type: "LOGIN", nickname, role, metaprotocol_version: "2.0.0" });
    const answer = await this.receive();
    if (answer?.message_type !== "LOGIN_ACK") throw new Error(`LOGIN of ${nickname}: ${JSON.stringify(answer)}`);
  }

  close() {
    this.socket.destroy();
  }

  /** @param {Buffer} octets */
  #take(octets) {
    this.#buffer = Buffer.concat([this.#buffer, octets]);
    while (this.#buffer.length >= 4) {
      const end = 4 + this.#buffer.readUInt32LE();
      if (this.#buffer.length < end) return;
      this.#give(JSON.parse(this.#buffer.toString("utf8", 4, end)));
      this.#buffer = this.#buffer.subarray(end);
    }
  }

  /** @param {any} message */
  #give(message) {
    const waiting = this.#waiting.shift();
    if (waiting) waiting(message);
    else this.#messages.push(message);
  }
}

/**
 * The port for bots, from a lobby.
 * @param {{ addresses: string[] }} lobby
 */
export function portOf({ addresses }) {
  const port = Number(/:(\d+)$/.exec(addresses[0] ?? "")?.[1]);
  if (!(port > 0)) throw new Error(`no port in ${addresses}`);
  return port;
}

/**
 * Plays as a player until the server ends the game.
 * @param {Peer} peer
 * @param {(turn: any) => object[] | Promise<object[]>} decide the actions of a turn
 */
export async function playAll(peer, decide) {
  for (let message = await peer.receive(); message; message = await peer.receive()) {
    if (message.message_type === "TURN")
      peer.send({ message_type: "TURN_ACK", turn_number: message.turn_number, actions: await decide(message) });
  }
}

/**
 * Acts as the game logic until the server ends the game.
 * @param {Peer} peer
 * @param {(turn: number) => object} state
 */
export async function leadAll(peer, state) {
  let turn = 0;
  for (let message = await peer.receive(); message; message = await peer.receive()) {
    if (message.message_type === "DO_INIT")
      peer.send({ message_type: "DO_INIT_ACK", initial_game_state: { all_clients: state(0) } });
    if (message.message_type === "DO_TURN")
      peer.send({ message_type: "DO_TURN_ACK", winner_player_id: -1, game_state: { all_clients: state(++turn) } });
  }
}
