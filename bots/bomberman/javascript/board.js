// Helpers for the map of 2016-Bomberman: plain JavaScript, Node 18 or newer. None of them changes its arguments.
//
// A cell is an object with x and y, { x: 1, y: 1 } being the upper left one; maps and sets name it by key(cell). A move is a
// command: UP, LEFT, RIGHT, DOWN, or STAY for doing nothing. Rounds count from now: 1 is the round that the bot is asked
// for. In a round bombs explode before players move.
"use strict";

/**
 * @typedef {{x: number, y: number}} Cell
 * @typedef {{X: number, Y: number}} Location
 * @typedef {0 | 1 | 2 | 3 | 4} Move
 * @typedef {Move | 5 | 6} Command
 * @typedef {{Name: string, Key: string, Points: number, Killed: boolean, BombBag: number, BombRadius: number,
 *   Location: Location}} Player
 * @typedef {{Location: Location, BombRadius: number, BombTimer: number}} Bomb
 * @typedef {{Location: Location, Entity: {$type: string} | null, Bomb: Bomb & {Owner: Player} | null,
 *   PowerUp: {$type: string} | null, Exploding: boolean}} Block
 * @typedef {{RegisteredPlayerEntities: Player[], CurrentRound: number, PlayerBounty: number, MapHeight: number,
 *   MapWidth: number, GameBlocks: Block[][], MapSeed: number}} State GameBlocks is a list of columns.
 * @typedef {{has(key: string): boolean}} Keys A set of cells, by key.
 */

const STAY = 0, UP = 1, LEFT = 2, RIGHT = 3, DOWN = 4, PLACE_BOMB = 5, TRIGGER_BOMB = 6;

/**
 * The moves, and what each adds to x and y.
 * @type {{move: Move, x: number, y: number}[]}
 */
const STEPS = [{ move: UP, x: 0, y: -1 }, { move: LEFT, x: -1, y: 0 }, { move: RIGHT, x: 1, y: 0 }, { move: DOWN, x: 0, y: 1 }];
/** @type {Move[]} */
const MOVES = [UP, LEFT, RIGHT, DOWN, STAY];

/**
 * The name of a cell in maps and sets.
 * @param {Cell} cell
 */
function key({ x, y }) {
  return `${x},${y}`;
}

/**
 * The cell with a name.
 * @param {string} name
 * @returns {Cell}
 */
function cellOf(name) {
  const [x, y] = name.split(",").map(Number);
  return { x, y };
}

/**
 * Where a player, a bomb or a block is.
 * @param {{Location: Location}} thing
 * @returns {Cell}
 */
function placeOf({ Location: { X, Y } }) {
  return { x: X, y: Y };
}

/**
 * The cell where a move leads from a cell; STAY: the cell itself.
 * @param {Cell} cell
 * @param {Move} move
 * @returns {Cell}
 */
function step({ x, y }, move) {
  const to = STEPS.find((s) => s.move === move);
  return to ? { x: x + to.x, y: y + to.y } : { x, y };
}

/**
 * The blocks of the map, by key.
 * @param {State} state
 * @returns {Map<string, Block>}
 */
function blocks(state) {
  return new Map(state.GameBlocks.flat().map((block) => [key(placeOf(block)), block]));
}

/**
 * The bombs of a player that are on the map, the one that explodes first in front: a trigger is for that one.
 * @param {State} state
 * @param {string} owner the player's key
 */
function bombsOf(state, owner) {
  const bombs = state.GameBlocks.flat().flatMap(({ Bomb }) => (Bomb !== null && Bomb.Owner.Key === owner ? [Bomb] : []));
  return bombs.sort((a, b) => a.BombTimer - b.BombTimer);
}

/**
 * The state without a player, whose cell is free when it has left it.
 * @param {State} state
 * @param {Player} player
 * @returns {State}
 */
function without(state, player) {
  const left = key(placeOf(player));
  const shown = (/** @type {Block} */ block) => (key(placeOf(block)) === left ? { ...block, Entity: null } : block);
  return { ...state, GameBlocks: state.GameBlocks.map((column) => column.map(shown)) };
}

/**
 * The state as if some bombs were triggered in this round: they explode in round 2, if not before.
 * @param {State} state
 * @param {(bomb: Bomb & {Owner: Player}) => boolean} which
 * @returns {State}
 */
