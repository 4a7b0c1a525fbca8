// A starter bot for 2016-Bomberman: keeps out of blasts, breaks walls, takes power-ups. Make it better!
import { PLACE_BOMB, STAY, TRIGGER_BOMB, blast, blocks, bombsOf, cellOf, danger, distances, freeCells, key, neighbours,
  nextBomb, path, placeOf, playRound, random, step, waysOut } from "./board.js";
import type { Command, State } from "./board.js";

/** Look at the state of the game and give a command. */
export function choose(state: State, myKey: string): Command {
  const me = state.RegisteredPlayerEntities.find((player) => player.Key === myKey);
  if (me === undefined) return STAY;
  const at = placeOf(me), here = key(at), board = blocks(state), free = freeCells(state), hot = danger(state);
  // draw({ circle: [at.x, at.y], color: "red" }); // to see it on the page; import draw above

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
  return choices[Math.floor(random() * choices.length)] ?? STAY;
}

if (require.main === module) playRound(choose);
