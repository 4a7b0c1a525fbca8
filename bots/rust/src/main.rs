//! A starter bot for hexabomb: goes to fresh cells, keeps out of blasts, bombs where it pays. Make it better!
mod board;
mod netorcai;

use board::{blast, distances, free_cells, neighbours, ways_out};
use netorcai::{bomb, move_to, revive, Action, Bomb, Cell, Character, Client, State};
use std::collections::BTreeSet;

const NICKNAME: &str = "mybot"; // 1 to 10 characters without blanks
const BOMB: (i32, i32) = (4, 3); // the range and delay of our bombs, from 2 to 4

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
        let revives = may_revive && me.revive_delay == 0 && free.remove(&me.cell);
        return revives.then(|| revive(me.id));
    }
    // A bomb pays where it paints many cells, and only if a way leads out of all blasts afterwards.
    let covered = blast(&state.board, &Bomb { color: me.color, range: BOMB.0, delay: BOMB.1, cell: me.cell });
    let gain = covered.iter().filter(|cell| state.board[cell] != me.color).count();
    let on_bomb = state.bombs.iter().any(|b| b.cell == me.cell);
    if me.bomb_count > 0 && !on_bomb && gain > 5 && !ways_out(state, me.cell, Some(BOMB)).is_empty() {
        return Some(bomb(me.id, BOMB.0, BOMB.1));
    }
    // Of the steps that we survive, take the one from which the next fresh cell is nearest.
    let ways = ways_out(state, me.cell, None);
    let steps = neighbours(me.cell).into_iter().filter(|(way, cell)| ways.contains(way) && free.contains(cell));
    let fresh = |from| distances(free, from).into_iter().filter(|(cell, _)| state.board[cell] != me.color);
    let (way, cell) = steps.min_by_key(|&(_, cell)| fresh(cell).map(|(_, n)| n).min().unwrap_or(1000))?;
    free.remove(&cell); // so that our next character does not go there, too
    Some(move_to(me.id, way))
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
