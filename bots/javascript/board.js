// Helpers for the board of hexabomb: plain JavaScript, Node 18 or newer. None of them changes its arguments.
//
// A cell is an object with q and r; maps and sets name it by key(cell). A turn counts from now: 1 is the turn that the bot
// is asked for.
"use strict";

/**
 * @typedef {{q: number, r: number}} Cell
 * @typedef {Map<string, number>} Board The colour of every cell there is, by the cell's key; 0: neutral, else a player's id + 1.
 * @typedef {"x+" | "y+" | "z+" | "x-" | "y-" | "z-"} Direction
 * @typedef {Cell & {id: number, color: number, alive: boolean, revive_delay: number, bomb_count: number}} Character
 * @typedef {Cell & {color: number, range: number, delay: number}} Bomb
 * @typedef {{cells: (Cell & {color: number})[], characters: Character[], bombs: Bomb[],
 *   explosions: Object<string, Cell[]>, cell_count: Object<string, number>, score: Object<string, number>}} State
 * @typedef {{id: number, movement: "move", direction: Direction} | {id: number, movement: "revive"} |
 *   {id: number, movement: "bomb", bomb_range: number, bomb_delay: number}} Action What one character shall do.
 * @typedef {{has(key: string): boolean}} Keys A set of cells, or a board, by key.
 */

/**
 * The six directions of the board, and what each adds to q and r.
 * @type {{direction: Direction, q: number, r: number}[]}
 */
const DIRECTIONS = [
  { direction: "x+", q: 1, r: 0 }, { direction: "y+", q: 1, r: -1 }, { direction: "z+", q: 0, r: -1 },
  { direction: "x-", q: -1, r: 0 }, { direction: "y-", q: -1, r: 1 }, { direction: "z-", q: 0, r: 1 },
];
const STAY = "stay"; // what waysOut says in place of a direction; to stay, give the character no action
/** @typedef {Direction | "stay"} Way */
/** @type {Way[]} */
const WAYS = [...DIRECTIONS.map((step) => step.direction), STAY];

/**
 * The name of a cell in maps and sets.
 * @param {Cell} cell
 */
function key({ q, r }) {
  return `${q},${r}`;
}

/**
 * The cell with a name.
 * @param {string} name
 * @returns {Cell}
 */
function cellOf(name) {
  const [q, r] = name.split(",").map(Number);
  return { q, r };
}

/**
 * The cell where a direction leads from a cell; STAY: the cell itself.
 * @param {Cell} cell
 * @param {Way} way
 * @returns {Cell}
 */
function step({ q, r }, way) {
  const to = DIRECTIONS.find(({ direction }) => direction === way);
  return to ? { q: q + to.q, r: r + to.r } : { q, r };
}

/**
 * The colour of every cell there is.
 * @param {State} state
 * @returns {Board}
 */
function boardOf(state) {
  return new Map(state.cells.map((cell) => [key(cell), cell.color]));
}

/**
 * The six cells around a cell, each with the direction that leads there. Some may not be on the board.
 * @param {Cell} cell
 * @returns {(Cell & {direction: Direction})[]}
 */
function neighbours({ q, r }) {
  return DIRECTIONS.map((step) => ({ direction: step.direction, q: q + step.q, r: r + step.r }));
}

/**
 * The keys of the cells that hold neither a living character nor a bomb.
 * @param {State} state
 * @returns {Set<string>}
 */
function freeCells(state) {
  const free = new Set(state.cells.map(key));
  state.characters.filter((c) => c.alive).forEach((c) => free.delete(key(c)));
  state.bombs.forEach((bomb) => free.delete(key(bomb)));
  return free;
}

/**
 * Where one gets from a cell over free cells: by key, in order of distance, each with the first shortest way.
 * @param {Keys} free
 * @param {Cell} from
 * @returns {Map<string, Direction[]>}
 */
function paths(free, from) {
  /** @type {Map<string, Direction[]>} */
  const found = new Map([[key(from), []]]);
  const queue = [from];
  for (const here of queue) {
    const way = found.get(key(here)) ?? [];
    for (const { direction, ...there } of neighbours(here)) {
      if (free.has(key(there)) && !found.has(key(there))) {
        found.set(key(there), [...way, direction]);
        queue.push(there);
      }
    }
  }
  return found;
}

/**
 * The steps from a cell to every cell that can be reached over free cells, by key. from itself need not be free.
 * @param {Keys} free
 * @param {Cell} from
 * @returns {Map<string, number>}
 */
function distances(free, from) {
  return new Map([...paths(free, from)].map(([cell, way]) => [cell, way.length]));
}

/**
 * The steps from one cell to another over free cells; null: there is no way.
 * @param {Keys} free
 * @param {Cell} from
 * @param {Cell} to
 * @returns {number | null}
 */
function distance(free, from, to) {
  return path(free, from, to)?.length ?? null;
}

/**
 * The directions of a shortest way from one cell to another over free cells; null: there is no way.
 * @param {Keys} free
 * @param {Cell} from
 * @param {Cell} to
 * @returns {Direction[] | null}
 */
function path(free, from, to) {
  return paths(free, from).get(key(to)) ?? null;
}

/**
 * The keys of the cells that a bomb covers: its own, and up to its range in each direction, ended by the first missing one.
 * @param {Keys} board
 * @param {Cell & {range: number}} bomb
 * @returns {Set<string>}
 */
