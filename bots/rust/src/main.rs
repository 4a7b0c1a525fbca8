//! A starter bot for hexabomb: goes for cells that are not ours, bombs where it can get away. Make it better!
mod board;
mod netorcai;

use board::{blast, choose, danger, free_cells, neighbour, toward, ways_out, STAY};
use netorcai::{bomb, move_to, revive, Action, Bomb, Cell, Character, Client, State};
use std::collections::BTreeSet;

const NICKNAME: &str = "mybot"; // 1 to 10 characters without blanks
const BOMB: (i32, i32) = (4, 3); // the range and delay of our bombs, from 2 to 4
const GAIN: usize = 8; // how many cells each must win

/// Looks at the state of the game and returns one action for each of our characters.
fn choose_actions(state: &State, player_id: i32, may_revive: bool) -> Vec<Action> {
    let mut free = free_cells(state);
    let ours = state.characters.iter().filter(|c| c.color == player_id + 1);
    ours.filter_map(|me| choose_action(state, me, &mut free, may_revive)).collect()
}

/// The action of one character; None: it stays where it is.
fn choose_action(state: &State, me: &Character, free: &mut BTreeSet<Cell>, may_revive: bool) -> Option<Action> {
    // netorcai::draw(serde_json::json!({"circle": [me.cell.q, me.cell.r], "color": "red"})); // to see it on the page
    if !me.alive {
        return (may_revive && me.revive_delay == 0 && free.remove(&me.cell)).then(|| revive(me.id));
    }
    let hot = danger(&state.board, &state.bombs);
    let fresh = |cell: &Cell| state.board[cell] != me.color && !hot.contains_key(cell);
    let covered = blast(&state.board, &Bomb { color: me.color, range: BOMB.0, delay: BOMB.1, cell: me.cell });
    let pays = covered.into_iter().filter(fresh).count() >= GAIN && state.bombs.iter().all(|b| b.cell != me.cell);
    if me.bomb_count > 0 && pays && !ways_out(state, me.cell, Some(BOMB)).is_empty() {
        return Some(bomb(me.id, BOMB.0, BOMB.1));
    }
    // Where could it go and live? Best where nothing explodes soon, and towards the nearest cell that is not ours.
    let mut ways = ways_out(state, me.cell, None);
    ways.retain(|way| *way == STAY || free.contains(&neighbour(me.cell, way)));
    let calm = ways.iter().copied().filter(|w| hot.get(&neighbour(me.cell, w)).map_or(true, |t| t[0] > 2)).collect();
    let direction = choose(toward(free, me.cell, fresh), [calm, ways, vec![STAY]]);
    free.remove(&neighbour(me.cell, direction)); // so that our next character does not want to go there, too
    (direction != STAY).then(|| move_to(me.id, direction))
}

fn play() -> Result<(), netorcai::Error> {
    let mut client = Client::new(NICKNAME)?;
    let game = client.wait_for_start()?;
    let may_revive = game.nb_special_players == 0; // in sudden death the dead stay dead
    while let Some(turn) = client.next_turn()? {
        client.act(choose_actions(&turn.game_state, game.player_id, may_revive))?;
    }
    // Where do prints go? blastyard shows them with their turn, and --log FOLDER keeps them in a file.
    println!("winner: {} we are: {}", client.game_ends.winner_player_id, game.player_id);
    Ok(())
}

fn main() {
    if let Err(error) = play() {
        eprintln!("bot: {}", error);
        std::process::exit(1);
    }
}
