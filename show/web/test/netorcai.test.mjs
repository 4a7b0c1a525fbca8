// Games of a netorcai server, which the page watches as a visualization.
import assert from "node:assert/strict";
import { createServer } from "node:net";
import { Gate } from "./course.mjs";
import { pageTest } from "./lab.mjs";
import { leadAll, Peer, playAll } from "./netorcai.mjs";
import { button, slider, until, untilState, untilTurn } from "./view.mjs";

/**
 * Starts a server that begins once its players, its game logic and the page's visualization are connected, and then
 * waits for its players in each turn. Returns its port.
 * @param {import("./lab.mjs").Lab} lab
 * @param {number} players
 * @param {number} turns
 */
async function serve(lab, players, turns) {
  for (;;) {
    const port = await freePort();
    const program = lab.start(
      "netorcai",
      "--port",
      String(port),
      "--autostart",
      "--nb-players-max",
      String(players),
      "--nb-visus-max",
      "1",
      "--nb-turns-max",
      String(turns),
      "--delay-first-turn",
      "50",
      "--fast",
    );
    const [said] = await program.says(/Listening|Cannot listen/);
    if (said === "Listening") return port; // else another process has taken the port
  }
}

/**
 * A port that is free now: the server does not accept 0.
 * @returns {Promise<number>}
 */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === "object" ? resolve(address.port) : reject(new Error("no port")),
      );
    });
  });
}

/**
 * Plays without actions, as far as the gate allows. TURN n brings the page to turn n + 1.
 * @param {Peer} player
 * @param {Gate} gate
 */
const playBehind = (player, gate) =>
  playAll(player, async ({ turn_number: turn }) => {
    await gate.pass(turn + 1);
    return [];
  });

pageTest("a game that nobody knows is shown as a tree of its JSON", async (lab) => {
  const port = await serve(lab, 1, 25);
  const address = await lab.watch("--netorcai", `127.0.0.1:${port}`);
  const logic = await Peer.dial(port);
  const player = await Peer.dial(port);
  await logic.login("dice", "game logic");
  const page = await (await lab.visitor()).open(address);
  await player.login("roller", "player");
  const state = (/** @type {number} */ turn) => ({
    round: turn,
    dice: [1, turn % 6, { face: "<u>six</u>" }],
    "<s>key</s>": null,
    fair: true,
  });
  const gate = new Gate();
  const ends = Promise.all([leadAll(logic, state), playBehind(player, gate)]);
  await page.locator(".tree").waitFor();
  gate.open(2);
  await untilTurn(page, 2);
  const dice = page.locator('summary[data-path="$/dice"]');
  await dice.click();
  await page.locator(".tree .leaf", { hasText: "round" }).waitFor();
  await page.locator(".leaf", { hasText: "<s>key</s>null" }).waitFor();
  await page.locator('summary[data-path="$/dice/2"]').click();
  await page.locator(".leaf", { hasText: 'face"<u>six</u>"' }).waitFor(); // it stays open in the following turns
  gate.open(6);
  await untilTurn(page, 6);
  assert.equal(await page.locator("details details[open]").count(), 2);
  assert.equal(await page.locator(".stage canvas").count(), 0);
  assert.equal(await page.locator(".tree u, .tree s").count(), 0);
  await page.locator(".standings .name", { hasText: "roller" }).waitFor();
  gate.open(Infinity);
  await ends;
  await until(
    () => button(page, "Live").isVisible(),
    (visible) => !visible,
    "the end",
  );
  await slider(page).fill("3");
  await untilTurn(page, 3);
  await until(
    () => page.locator(".tree .leaf", { hasText: "round" }).textContent(),
    (text) => /round\d+$/.test(text ?? ""),
    "the round of the turn",
  );
});

pageTest("hexabomb of a netorcai server is shown on its board", async (lab) => {
  const port = await serve(lab, 2, 40);
  const address = await lab.watch("--netorcai", `127.0.0.1:${port}`);
  lab.start("hexabomb", "tiny", "-p", String(port));
  const page = await (await lab.visitor()).open(address);
  const bots = await Promise.all([Peer.dial(port), Peer.dial(port)]);
  await Promise.all(bots.map((bot, i) => bot.login(`bot${i}`, "player")));
  const gate = new Gate();
  const ends = Promise.all(bots.map((bot) => playBehind(bot, gate)));
  await page.locator(".stage canvas").waitFor();
  gate.open(3);
  await untilTurn(page, 3);
  await untilState(page, /^Live$/);
  assert.deepEqual((await page.locator(".standings .name").allTextContents()).toSorted(), ["bot0", "bot1"]);
  const late = await lab.open(address);
  await untilTurn(late, 3);
  await late.close();
  gate.open(Infinity);
  await ends;
  await until(
    () => button(page, "Live").isVisible(),
    (visible) => !visible,
    "the end",
  );
  assert.ok(Number(await slider(page).getAttribute("max")) >= 38);
});
