// A starter bot for hexabomb: goes for cells that are not ours, bombs where it can get away. Make it better!
"use strict";
const { Client, fail } = require("./netorcai.js");
const { STAY, blast, boardOf, cellOf, danger, distances, draw, freeCells, key, path, random, step,
  waysOut } = require("./board.js");

const NICKNAME = "mybot"; // 1 to 10 characters without blanks
const BOMB = { range: 4, delay: 3 }, GAIN = 8; // our bombs, and how many cells each must win

/**
 * Look at the state of the game and give one action for each of our characters.
 * @param {import("./board.js").State} state
 * @param {number} playerId
 * @param {boolean} mayRevive
 */
function chooseActions(state, playerId, mayRevive) {
  const color = playerId + 1, board = boardOf(state), free = freeCells(state);
  const bombs = new Set(state.bombs.map(key)), hot = danger(board, state.bombs);
  const actions = /** @type {import("./board.js").Action[]} */ ([]);
  for (const me of state.characters.filter((c) => c.color === color)) {
    const id = me.id, here = key(me);
    // draw({ circle: [me.q, me.r], color: "red" }); // to see it on the page
    if (!me.alive) {
      if (mayRevive && me.revive_delay === 0 && free.delete(here)) actions.push({ id, movement: "revive" });
      continue;
    }
    const won = [...blast(board, { ...me, ...BOMB })].filter((cell) => board.get(cell) !== color && !hot.has(cell));
    if (me.bomb_count > 0 && !bombs.has(here) && won.length >= GAIN && waysOut(state, me, BOMB).length > 0) {
      actions.push({ id, movement: "bomb", bomb_range: BOMB.range, bomb_delay: BOMB.delay });
      continue;
    }
    // Where could it go and live? Best where nothing explodes soon, and towards the nearest cell that is not ours.
    const ways = waysOut(state, me).filter((way) => way === STAY || free.has(key(step(me, way))));
    const calm = ways.filter((way) => !hot.get(key(step(me, way)))?.some((turn) => turn <= 2));
    const goal = [...distances(free, me).keys()].find((cell) => board.get(cell) !== color && cell !== here && !hot.has(cell));
    const first = (goal && path(free, me, cellOf(goal))?.[0]) ?? STAY;
    const choices = [calm, ways].find((list) => list.length > 0) ?? [STAY];
    const direction = choices.find((way) => way === first) ?? choices[Math.floor(random() * choices.length)];
    if (direction !== STAY) {
      free.delete(key(step(me, direction))); // so that our next character does not want to go there, too
      actions.push({ id, movement: "move", direction });
    }
  }
  return actions;
}

async function main() {
  const client = await Client.connect(NICKNAME);
  const game = await client.waitForStart();
  const mayRevive = game.nb_special_players === 0; // in sudden death the dead stay dead
  for await (const turn of client.turns()) {
    client.act(chooseActions(turn.game_state, game.player_id, mayRevive));
  }
  // Where do prints go? blastyard shows them with their turn, and --log FOLDER keeps them in a file.
  console.log("winner:", client.gameEnds?.winner_player_id, "we are:", game.player_id);
}

module.exports = { chooseActions };
if (require.main === module) main().catch(fail);
