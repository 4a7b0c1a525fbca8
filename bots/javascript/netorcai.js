// A small netorcai client. Only Node's standard library, Node 18 or newer.
//
//   const client = await Client.connect("mybot");   // connects to NETORCAI_HOST:NETORCAI_PORT and logs in
//   const game = await client.waitForStart();       // the GAME_STARTS message
//   for await (const turn of client.turns()) {      // every TURN message; ends when the game does
//     client.act([...]);                            // the actions of this turn
//   }
//   client.gameEnds                                 // the GAME_ENDS message
"use strict";
const net = require("node:net");
const { inspect } = require("node:util");

/**
 * @typedef {import("./board.js").State} State
 * @typedef {import("./board.js").Action} Action
 * @typedef {{message_type: string, [field: string]: any}} Message
 * @typedef {Message & {player_id: number, nb_players: number, nb_special_players: number, nb_turns_max: number,
 *   milliseconds_before_first_turn: number, milliseconds_between_turns: number, initial_game_state: State}} GameStarts
 * @typedef {Message & {turn_number: number, game_state: State}} Turn
 * @typedef {Message & {winner_player_id: number, game_state: State}} GameEnds
 */

const VERSION = "2.0.0"; // of the metaprotocol
const MAX_SIZE = 16_777_215; // bytes of a frame
const PATIENCE = 10_000; // milliseconds to wait for the connection and the answer to the login

/** Something went wrong between us and the server. Its message is one line for the user. */
class NetorcaiError extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message.replace(/\s+/g, " "));
  }
}

/** The server has sent us away; reason says why. */
class Kicked extends NetorcaiError {
  /** @param {string} reason */
  constructor(reason) {
    super(`kicked by the server: ${reason}`);
    this.reason = reason;
  }
}

/**
 * A message as bytes: its size (4 bytes, little-endian), its JSON text, a line feed.
 * @param {Message} message
 */
function encodeFrame(message) {
  const content = Buffer.from(JSON.stringify(message) + "\n");
  if (content.length >= MAX_SIZE) {
    throw new NetorcaiError(`a message of ${content.length} bytes is too big to send: under ${MAX_SIZE} expected`);
  }
  const size = Buffer.alloc(4);
  size.writeUInt32LE(content.length);
  return Buffer.concat([size, content]);
}

/**
 * The messages in a stream of bytes, which may come in any pieces.
 * @param {AsyncIterable<Buffer> | Iterable<Buffer>} chunks
 * @returns {AsyncGenerator<Message, never>}
 */
async function* decodeFrames(chunks) {
  /** @type {Buffer[]} */
  let parts = [];
  let have = 0, wanted = 4;
  try {
    for await (const chunk of chunks) {
      parts.push(chunk);
      have += chunk.length;
      if (have < wanted) {
        continue;
      }
      let rest = Buffer.concat(parts);
      while (rest.length >= (wanted = frameSize(rest))) {
        yield decodeMessage(rest.subarray(4, wanted));
        rest = rest.subarray(wanted);
      }
      parts = [rest];
      have = rest.length;
    }
  } catch (error) {
    throw error instanceof NetorcaiError ? error : new NetorcaiError(`cannot read from the server: ${textOf(error)}`);
  }
  throw new NetorcaiError("the server closed the connection before the game had ended");
}

/**
 * How many bytes the frame has that begins here, with its size.
 * @param {Buffer} bytes
 */
function frameSize(bytes) {
  const size = bytes.length < 4 ? 0 : bytes.readUInt32LE();
  if (size > MAX_SIZE) {
    throw new NetorcaiError(`the server announces ${size} bytes: at most ${MAX_SIZE} expected; is it a netorcai server?`);
  }
  return 4 + size;
}

/**
 * @param {Buffer} content
 * @returns {Message}
 */
function decodeMessage(content) {
  let message;
  try {
    message = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(content));
  } catch (error) {
    throw new NetorcaiError(`the server sent something that is not JSON: ${textOf(error)}`);
  }
  if (message === null || typeof message !== "object" || typeof message.message_type !== "string") {
    throw new NetorcaiError("the server sent something that is not a message: an object with a message_type expected");
  }
  return message;
}