function triggered(state, which) {
  const shown = (/** @type {Block} */ block) => (block.Bomb === null || !which(block.Bomb) ? block
    : { ...block, Bomb: { ...block.Bomb, BombTimer: Math.min(2, block.Bomb.BombTimer) } });
  return { ...state, GameBlocks: state.GameBlocks.map((column) => column.map(shown)) };
}

/**
 * The bomb that a player would place on a cell; its timer is what it shows after that round.
 * @param {Player} me
 * @param {Cell} cell
 * @returns {Bomb}
 */
function nextBomb(me, { x, y }) {
  return { Location: { X: x, Y: y }, BombRadius: me.BombRadius, BombTimer: Math.min(9, 3 * me.BombBag) + 1 };
}

/**
 * The four cells around a cell, each with the move that leads there.
 * @param {Cell} cell
 * @returns {(Cell & {move: Move})[]}
 */
function neighbours({ x, y }) {
  return STEPS.map((s) => ({ move: s.move, x: x + s.x, y: y + s.y }));
}

/**
 * The keys of the cells that hold no wall, no bomb and no living player.
 * @param {State} state
 * @returns {Set<string>}
 */
function freeCells(state) {
  const free = state.GameBlocks.flat().filter((block) => block.Entity === null && block.Bomb === null);
  return new Set(free.map((block) => key(placeOf(block))));
}

/**
 * Where one gets from a cell over free cells: by key, in order of distance, each with the first shortest way.
 * @param {Keys} free
 * @param {Cell} from
 * @returns {Map<string, Move[]>}
 */
function paths(free, from) {
  /** @type {Map<string, Move[]>} */
  const found = new Map([[key(from), []]]);
  const queue = [from];
  for (const here of queue) {
    const way = found.get(key(here)) ?? [];
    for (const { move, ...there } of neighbours(here)) {
      if (free.has(key(there)) && !found.has(key(there))) {
        found.set(key(there), [...way, move]);
        queue.push(there);
      }
    }
  }
  return found;
}

/**
 * The steps from a cell to every cell that can be reached over free cells, by key, nearest first. from need not be free.
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
 * The moves of a shortest way from one cell to another over free cells; null: there is no way.
 * @param {Keys} free
 * @param {Cell} from
 * @param {Cell} to
 * @returns {Move[] | null}
 */
function path(free, from, to) {
  return paths(free, from).get(key(to)) ?? null;
}

/** What matters to blasts: walls, bombs and players, by key. It can be played on when nobody does anything. */
class Board {
  /** @param {State} state */
  constructor(state) {
    /** @type {Map<string, "soft" | "hard">} */
    this.walls = new Map();
    /** @type {Map<string, Bomb>} */
    this.bombs = new Map();
    /** @type {Set<string>} */
    this.players = new Set();
    this.round = 0; // that was played last; 1 is the first
    for (const [cell, block] of blocks(state)) {
      const kind = block.Entity?.$type ?? "";
      if (kind.includes("Wall")) {
        this.walls.set(cell, kind.includes("IndestructibleWall") ? "hard" : "soft");
      } else if (kind !== "") {
        this.players.add(cell);
      }
      if (block.Bomb !== null) {
        this.bombs.set(cell, block.Bomb);
      }
    }
  }

  /**
   * The keys of the cells that a bomb covers.
   * @param {Bomb} bomb
   * @returns {Set<string>}
   */
  blast(bomb) {
    const { x, y } = placeOf(bomb), covered = new Set([key({ x, y })]);
    for (const s of STEPS) {
      for (let n = 1; n <= bomb.BombRadius; n++) {
        const target = key({ x: x + n * s.x, y: y + n * s.y });
        if (this.walls.get(target) === "hard") {
          break;
        }
        covered.add(target);
        if (this.walls.has(target) || this.bombs.has(target)) {
          break;
        }
      }
    }
    return covered;
  }

  /**
   * Whether a cell can be entered now.
   * @param {string} cell
   */
  isFree(cell) {
    return !this.walls.has(cell) && !this.bombs.has(cell) && !this.players.has(cell);
  }

  /**
   * Places a bomb that shows its timer from the coming round on.
   * @param {Bomb} bomb
   */
  place(bomb) {
    this.bombs.set(key(placeOf(bomb)), { ...bomb, BombTimer: bomb.BombTimer + this.round });
  }

