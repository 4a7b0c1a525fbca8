// A bot that crashes in its sixth turn. The tests run it as a program of a match.
import { Peer, playAll } from "./netorcai.mjs";

const peer = await Peer.dial(Number(process.env["NETORCAI_PORT"]));
await peer.login("crashbot", "player");
await playAll(peer, ({ turn_number }) => {
  if (turn_number >= 5) throw new Error("no way out of here");
  return [];
});