/** @param {unknown} error */
function textOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/** One connection to a netorcai server. What fails throws a NetorcaiError, or Kicked, which is one too. */
class Client {
  /**
   * Connect to a server and log in.
   * @param {string} nickname 1 to 10 characters without blanks
   * @param {{role?: string, host?: string, port?: number, patience?: number}} [options] host and port: default
   *   NETORCAI_HOST and NETORCAI_PORT, else localhost:4242
   */
  static async connect(nickname, { role = "player", host, port, patience = PATIENCE } = {}) {
    host = host ?? (process.env.NETORCAI_HOST || "localhost");
    port = port ?? portFromEnvironment();
    const socket = net.connect({ host, port, noDelay: true }); // sends every answer at once
    socket.on("error", () => {}); // who reads is told
    socket.setTimeout(patience, () => socket.destroy(new Error(`no answer within ${patience / 1000} seconds`)));
    const client = new Client(socket);
    try {
      await connected(socket, `${host}:${port}`);
      client._send({ message_type: "LOGIN", nickname, role, metaprotocol_version: VERSION });
      await client._receive("LOGIN_ACK");
    } catch (error) {
      client.close();
      throw error;
    }
    socket.setTimeout(0);
    return client;
  }

  /** @param {net.Socket} socket */
  constructor(socket) {
    /**
     * The GAME_ENDS message, once turns has ended.
     * @type {GameEnds | undefined}
     */
    this.gameEnds = undefined;
    this._socket = socket;
    this._messages = decodeFrames(socket);
    this._turnNumber = -1;
  }

  /** Wait for the game to start; gives the GAME_STARTS message. */
  async waitForStart() {
    return /** @type {GameStarts} */ (await this._receive("GAME_STARTS"));
  }

  /**
   * Every TURN message until the game ends; then, or when the loop is left, the connection is closed. Answer each with act.
   * @returns {AsyncGenerator<Turn, void>}
   */
  async *turns() {
    try {
      for (;;) {
        const message = await this._receive("TURN", "GAME_ENDS");
        if (message.message_type === "GAME_ENDS") {
          this.gameEnds = /** @type {GameEnds} */ (message);
          return;
        }
        this._turnNumber = message.turn_number;
        yield /** @type {Turn} */ (message);
      }
    } finally {
      this.close();
    }
  }

  /**
   * Send our actions for the last turn that was received; [] does nothing. Call it once a turn.
   * @param {Action[]} actions
   */
  act(actions) {
    if (!Array.isArray(actions)) {
      throw new TypeError(`act got ${inspect(actions, { depth: 0 }).slice(0, 80)}, expected a list of actions: what does chooseActions return?`);
    }
    this._send({ message_type: "TURN_ACK", turn_number: this._turnNumber, actions });
  }

  /** Leave. Leaving twice does no harm. */
  close() {
    this._socket.destroy();
  }

  /** @param {Message} message */
  _send(message) {
    this._socket.write(encodeFrame(message));
  }

  /**
   * @param {string[]} expected
   * @returns {Promise<Message>}
   */
  async _receive(...expected) {
    const { value: message } = await this._messages.next();
    if (expected.includes(message.message_type)) {
      return message;
    }
    this.close();
    throw message.message_type === "KICK"
      ? new Kicked(String(message.kick_reason ?? "no reason given"))
      : new NetorcaiError(`the server sent ${message.message_type}: ${expected.join(" or ")} expected`);
  }
}

/** @returns {number} */
function portFromEnvironment() {
  const text = process.env.NETORCAI_PORT || "4242";
  if (!/^[0-9]+$/.test(text) || Number(text) < 1 || Number(text) > 65535) {
    throw new NetorcaiError(`NETORCAI_PORT is '${text}': a number from 1 to 65535 expected`);
  }
  return Number(text);
}

/**
 * @param {net.Socket} socket
 * @param {string} address
 * @returns {Promise<void>}
 */
function connected(socket, address) {
  return new Promise((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("error", (/** @type {Error & {code?: string, errors?: {code?: string}[]}} */ error) => {
      const code = error.code ?? error.errors?.[0]?.code;
      reject(new NetorcaiError(code === "ECONNREFUSED"
        ? `no server listens on ${address}: start one (blastyard play --wait 1 --port ${address.split(":").pop()}), or set NETORCAI_HOST and NETORCAI_PORT`
        : `cannot connect to ${address}: ${textOf(error)}: look at NETORCAI_HOST and NETORCAI_PORT`));
    });
  });
}

/**
 * Ends a program that failed: with one line for a NetorcaiError, with all there is to know for a mistake in the bot.
 * @param {unknown} error
 */
function fail(error) {
  console.error(error instanceof NetorcaiError ? error.message : error);
  process.exitCode = 1;
}

module.exports = { Client, NetorcaiError, Kicked, MAX_SIZE, encodeFrame, decodeFrames, fail };