  /**
   * Plays the explosions of one round and gives the keys of the cells that they cover. A bomb that a blast covers explodes, too.
   * @returns {Set<string>}
   */
  explode() {
    this.round++;
    /** @type {Set<string>} */
    const covered = new Set();
    const lit = [...this.bombs.values()].filter((bomb) => bomb.BombTimer <= this.round);
    for (const bomb of lit) { // it grows
      for (const cell of this.blast(bomb)) {
        const other = this.bombs.get(cell);
        if (other && !lit.includes(other)) {
          lit.push(other);
        }
        covered.add(cell);
      }
    }
    return covered;
  }

  /**
   * Takes away what the explosions of a round have destroyed.
   * @param {Set<string>} covered
   */
  clear(covered) {
    for (const cell of covered) {
      this.walls.delete(cell);
      this.bombs.delete(cell);
      this.players.delete(cell);
    }
  }
}

/**
 * The keys of the cells that a bomb covers, as the map is now. Walls and other bombs end it.
 * @param {State} state
 * @param {Bomb} bomb
 * @returns {Set<string>}
 */
function blast(state, bomb) {
  return new Board(state).blast(bomb);
}

/**
 * The rounds in which a cell is in a blast, ascending, by key, chains included. Cells that are in no blast are missing.
 * @param {State} state
 * @returns {Map<string, number[]>}
 */
function danger(state) {
  /** @type {Map<string, number[]>} */
  const hot = new Map();
  const board = new Board(state);
  while (board.bombs.size > 0) {
    const covered = board.explode();
    covered.forEach((cell) => hot.set(cell, [...hot.get(cell) ?? [], board.round]));
    board.clear(covered);
  }
  return hot;
}

/**
 * The first moves with which a player on the cell survives all bombs that are known, STAY for doing nothing.
 *
 * Everybody else is taken to do nothing. With bomb, the player places that one on the cell in this round, and the moves are
 * those of the next round. An empty list: there is no way out.
 * @param {State} state
 * @param {Cell} cell
 * @param {Bomb} [bomb]
 * @returns {Move[]}
 */
function waysOut(state, cell, bomb) {
  const board = new Board(state);
  board.players.delete(key(cell));
  if (bomb) {
    const covered = board.explode();
    if (covered.has(key(cell))) {
      return [];
    }
    board.clear(covered);
    board.place(bomb);
  }
  /** @type {Map<string, Set<Move>>} */
  let reached = new Map([[key(cell), new Set()]]); // where it can be, and the first moves that lead there
  for (;;) {
    const covered = board.explode();
    /** @type {typeof reached} */
    const after = new Map();
    for (const [here, firsts] of [...reached].filter(([at]) => !covered.has(at))) {
      for (const move of MOVES) {
        const there = key(step(cellOf(here), move));
        if (!covered.has(there) && (move === STAY || board.isFree(there))) {
          after.set(there, new Set([...after.get(there) ?? [], ...(firsts.size > 0 ? firsts : [move])]));
        }
      }
    }
    board.clear(covered);
    if (board.bombs.size === 0) {
      return MOVES.filter((move) => [...after.values()].some((firsts) => firsts.has(move)));
    }
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

/**
 * A random number from 0 to below 1, another one in each round: the same ones in a match with the same seed.
 * @param {{CurrentRound: number}} state
 */
function random(state) {
  return numbers(Number(process.env.BLASTYARD_SEED || 1) + state.CurrentRound)();
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
 * Draws on the board of the page, such as draw({ cell: [2, 1], text: "37", color: "red" }).
 * @param {Object<string, any>} shape
 */
function draw(shape) {
  console.error("@draw " + JSON.stringify(shape));
}

/**
 * Plays one round: the program is started with its key and the folder of the round, reads state.json there and writes its
 * command into move.txt. What it prints goes to log.txt.
 * @param {(state: State, key: string) => Command} choose
 */
function playRound(choose) {
  const fs = require("node:fs"), { join } = require("node:path"); // nothing else needs them: a browser has none
  const [me, round] = process.argv.slice(2);
  const own = join(round, me); // our own folder in that of the round
  const folder = fs.existsSync(own) ? own : round;
  const state = JSON.parse(fs.readFileSync(join(folder, "state.json"), "utf8"));
  const command = choose(state, me);
  fs.writeFileSync(join(folder, "move.txt"), String(command));
  console.log("round", state.CurrentRound, "command", command);
}

module.exports = {
  STAY, UP, LEFT, RIGHT, DOWN, PLACE_BOMB, TRIGGER_BOMB, key, cellOf, placeOf, step, blocks, bombsOf, without, triggered, nextBomb,
  neighbours, freeCells, distances, distance, path, blast, danger, waysOut, numbers, random, draw, plays,
  playRound,
};