function blast(board, bomb) {
  const covered = new Set([key(bomb)]);
  for (const step of DIRECTIONS) {
    for (let n = 1; n <= bomb.range; n++) {
      const target = key({ q: bomb.q + n * step.q, r: bomb.r + n * step.r });
      if (!board.has(target)) {
        break;
      }
      covered.add(target);
    }
  }
  return covered;
}

/**
 * The turns at whose ends a cell is in a blast, ascending, by the cell's key. Cells that are in no blast are missing. A bomb
 * that a blast covers goes off with it.
 * @param {Keys} board
 * @param {(Cell & {range: number, delay: number})[]} bombs
 * @returns {Map<string, number[]>}
 */
function danger(board, bombs) {
  /** @type {Map<string, number[]>} */
  const hot = new Map();
  for (let waiting = bombs; waiting.length > 0;) {
    const turn = Math.min(...waiting.map((bomb) => bomb.delay));
    /** @type {Set<string>} */
    const covered = new Set();
    for (let more = true; more;) {
      const lit = waiting.filter((bomb) => bomb.delay <= turn || covered.has(key(bomb)));
      waiting = waiting.filter((bomb) => !lit.includes(bomb));
      lit.forEach((bomb) => blast(board, bomb).forEach((cell) => covered.add(cell)));
      more = lit.length > 0;
    }
    covered.forEach((cell) => hot.set(cell, [...hot.get(cell) ?? [], turn]));
  }
  return hot;
}

/**
 * The first moves with which a character on the cell survives all bombs that are known, STAY for not moving.
 *
 * Everybody else is taken to stay and to drop no bomb. With bomb, the character drops that bomb in this turn, and the moves
 * are those of the next turn. An empty list: there is no way out.
 * @param {State} state
 * @param {Cell} cell
 * @param {{range: number, delay: number}} [bomb]
 * @returns {Way[]}
 */
function waysOut(state, cell, bomb) {
  const board = boardOf(state);
  const bombs = bomb ? [...state.bombs, { q: cell.q, r: cell.r, range: bomb.range, delay: bomb.delay + 1 }] : state.bombs;
  const hot = danger(board, bombs);
  const others = state.characters.filter((c) => c.alive && key(c) !== key(cell));
  const blocked = [...bombs, ...others].map(key);
  const blasts = [...new Set([...hot.values()].flat())].sort((a, b) => a - b), last = blasts.at(-1) ?? 1;
  if (bomb && hot.get(key(cell))?.includes(1)) {
    return [];
  }
  /** @type {Map<string, string[]>} */
  const around = new Map(); // the cells where each way leads, for those that were reached
  let reached = new Map([[key(cell), 0]]); // where it can be, and a bit for each first move that leads there
  for (let turn = bomb ? 2 : 1; ;) {
    const covered = new Set([...hot.keys()].filter((there) => hot.get(there)?.includes(turn)));
    // What has blown up no longer blocks its cell.
    const closed = new Set([...covered, ...blocked.filter((there) => (hot.get(there)?.[0] ?? Infinity) >= turn)]);
    /** @type {typeof reached} */
    const after = new Map();
    for (const [here, firsts] of reached) {
      const to = around.get(here) ?? WAYS.map((way) => key(step(cellOf(here), way)));
      around.set(here, to);
      to.forEach((there, way) => {
        if (board.has(there) && (!closed.has(there) || (WAYS[way] === STAY && !covered.has(there)))) {
          after.set(there, (after.get(there) ?? 0) | (firsts || 1 << way));
        }
      });
    }
    if (turn >= last) {
      return WAYS.filter((_, way) => [...after.values()].some((firsts) => firsts & 1 << way));
    }
    // While nothing explodes and nothing is new, the coming turns are like this one.
    const same = after.size === reached.size && [...after].every(([at, firsts]) => firsts === reached.get(at));
    turn = same && !blasts.includes(turn) ? blasts.find((t) => t > turn) ?? last : turn + 1;
    reached = after;
  }
}

/**
 * Random numbers from 0 to below 1, the same for the same seed (mulberry32), in every language of the starters.
 * @param {number} seed
 */
function numbers(seed) {
  let at = seed;
  return () => {
    at = at + 0x6d2b79f5 | 0;
    let n = Math.imul(at ^ at >>> 15, at | 1);
    n ^= n + Math.imul(n ^ n >>> 7, n | 61);
    return ((n ^ n >>> 14) >>> 0) / 2 ** 32;
  };
}

const drawn = numbers(Number(process.env.BLASTYARD_SEED || 1));

/**
 * The next random number from 0 to below 1, as Math.random() gives one: the same ones in each match with the same seed.
 */
function random() {
  return drawn();
}

/**
 * Ends the program with one line if a match is of another game than its bot.
 * @param {string} game
 * @param {string} match
 */
function plays(game, match) {
  if (match !== game) {
    console.error(`this bot plays ${game}, and the match is one of ${match}`);
    process.exit(1);
  }
}

/**
 * Draws on the board of the page, such as draw({ cell: [2, -1], text: "37", color: "red" }).
 * @param {Object<string, any>} shape
 */
function draw(shape) {
  console.error("@draw " + JSON.stringify(shape));
}

module.exports = {
  DIRECTIONS, STAY, key, cellOf, step, boardOf, neighbours, freeCells, distances, distance, path, blast, danger, waysOut, numbers,
  random, draw, plays,
};
