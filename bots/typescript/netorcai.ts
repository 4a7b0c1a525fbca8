// A small netorcai client, and helpers for the board of hexabomb. Only Node's standard library, Node 18 or newer.
//
//   const client = await Client.connect("mybot");   // connects to NETORCAI_HOST:NETORCAI_PORT and logs in
//   const game = await client.waitForStart();       // the GAME_STARTS message
//   for await (const turn of client.turns()) {      // every TURN message; ends when the game does
//     client.act([...]);                            // the actions of this turn
//   }
//   client.gameEnds                                 // the GAME_ENDS message
//
// key(cell), neighbours(cell), blast(board, cell, reach) and danger(board, bombs, turns) know the board.
import * as net from "node:net";

export interface Cell { q: number; r: number }
/** The colour of every cell there is, by the cell's key; 0: nobody's, else a player's id + 1. */
export type Board = ReadonlyMap<string, number>;
export type Direction = "x+" | "y+" | "z+" | "x-" | "y-" | "z-";
/** A dead one stays on the cell where it died. Its revive_delay is -1 while it lives. */
export interface Character extends Cell { id: number; color: number; alive: boolean; revive_delay: number; bomb_count: number }
export interface Bomb extends Cell { color: number; range: number; delay: number }
export interface State {
  cells: (Cell & { color: number })[];
  characters: Character[];
  bombs: Bomb[];
  /** The cells that went up in this turn, by colour. */
  explosions: Record<string, Cell[]>;
  /** By player id. */
  cell_count: Record<string, number>;
  score: Record<string, number>;
}
/** What one character shall do. */
export type Action =
  | { id: number; movement: "move"; direction: Direction }
  | { id: number; movement: "bomb"; bomb_range: number; bomb_delay: number }
  | { id: number; movement: "revive" };

export interface Message { message_type: string; [field: string]: unknown }
export interface GameStarts extends Message {
  player_id: number;
  nb_players: number;
  nb_special_players: number;
  nb_turns_max: number;
  milliseconds_before_first_turn: number;
  milliseconds_between_turns: number;
  initial_game_state: State;
}
export interface Turn extends Message { turn_number: number; game_state: State }
export interface GameEnds extends Message { winner_player_id: number; game_state: State }

const VERSION = "2.0.0"; // of the metaprotocol
export const MAX_SIZE = 16_777_215; // bytes of a frame
const PATIENCE = 10_000; // milliseconds to wait for the connection and the answer to the login

/** The six directions of the board, and what each adds to q and r. */
export const DIRECTIONS: readonly (Cell & { direction: Direction })[] = [
  { direction: "x+", q: 1, r: 0 }, { direction: "y+", q: 1, r: -1 }, { direction: "z+", q: 0, r: -1 },
  { direction: "x-", q: -1, r: 0 }, { direction: "y-", q: -1, r: 1 }, { direction: "z-", q: 0, r: 1 },
];

/** The name of a cell in maps and sets. */
export function key({ q, r }: Cell): string {
  return `${q},${r}`;
}

/** The six cells around a cell, each with the direction that leads there. Some may not be on the board. */
export function neighbours({ q, r }: Cell): (Cell & { direction: Direction })[] {
  return DIRECTIONS.map((step) => ({ direction: step.direction, q: q + step.q, r: r + step.r }));
}

/** The keys of the cells that a bomb covers: its own, and up to reach in each direction, ended by the first missing one. */
export function blast(board: Board, { q, r }: Cell, reach: number): Set<string> {
  const covered = new Set([key({ q, r })]);
  for (const step of DIRECTIONS) {
    for (let n = 1; n <= reach; n++) {
      const target = key({ q: q + n * step.q, r: r + n * step.r });
      if (!board.has(target)) {
        break;
      }
      covered.add(target);
    }
  }
  return covered;
}

/** The keys of the cells that go up within so many turns; 1: at the end of this one. A bomb that a blast covers goes up with it. */
export function danger(board: Board, bombs: readonly Bomb[], turns: number): Set<string> {
  const hot = new Set<string>();
  for (let waiting = bombs; ;) {
    const lit = waiting.filter((bomb) => bomb.delay <= turns || hot.has(key(bomb)));
    if (lit.length === 0) {
      return hot;
    }
    waiting = waiting.filter((bomb) => !lit.includes(bomb));
    lit.forEach((bomb) => blast(board, bomb, bomb.range).forEach((cell) => hot.add(cell)));
  }
}

/** Something went wrong between us and the server. Its message is one line for the user. */
export class NetorcaiError extends Error {
  constructor(message: string) {
    super(message.replace(/\s+/g, " "));
  }
}

/** The server has sent us away; reason says why. */
export class Kicked extends NetorcaiError {
  constructor(readonly reason: string) {
    super(`kicked by the server: ${reason}`);
  }
}

/** A message as bytes: its size (4 bytes, little-endian), its JSON text, a line feed. */
export function encodeFrame(message: Message): Buffer {
  const content = Buffer.from(JSON.stringify(message) + "\n");
  if (content.length >= MAX_SIZE) {
    throw new NetorcaiError(`a message of ${content.length} bytes is too big to send: under ${MAX_SIZE} expected`);
  }
  const size = Buffer.alloc(4);
  size.writeUInt32LE(content.length);
  return Buffer.concat([size, content]);
}

