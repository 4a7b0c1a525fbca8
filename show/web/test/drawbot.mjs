// A bot of hexabomb that draws. The tests run it as a program of a match.
import { Peer, playAll } from "./netorcai.mjs";

/** @param {object} shape */
const draw = (shape) => console.log(`@draw ${JSON.stringify(shape)}`);

const peer = await Peer.dial(Number(process.env["NETORCAI_PORT"]));
await peer.login("painter", "player");
await playAll(peer, ({ turn_number: turn, game_state: { cells } }) => {
  const at = (/** @type {number} */ i) => [cells[i].q, cells[i].r];
  const last = cells.length - 1;
  draw({ cell: at(3), color: "#ff00ff", layer: "goal" });
  draw({ cell: at(last), text: `t${turn}`, color: "black", layer: "numbers <i>" });
  draw({ arrow: [at(2), at(last - 2)], color: "red", layer: "way" });
  draw({ line: [at(3), at(last)], color: "cyan", layer: "way" });
  draw({ circle: at(Math.floor(last / 2)), radius: 1.5, layer: "way" });
  console.log(`turn ${turn}`);
  return [];
});
