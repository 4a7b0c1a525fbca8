// A starter bot for hexabomb: walks to fresh cells, bombs now and then, keeps out of blasts. Make it better!
import { Client, key, neighbours, danger, fail } from "./netorcai.js";
import type { Action, State } from "./netorcai.js";

const NICKNAME = "mybot"; // 1 to 10 characters without blanks

/** Look at the state of the game and give one action for each of our characters. */
export function chooseActions(state: State, playerId: number, mayRevive: boolean): Action[] {
  const board = new Map(state.cells.map((cell) => [key(cell), cell.color]));
  const bombs = new Set(state.bombs.map(key));
  const taken = new Set([...bombs, ...state.characters.filter((c) => c.alive).map(key)]);
  const hot = danger(board, state.bombs, 2);

  const actions: Action[] = [];
  for (const me of state.characters.filter((c) => c.color === playerId + 1)) {
    const here = key(me);
    if (!me.alive) {
      if (mayRevive && me.revive_delay === 0 && !taken.has(here)) {
        actions.push({ id: me.id, movement: "revive" });
      }
      continue;
    }
    // Where could it go? Only onto cells that exist and hold neither a character nor a bomb.
    const free = neighbours(me).filter((cell) => board.has(key(cell)) && !taken.has(key(cell)));
    const safe = free.filter((cell) => !hot.has(key(cell)));
    const fresh = safe.filter((cell) => board.get(key(cell)) !== me.color);
    const target = pick(fresh) ?? pick(safe) ?? (hot.has(here) ? pick(free) : undefined);
    if (me.bomb_count > 0 && safe.length > 0 && !bombs.has(here) && !hot.has(here) && Math.random() < 0.1) {
      actions.push({ id: me.id, movement: "bomb", bomb_range: 2 + Math.floor(3 * Math.random()), bomb_delay: 4 });
    } else if (target !== undefined) {
      taken.add(key(target)); // so that our next character does not want to go there, too
      actions.push({ id: me.id, movement: "move", direction: target.direction });
    }
  }
  return actions;
}

/** Any element of a list; undefined if there is none. */
function pick<T>(list: readonly T[]): T | undefined {
  return list[Math.floor(Math.random() * list.length)];
}

async function main(): Promise<void> {
  const client = await Client.connect(NICKNAME);
  const game = await client.waitForStart();
  const mayRevive = game.nb_special_players === 0; // in sudden death the dead stay dead
  for await (const turn of client.turns()) {
    client.act(chooseActions(turn.game_state, game.player_id, mayRevive));
  }
  // Where do prints go? blastyard shows them with their turn, and --log FOLDER keeps them in a file.
  console.log("winner:", client.gameEnds?.winner_player_id, "we are:", game.player_id);
}

if (require.main === module) main().catch(fail);
