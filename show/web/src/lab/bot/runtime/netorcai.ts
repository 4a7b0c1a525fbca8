// The page's netorcai.js: it exports the same as the module in a bot's folder, but the match comes as lines from the
// page, without a network.
import type { Formatter } from "./format";
import type { Inbox } from "./inbox";

interface Message {
  message_type: string;
  [field: string]: unknown;
}

/** What the module needs of the runtime. */
export interface World {
  inbox: Inbox;
  formatter: Formatter;
  answer(actions: string): void;
  /** Ends the program because of an error. */
  fail(error: unknown): void;
  /** Ends the program with a message for the user. */
  refuse(text: string): void;
}

/** The connection to the match has failed. The message is one line for the user. */
class NetorcaiError extends Error {
  constructor(message: string) {
    super(message.replace(/\s+/g, " "));
  }
}

/** The server has sent us away; reason says why. */
class Kicked extends NetorcaiError {
  constructor(readonly reason: string) {
    super(`kicked by the server: ${reason}`);
  }
}

/** Translates a line of the match into the netorcai message with the same content. */
export function messageOf(line: string): Message {
  const { type, state, ...rest } = JSON.parse(line);
  switch (type) {
    case "start":
      return {
        message_type: "GAME_STARTS",
        player_id: rest.player,
        nb_players: rest.players - rest.special_players,
        nb_special_players: rest.special_players,
        nb_turns_max: rest.turns,
        milliseconds_before_first_turn: rest.turn_ms,
        milliseconds_between_turns: rest.turn_ms,
        players_info: [],
        initial_game_state: state,
      };
    case "turn":
      return { message_type: "TURN", turn_number: rest.turn, players_info: [], game_state: state };
    default:
      return { message_type: "GAME_ENDS", winner_player_id: rest.winner, game_state: state };
  }
}

/** The module's exports. */
export function netorcai(world: World): object {
  const absent = (name: string) => (): never => {
    throw new NetorcaiError(`${name} is not there in the browser: the page gives messages, not bytes`);
  };

  class Client {
    /** The GAME_ENDS message, once turns has ended. */
    gameEnds: Message | undefined = undefined;
    private closed = false;

    static async connect(nickname: string): Promise<Client> {
      if (!/^[^\t\n\v\f\r ]{1,10}$/.test(nickname)) throw new Kicked("LOGIN denied: Invalid nickname");
      return new Client();
    }

    async waitForStart(): Promise<Message> {
      return this.receive("GAME_STARTS");
    }

    async *turns(): AsyncGenerator<Message, void> {
      try {
        for (;;) {
          const message = await this.receive("TURN", "GAME_ENDS");
          if (message.message_type === "GAME_ENDS") {
            this.gameEnds = message;
            return;
          }
          yield message;
        }
      } finally {
        this.close();
      }
    }

    act(actions: unknown): void {
      if (!Array.isArray(actions)) {
        throw new TypeError(
          `act got ${world.formatter.inspect(actions, 0).slice(0, 80)}, expected a list of actions: what does chooseActions return?`,
        );
      }
      if (!this.closed) world.answer(JSON.stringify(actions));
    }

    close(): void {
      this.closed = true;
    }

    private async receive(...expected: string[]): Promise<Message> {
      const line = this.closed ? undefined : await world.inbox.next();
      if (line === undefined) throw new NetorcaiError("the server closed the connection before the game had ended");
      const message = messageOf(line);
      if (expected.includes(message.message_type)) return message;
      this.close();
      throw new NetorcaiError(`the server sent ${message.message_type}: ${expected.join(" or ")} expected`);
    }
  }

  const fail = (error: unknown): void => {
    if (error instanceof NetorcaiError) world.refuse(error.message);
    else world.fail(error);
  };
  return {
    Client,
    NetorcaiError,
    Kicked,
    MAX_SIZE: 16_777_215,
    encodeFrame: absent("encodeFrame"),
    decodeFrames: absent("decodeFrames"),
    fail,
  };
}
