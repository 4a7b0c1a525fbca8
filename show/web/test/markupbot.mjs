// A bot whose name, output and actions contain markup. The tests run it as a program of a match.
import { Peer, playAll } from "./netorcai.mjs";

const peer = await Peer.dial(Number(process.env["NETORCAI_PORT"]));
await peer.login('<b>"&</b>', "player");
await playAll(peer, ({ turn_number }) => {
  console.log(`turn ${turn_number}: <img src=x onerror="window.harmed=1"></script><script>window.harmed=2</script>`);
  console.error("<i onclick=alert(1)>&lt;\u001b[31m</i>");
  return [{ id: 99, movement: "<svg onload=window.harmed=3>" }];
});
