//! A starter bot for hexabomb: walks to fresh cells, bombs now and then, keeps out of blasts. Make it better!
mod netorcai;

use netorcai::{bomb, chance, danger, move_to, neighbours, revive, Action, Cell, Client, State};
use std::collections::BTreeSet;

const NICKNAME: &str = "mybot"; // 1 to 10 characters without blanks

/// Looks at the state of the game and returns one action for each of our characters.
fn choose_actions(state: &State, player_id: i32, may_revive: bool) -> Vec<Action> {
    let my_color = player_id + 1;
    let bombs: BTreeSet<Cell> = state.bombs.iter().map(|b| b.cell).collect();
    let mut taken = bombs.clone(); // nobody can enter these
    taken.extend(state.characters.iter().filter(|c| c.alive).map(|c| c.cell));
    let hot = danger(&state.board, &state.bombs, 2); // go up within two turns

    let mut actions = vec![];
    for me in state.characters.iter().filter(|c| c.color == my_color) {
        if !me.alive {
            if may_revive && me.revive_delay == 0 && taken.insert(me.cell) {
                actions.push(revive(me.id));
            }
            continue;
        }
        // Where could it go? Only onto cells that exist and hold neither a character nor a bomb.
        let mut free = neighbours(me.cell);
        free.retain(|(_, cell)| state.board.contains_key(cell) && !taken.contains(cell));
        let safe: Vec<_> = free.iter().copied().filter(|(_, cell)| !hot.contains(cell)).collect();
        let fresh: Vec<_> = safe.iter().copied().filter(|(_, cell)| state.board[cell] != my_color).collect();
        let in_danger = hot.contains(&me.cell);
        if me.bomb_count > 0 && !safe.is_empty() && !in_danger && !bombs.contains(&me.cell) && chance(10) == 0 {
            actions.push(bomb(me.id, 2 + chance(3) as i32, 4)); // range and delay
        } else if let Some(ways) = [fresh, safe, if in_danger { free } else { vec![] }].iter().find(|ways| !ways.is_empty()) {
            let (direction, cell) = ways[chance(ways.len())];
            taken.insert(cell); // so that our next character does not want to go there, too
            actions.push(move_to(me.id, direction));
        }
    }
    actions
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
        eprintln!("mybot: {}", error);
        std::process::exit(1);
    }
}
