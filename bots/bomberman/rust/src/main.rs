//! A starter bot for 2016-Bomberman: bombs walls and players, takes power-ups, keeps out of blasts. Make it better!
//! It is started anew each round with its key and the folder of the round, reads state.json there and writes move.txt.
mod board;
mod state;

use board::*;

/// Looks at the state of the game and returns a command.
fn choose(state: &State, key: &str) -> Option<u8> {
    let me = state.players.iter().find(|p| p.key == key)?;
    // board::draw(&format!("{{\"circle\":[{},{}]}}", me.cell.0, me.cell.1)); // to see it on the page
    let mut wary = state.clone();
    wary.players.retain(|p| p.key != key); // without us, for our cell is free when we have left it
    for bomb in wary.bombs.iter_mut().filter(|b| b.owner != key) {
        bomb.timer = bomb.timer.min(2); // others may trigger theirs: those explode in the round after the coming one
    }
    let ways = Some(ways_out(&wary, me.cell, None)).filter(|ways| !ways.is_empty());
    let ways = ways.unwrap_or_else(|| ways_out(state, me.cell, None)); // hope that nobody triggers
    let free = free_cells(&wary);
    let ours = state.bombs.iter().filter(|b| b.owner == key);
    let may_bomb = (ours.clone().count() as i32) < me.bag && free.contains(&me.cell); // no bomb lies here
    if may_bomb && pays(&wary, me, me.cell) {
        return Some(PLACE_BOMB);
    }
    // Trigger our next bomb if we survive that it explodes in the round after the coming one.
    if let Some(next) = ours.min_by_key(|b| b.timer).filter(|b| b.timer > 2) {
        let mut sooner = wary.clone();
        sooner.bombs.iter_mut().filter(|b| b.cell == next.cell).for_each(|b| b.timer = 2);
        if ways_out(&sooner, me.cell, None).contains(&STAY) {
            return Some(TRIGGER_BOMB);
        }
    }
    // Go to the nearest cell that has a power-up or where a bomb pays.
    let cells = distances(&free, me.cell).into_iter();
    let goals = cells.filter(|(cell, _)| state.power_ups.contains(cell) || pays(&wary, me, *cell));
    let steps = goals.filter_map(|(cell, far)| Some((far, *path(&free, me.cell, cell)?.first()?)));
    let nearest = steps.filter(|(_, step)| ways.contains(step)).min();
    nearest.map(|(_, step)| step).or(ways.last().copied()) // the last one is to stay, if we can
}

/// Whether a bomb on a cell reaches another player, or a wall that no bomb breaks yet, and we survive it.
fn pays(state: &State, me: &Player, cell: Cell) -> bool {
    let timer = 9.min(3 * me.bag) + 1;
    let reached = blast(state, &Bomb { owner: me.key.clone(), cell, radius: me.radius, timer });
    let doomed = danger(state);
    let wall = reached.iter().any(|cell| state.soft_walls.contains(cell) && !doomed.contains_key(cell));
    let player = state.players.iter().any(|p| p.alive && reached.contains(&p.cell));
    (wall || player) && !ways_out(state, cell, Some((me.radius, timer))).is_empty()
}

fn main() -> Result<(), String> {
    let args: Vec<String> = std::env::args().collect();
    let own = std::path::Path::new(&args[2]).join(&args[1]); // our own folder in that of the round
    let folder = if own.is_dir() { own } else { args[2].clone().into() };
    let state = state::read(&folder.join("state.json"))?;
    let command = choose(&state, &args[1]).unwrap_or(STAY);
    println!("round {} command {}", state.round, command); // goes to log.txt
    std::fs::write(folder.join("move.txt"), command.to_string()).map_err(|error| error.to_string())
}
