// A bot of hexabomb that goes to the nearest cell of another colour, and draws its thoughts: the picture of
// docs/drawing.md.
import { Peer, playAll } from "./netorcai.mjs";

/** @typedef {{ q: number, r: number }} Place */

const steps = /** @type {const} */ ([
  ["x+", 1, 0],
  ["y+", 1, -1],
  ["z+", 0, -1],
  ["x-", -1, 0],
  ["y-", -1, 1],
  ["z-", 0, 1],
]);
const ramp = ["#2eb85c", "#8fce3c", "#ffe033", "#ff9f1a", "#ff4d4f"];
let me = -1;

/** @param {object} shape */
const draw = (shape) => console.log(`@draw ${JSON.stringify(shape)}`);
/** @param {Place} place */
const key = ({ q, r }) => `${q},${r}`;

/**
 * The path from a character to the nearest cell of another colour. It draws the distances of all cells.
 * @param {Place & { id: number }} from
 * @param {Map<string, number>} colors
 * @param {Set<string>} taken
 */
function search(from, colors, taken) {
  /** @type {{ place: Place, far: number, way: Place[] }[]} */
  const queue = [{ place: from, far: 0, way: [from] }];
  const seen = new Set([key(from)]);
  /** @type {Place[] | undefined} */
  let found;
  for (const { place, far, way } of queue) {
    if (far > 0 && far <= 5)
      draw({ cell: [place.q, place.r], text: far, fill: true, color: ramp[far - 1], layer: "distance" });
    if (!found && far > 0 && colors.get(key(place)) !== me) found = way;
    for (const [, dq, dr] of steps) {
      const next = { q: place.q + dq, r: place.r + dr };
      if (!colors.has(key(next)) || taken.has(key(next)) || seen.has(key(next))) continue;
      seen.add(key(next));
      queue.push({ place: next, far: far + 1, way: [...way, next] });
    }
  }
  return found;
}

const peer = await Peer.dial(Number(process.env["NETORCAI_PORT"]));
await peer.login("scout", "player");
await playAll(peer, ({ game_state: { cells, characters, bombs } }) => {
  const colors = new Map(cells.map((/** @type {Place & { color: number }} */ cell) => [key(cell), cell.color]));
  const taken = new Set([...characters, ...bombs].map(key));
  const own =
    characters.find((/** @type {{ alive: boolean, color: number, id: number }} */ c) => c.alive && c.color === me) ??
    characters[0];
  me = own.color;
  const way = search(own, colors, taken);
  if (!way || way.length < 2) return [];
  for (let i = 1; i < way.length; i++)
    draw({ arrow: [way[i - 1], way[i]].map((p) => [p?.q, p?.r]), color: "white", layer: "way" });
  const goal = /** @type {Place} */ (way.at(-1));
  const first = /** @type {Place} */ (way[1]);
  draw({ circle: [goal.q, goal.r], radius: 0.6, color: "magenta", layer: "way" });
  const [direction] = steps.find(([, dq, dr]) => dq === first.q - own.q && dr === first.r - own.r) ?? ["x+"];
  return [{ id: own.id, movement: "move", direction }];
});
