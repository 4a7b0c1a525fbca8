// A starter bot for 2016-Bomberman: bombs walls and players, takes power-ups, lives. Make it better!
"use strict";
const { PLACE_BOMB, STAY, TRIGGER_BOMB, blast, blocks, bombsOf, cellOf, danger, distances, draw, freeCells, key, nextBomb, path,
  placeOf, playRound, random, triggered, waysOut,
  without } = require("./board.js");

/**
 * Look at the state of the game and give a command.
 * @param {import("./board.js").State} state
 * @param {string} myKey
 */
function choose(state, myKey) {
  const me = state.RegisteredPlayerEntities.find((player) => player.Key === myKey);
  if (me === undefined) return STAY;
  const at = placeOf(me), here = key(at), board = blocks(state), mine = bombsOf(state, myKey), next = mine[0];
  // draw({ circle: [at.x, at.y], color: "red" }); // to see it on the page
  // Others may trigger their bombs: be ready for it, if that leaves a way. Our cell is free when we have left it.
  const wary = triggered(without(state, me), (bomb) => bomb.Owner.Key !== myKey), free = freeCells(wary), hot = danger(wary);
  const ways = [waysOut(wary, at), waysOut(state, at)].find((list) => list.length > 0) ?? [STAY];

  // What a bomb there would hit: soft walls that no bomb breaks yet, and other players.
  const gain = (cell) => [...blast(wary, nextBomb(me, cellOf(cell)))].filter((there) => there !== here
    && board.get(there)?.Entity && !(hot.has(there) && board.get(there)?.Entity?.$type.includes("Wall"))).length;
  const safe = (cell) => waysOut(wary, cellOf(cell), nextBomb(me, cellOf(cell))).length > 0;

  if (mine.length < me.BombBag && !board.get(here)?.Bomb && gain(here) > 0 && safe(here)) return PLACE_BOMB;
  const early = triggered(wary, (bomb) => bomb === next);
  if (next && next.BombTimer > 2 && waysOut(early, at).includes(STAY)) return TRIGGER_BOMB; // no need to wait

  // Go where most is to be had for each round: a power-up is worth four walls. The best goal first.
  const goals = [...distances(free, at)].filter(([cell]) => cell !== here).map(([cell, steps]) => ({ ...cellOf(cell), cell,
    worth: (gain(cell) + (board.get(cell)?.PowerUp ? 4 : 0)) / (steps + 2) })).filter((goal) => goal.worth > 0);
  for (const goal of goals.sort((a, b) => b.worth - a.worth || a.x - b.x || a.y - b.y)) {
    const first = path(free, at, goal)?.[0] ?? STAY;
    if (ways.includes(first) && (board.get(goal.cell)?.PowerUp || safe(goal.cell))) return first;
  }
  return ways[Math.floor(random(state) * ways.length)];
}

module.exports = { choose };
if (require.main === module) playRound(choose);
