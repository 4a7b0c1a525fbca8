// A starter bot for 2016-Bomberman over standard input and output: keeps out of blasts, breaks walls. Make it better!
"use strict";
const readline = require("node:readline");
const { PLACE_BOMB, STAY, TRIGGER_BOMB, blast, blocks, bombsOf, cellOf, danger, distances, draw, freeCells, key,
  neighbours, nextBomb, path, placeOf, random, step, waysOut } = require("./board.js");

// Looks at the state of the game and gives a command.
function choose(state, myKey) {
  const me = state.RegisteredPlayerEntities.find((player) => player.Key === myKey);
  if (me === undefined) return STAY;
  const at = placeOf(me), here = key(at), board = blocks(state), free = freeCells(state), hot = danger(state);
  // draw({ circle: [at.x, at.y], color: "red" }); // to see it on the page

  // What would we blow up? Soft walls that are not in a blast already, and the other players.
  const targets = new Set([...board].filter(([cell, { Entity }]) => Entity !== null && cell !== here && !hot.has(cell)
    && !Entity.$type.includes("Indestructible")).map(([cell]) => cell));
  const mine = bombsOf(state, myKey), bomb = nextBomb(me, at), armed = mine.length < me.BombBag;
  const hits = armed && !board.get(here)?.Bomb && [...blast(state, bomb)].some((cell) => targets.has(cell));
  if (hits && waysOut(state, at, bomb).length > 0) {
    return PLACE_BOMB;
  }
  if (mine.length > 0 && !hot.has(here) && mine.every((other) => other.BombTimer > 2)) {
    return TRIGGER_BOMB; // no need to wait
  }

  // Where could we go and live? Best where nothing explodes, and towards a power-up or a place for a bomb.
  const ways = waysOut(state, at), calm = ways.filter((way) => !hot.has(key(step(at, way))));
  const goal = [...distances(free, at).keys()].find((cell) => cell !== here && !hot.has(cell) && (hot.has(here)
    || board.get(cell)?.PowerUp || (armed && neighbours(cellOf(cell)).some((near) => targets.has(key(near))))));
  const first = path(free, at, goal === undefined ? at : cellOf(goal))?.[0] ?? STAY;
  if (calm.includes(first) || (hot.has(here) && ways.includes(first))) {
    return first;
  }
  const choices = [calm, ways].find((list) => list.length > 0) ?? [STAY];
  return choices[Math.floor(random() * choices.length)];
}

async function main() {
  let start;
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const message = JSON.parse(line);
    if (message.type === "start") {
      start = message; // who we are, and how long the match is
    } else if (message.type === "turn") { // one line answers one round; print all else with console.error
      console.log(JSON.stringify({ command: choose(message.state, start.key) }));
    }
  }
}

main();