/** The messages in a stream of bytes, which may come in any pieces. */
export async function* decodeFrames(chunks: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<Message, never> {
  let parts: Buffer[] = [], have = 0, wanted = 4;
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

/** How many bytes the frame has that begins here, with its size. */
function frameSize(bytes: Buffer): number {
  const size = bytes.length < 4 ? 0 : bytes.readUInt32LE();
  if (size > MAX_SIZE) {
    throw new NetorcaiError(`the server announces ${size} bytes: at most ${MAX_SIZE} expected; is it a netorcai server?`);
  }
  return 4 + size;
}

function decodeMessage(content: Buffer): Message {
  let message: any;
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

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Where to connect to; default NETORCAI_HOST and NETORCAI_PORT, else localhost:4242. patience in milliseconds. */
export interface Options { role?: string; host?: string; port?: number; patience?: number }

/** One connection to a netorcai server. What fails throws a NetorcaiError, or Kicked, which is one too. */
export class Client {
  /** The GAME_ENDS message, once turns has ended. */
  gameEnds: GameEnds | undefined;
  private readonly messages: AsyncGenerator<Message, never>;
  private turnNumber = -1;

  /** Connect to a server and log in. The nickname has 1 to 10 characters, no blanks. */
  static async connect(nickname: string, options: Options = {}): Promise<Client> {
    const host = options.host ?? (process.env["NETORCAI_HOST"] || "localhost");
    const port = options.port ?? portFromEnvironment();
    const patience = options.patience ?? PATIENCE;
    const socket = net.connect({ host, port, noDelay: true }); // sends every answer at once
    socket.on("error", () => {}); // who reads is told
    socket.setTimeout(patience, () => socket.destroy(new Error(`no answer within ${patience / 1000} seconds`)));
    const client = new Client(socket);
    try {
      await connected(socket, host, port);
      client.send({ message_type: "LOGIN", nickname, role: options.role ?? "player", metaprotocol_version: VERSION });
      await client.receive("LOGIN_ACK");
    } catch (error) {
      client.close();
      throw error;
    }
    socket.setTimeout(0);
    return client;
  }

  private constructor(private readonly socket: net.Socket) {
    this.messages = decodeFrames(socket);
  }

  /** Wait for the game to start; gives the GAME_STARTS message. */
  async waitForStart(): Promise<GameStarts> {
    return await this.receive("GAME_STARTS") as GameStarts;
  }

  /** Every TURN message until the game ends; then, or when the loop is left, the connection is closed. Answer each with act. */
  async *turns(): AsyncGenerator<Turn, void> {
    try {
      for (;;) {
        const message = await this.receive("TURN", "GAME_ENDS");
        if (message.message_type === "GAME_ENDS") {
          this.gameEnds = message as GameEnds;
          return;
        }
        const turn = message as Turn;
        this.turnNumber = turn.turn_number;
        yield turn;
      }
    } finally {
      this.close();
    }
  }

  /** Send our actions for the last turn that was received; [] does nothing. Call it once a turn. */
  act(actions: readonly Action[]): void {
    this.send({ message_type: "TURN_ACK", turn_number: this.turnNumber, actions });
  }

  /** Leave. Leaving twice does no harm. */
  close(): void {
    this.socket.destroy();
  }

  private send(message: Message): void {
    this.socket.write(encodeFrame(message));
  }

  private async receive(...expected: string[]): Promise<Message> {
    const { value: message } = await this.messages.next();
    if (expected.includes(message.message_type)) {
      return message;
    }
    this.close();
    throw message.message_type === "KICK"
      ? new Kicked(String(message["kick_reason"] ?? "no reason given"))
      : new NetorcaiError(`the server sent ${message.message_type}: ${expected.join(" or ")} expected`);
  }
}

function portFromEnvironment(): number {
  const text = process.env["NETORCAI_PORT"] || "4242";
  if (!/^[0-9]+$/.test(text) || Number(text) < 1 || Number(text) > 65535) {
    throw new NetorcaiError(`NETORCAI_PORT is '${text}': a number from 1 to 65535 expected`);
  }
  return Number(text);
}

function connected(socket: net.Socket, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("error", (error: Error & { code?: string; errors?: { code?: string }[] }) => {
      const code = error.code ?? error.errors?.[0]?.code;
      reject(new NetorcaiError(code === "ECONNREFUSED"
        ? `no server listens on ${host}:${port}: start one (blastyard play --wait 1 --port ${port}), or set NETORCAI_HOST and NETORCAI_PORT`
        : `cannot connect to ${host}:${port}: ${textOf(error)}: look at NETORCAI_HOST and NETORCAI_PORT`));
    });
  });
}

/** Ends a program that failed: with one line for a NetorcaiError, with all there is to know for a mistake in the bot. */
export function fail(error: unknown): void {
  console.error(error instanceof NetorcaiError ? error.message : error);
  process.exitCode = 1;
}
