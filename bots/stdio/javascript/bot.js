// A starter bot for hexabomb over standard input and output: takes cells, bombs where it can get away. Make it better!
"use strict";
const readline = require("node:readline");
const { STAY, blast, boardOf, cellOf, danger, distances, draw, freeCells, key, path, plays, random,
  step, waysOut } = require("./board.js");

const BOMB = { range: 4, delay: 3 }, GAIN = 8; // our bombs, and how many cells each must win

// Looks at the state of the game and gives one action for each of our characters.
function chooseActions(state, playerId, mayRevive) {
  const color = playerId + 1, board = boardOf(state), free = freeCells(state);
  const bombs = new Set(state.bombs.map(key)), hot = danger(board, state.bombs);
  const actions = [];
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
    const worth = (cell) => board.get(cell) !== color && cell !== here && !hot.has(cell);
    const goal = [...distances(free, me).keys()].find(worth);
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
  let player = 0, mayRevive = true;
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const message = JSON.parse(line);
    if (message.type === "start") { // who we are, and how long the match is
      plays("hexabomb", message.game);
      player = message.player;
      mayRevive = message.special_players === 0; // in sudden death the dead stay dead
    } else if (message.type === "turn") {
      // One line answers one turn. Standard output is for answers only: print all else with console.error.
      console.log(JSON.stringify(chooseActions(message.state, player, mayRevive)));
    } else {
      console.error("winner:", message.winner, "we are:", player);
    }
  }
}

main();
