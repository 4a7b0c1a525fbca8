// Programs of the page for tests. Each gets its end of a channel.
import { createRequire } from "node:module";
import { join } from "node:path";

const play = (port, moves) => {
  port.onmessage = ({ data }) => {
    const { type, turn, state } = JSON.parse(data);
    if (type === "turn") moves(turn, state);
  };
};
const answer = (port, turn, actions = "[]") => port.postMessage({ turn, actions });

export const programs = {
  quiet: (port) => play(port, (turn) => answer(port, turn)),
  never: (port) => play(port, () => {}),
  missing: (port, later) => {
    // its answer to turn 4 comes after that turn was played without it
    play(port, (turn) => turn !== 4 && answer(port, turn));
    later('{"frame":{"turn":6,', () => answer(port, 4, "hello"));
  },
  gone: (port) =>
    play(port, (turn) => (turn < 5 ? answer(port, turn) : port.postMessage({ gone: "TypeError: no (bot.js:3)" }))),
  garbage: (port) =>
    play(port, (turn) => {
      for (const what of [
        null,
        undefined,
        1,
        "text",
        [],
        {},
        { turn },
        { actions: "[]" },
        { turn: "1", actions: "[]" },
        { turn: NaN, actions: "[]" },
        { turn: 1e300, actions: "[]" },
        { turn: turn - 1, actions: "[1]" },
        { turn, actions: 1 },
        { output: {} },
        { gone: 1 },
        new Map(),
        new Uint8Array(10),
        new Date(),
        10n,
      ])
        port.postMessage(what);
      port.postMessage({ turn, actions: "[]", ["__proto__"]: { turn: 7 } });
    }),
  illegal: (port) => play(port, (turn) => answer(port, turn, "no list")),
  huge: (port) => play(port, (turn) => answer(port, turn, `["${"x".repeat(10 << 20)}"]`)),
  prints: (port) =>
    play(port, (turn) => {
      for (let line = 0; line < 5000; line++) port.postMessage({ output: `${turn}: ${line}`, error: line % 2 === 1 });
      port.postMessage({ output: "x".repeat(1 << 20), error: false });
      port.postMessage({ output: '@draw {"cell":[0,0]}', error: true });
      answer(port, turn);
    }),
};

/** The bot of the JavaScript starter in a folder. */
export const botOf = (folder) => (port) => {
  const { chooseActions } = createRequire(import.meta.url)(join(folder, "bot.js"));
  let player = 0;
  port.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (message.type === "start") player = message.player;
    if (message.type === "turn") answer(port, message.turn, JSON.stringify(chooseActions(message.state, player, true)));
  };
};
