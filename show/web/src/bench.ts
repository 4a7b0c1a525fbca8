// Measures how fast the board is drawn: 415 cells, 28 characters and 60 bombs, with every turn animated. It measures
// once without and once with drawings of bots.
import { Board, defaultOptions, type BoardStats } from "./board/board";
import type { Bomb, Drawing, Explosion, Frame, Header, Token } from "./model";

interface BenchResult extends BoardStats {
  width: number;
  height: number;
  cells: number;
  characters: number;
  bombs: number;
  turns: number;
  /** With drawings of 12 bots, of which only one bot's are shown. */
  drawn: BoardStats & { shapes: number };
}

declare global {
  interface Window {
    /** The measurements; undefined until they are complete. */
    benchResult?: BenchResult;
  }
}

const artists = 12;
const shapes = 1000; // of each artist in a turn
const cells = 415;
const players = 4;
const characters = 28;
const bombs = 60;
const turnTime = 200;
const turns = Number(new URLSearchParams(location.search).get("turns") ?? 40);

/** A generator of pseudo-random numbers that are the same for the same seed. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** The cells of a hexagon, ordered by their distance from the middle. */
function hexagon(count: number): [number, number][] {
  const places: [number, number][] = [];
  const radius = 14;
  const distance = ([q, r]: [number, number]): number => Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r));
  for (let q = -radius; q <= radius; q++) for (let r = -radius; r <= radius; r++) places.push([q, r]);
  return places.sort((a, b) => distance(a) - distance(b)).slice(0, count);
}

function makeFrames(): Frame[] {
  const random = randomOf(7);
  const owners = Array.from({ length: cells }, () => random(players + 1));
  const at = Array.from({ length: characters }, () => random(cells));
  const laid: Bomb[] = Array.from({ length: bombs }, () => [
    random(cells),
    1 + random(players),
    1 + random(10),
    2 + random(3),
  ]);
  const frames: Frame[] = [];
  for (let turn = 0; turn <= turns; turn++) {
    const explosions: Explosion[] = [];
    for (const bomb of laid) {
      if (--bomb[2] > 0) continue;
      for (let i = 0; i < 13; i++) explosions.push([(bomb[0] + i * i) % cells, bomb[1]]);
      bomb.splice(0, 3, random(cells), 1 + random(players), 10);
    }
    for (const [cell, owner] of explosions) owners[cell] = owner;
    for (let i = 0; i < characters; i++) at[i] = ((at[i] ?? 0) + random(7) + cells - 3) % cells;
    const tokens = at.map(
      (cell, id): Token => [id, id % players, cell, id % 9 === 8 ? 0 : 1, id % 9 === 8 ? 3 : -1, 1],
    );
    frames.push({ turn, owners: [...owners], tokens, bombs: laid.map((bomb): Bomb => [...bomb]), explosions });
  }
  return frames;
}

/** As many shapes as bots may draw, different ones in each turn. */
function makeDrawings(places: readonly [number, number][], turn: number): Drawing[] {
  const random = randomOf(turn);
  const at = (): string => (places[random(places.length)] ?? [0, 0]).join(" ");
  const color = (): string => `#${(0x1000000 + random(0x1000000)).toString(16).slice(1)}`;
  const kinds = [
    () => `cell ${at()} ${color()} ${random(100)}`,
    () => `text ${at()} ${color()} ${random(1000)}`,
    () => `arrow ${at()} ${at()} ${color()}`,
    () => `line ${at()} ${at()} ${color()}`,
    () => `circle ${at()} ${random(3) + 0.5} ${color()}`,
  ];
  return Array.from({ length: artists }, (_, player) => ({
    player,
    layer: "main",
    shapes: Array.from({ length: shapes }, () => kinds[random(kinds.length)]?.()).join("\n"),
  }));
}

async function run(): Promise<BenchResult> {
  const canvas = document.createElement("canvas");
  document.body.append(canvas);
  const header: Header = {
    game: "hexabomb",
    title: "benchmark",
    shape: "hexagon",
    cells: hexagon(cells),
    turns,
    seed: "7",
    started: "",
    limit: 0,
    bounty: 0,
    suddenDeath: false,
    players: Array.from({ length: players }, (_, i) => ({ name: `player ${i}`, bot: "", special: false })),
  };
  const board = new Board(canvas, header);
  board.options = { ...defaultOptions, dark: true };
  const frames = makeFrames();
  const stats = await measure(board, frames);
  board.options = { ...defaultOptions, dark: true, me: 0 };
  for (const frame of frames) frame.drawings = makeDrawings(header.cells, frame.turn);
  const drawn = { ...(await measure(board, frames)), shapes };
  board.destroy();
  return { ...stats, width: canvas.clientWidth, height: canvas.clientHeight, cells, characters, bombs, turns, drawn };
}

/** Plays the frames and returns how fast they were drawn. */
async function measure(board: Board, frames: readonly Frame[]): Promise<BoardStats> {
  for (const [turn, frame] of frames.entries()) {
    board.show(frame, frames[turn - 1], turnTime);
    await new Promise((resolve) => setTimeout(resolve, turnTime));
    if (turn === 1) board.stats(true); // the first frames are only a warm-up
  }
  return board.stats(true);
}

const result = await run();
window.benchResult = result;
const { draw, interval } = result;
const line = document.createElement("p");
line.textContent =
  `${cells} cells, ${characters} characters, ${bombs} bombs at ${result.width}×${result.height}: ${result.frames} pictures; drawing ` +
  `${draw.median.toFixed(2)} ms median, ${draw.p95.toFixed(2)} ms p95; ${(1000 / interval.median).toFixed(0)} pictures a second (median); ` +
  `with ${result.drawn.shapes} shapes ${result.drawn.draw.median.toFixed(2)} ms median, ${result.drawn.draw.p95.toFixed(2)} ms p95`;
document.body.append(line);
