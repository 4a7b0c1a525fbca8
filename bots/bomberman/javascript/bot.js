// A starter bot for 2016-Bomberman: walks at random and bombs now and then. Make it better!
//
// Each round it is started anew with two arguments, its key and the folder of the round. There it reads state.json, and
// writes its command into move.txt.
"use strict";
const fs = require("fs");
const path = require("path");

const PLACE_BOMB = 5, TRIGGER_BOMB = 6;

// The moves, and what each adds to x and y. (1, 1) is the upper left block of the map.
const MOVES = [
  { command: 1, dx: 0, dy: -1 }, // up
  { command: 2, dx: -1, dy: 0 }, // left
  { command: 3, dx: 1, dy: 0 }, // right
  { command: 4, dx: 0, dy: 1 }, // down
];

// The four blocks around (x, y), each with the move that leads there. GameBlocks is a list of columns.
function neighbours(state, x, y) {
  return MOVES.map(({ command, dx, dy }) => ({ command, block: state.GameBlocks[x + dx - 1][y + dy - 1] }));
}

// Looks at the state of the game and returns a command.
function choose(state, key) {
  const me = state.RegisteredPlayerEntities.find((player) => player.Key === key);
  const { X: x, Y: y } = me.Location;

  // Where could we go? An entity is a wall or a player; an open power-up is no hindrance.
  const free = neighbours(state, x, y).filter(({ block }) => block.Entity === null && block.Bomb === null);

  // Which bombs are ours? A blast runs along rows and columns only.
  const bombs = state.GameBlocks.flat().filter((block) => block.Bomb !== null).map((block) => block.Bomb);
  const mine = bombs.filter((bomb) => bomb.Owner.Key === key);
  const safe = mine.every((bomb) => bomb.Location.X !== x && bomb.Location.Y !== y);

  if (mine.length > 0 && safe && Math.random() < 0.3) {
    return TRIGGER_BOMB;
  }
  if (free.length === 0 || (mine.length < me.BombBag && Math.random() < 0.15)) {
    return PLACE_BOMB;
  }
  return free[Math.floor(Math.random() * free.length)].command;
}

let [key, folder] = process.argv.slice(2);
if (fs.existsSync(path.join(folder, key))) {
  folder = path.join(folder, key); // our own folder in that of the round
}
const state = JSON.parse(fs.readFileSync(path.join(folder, "state.json"), "utf8"));
const command = choose(state, key);
fs.writeFileSync(path.join(folder, "move.txt"), String(command));
console.log("round", state.CurrentRound, "command", command); // goes to log.txt
