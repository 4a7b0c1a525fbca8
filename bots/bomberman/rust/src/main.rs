//! A starter bot for 2016-Bomberman: bombs walls and players, takes power-ups, lives. Make it better!
//! It is started anew each round with its key and the folder of the round, reads state.json there and writes move.txt.
mod board;
mod state;

use board::*;

/// Looks at the state of the game and returns a command.
fn choose(state: &State, key: &str) -> Option<u8> {
    let me = state.players.iter().find(|p| p.key == key)?;
    let here = me.cell;
    // board::draw(&format!("{{\"circle\":[{},{}]}}", here.0, here.1)); // to see it on the page
    // Others may trigger their bombs: be ready for it, if that leaves a way. Our cell is free when we have left it.
    let wary = triggered(&without(state, key), |b| b.owner != key);
    let (free, hot) = (free_cells(&wary), danger(&wary));
    let ways = Some(ways_out(&wary, here, None)).filter(|ways| !ways.is_empty());
    let ways = ways.unwrap_or_else(|| ways_out(state, here, None));
    // What a bomb there would hit: soft walls that no bomb breaks yet, and other players.
    let gain = |cell: Cell| {
        let reached = blast(&wary, &Bomb { owner: me.key.clone(), cell, radius: me.radius, timer: 0 });
        let walls = reached.iter().filter(|c| wary.soft_walls.contains(c) && !hot.contains_key(c)).count();
        walls + wary.players.iter().filter(|p| p.alive && reached.contains(&p.cell)).count()
    };
    let safe = |cell: Cell| !ways_out(&wary, cell, Some((me.radius, 9.min(3 * me.bag) + 1))).is_empty();
    let mine = bombs_of(state, key);
    let armed = (mine.len() as i32) < me.bag && state.bombs.iter().all(|b| b.cell != here);
    if armed && gain(here) > 0 && safe(here) {
        return Some(PLACE_BOMB);
    }
    if let Some(next) = mine.first().filter(|b| b.timer > 2) {
        if ways_out(&triggered(&wary, |b| b.cell == next.cell), here, None).contains(&STAY) {
            return Some(TRIGGER_BOMB); // no need to wait
        }
    }
    // Go where most is to be had for each round: a power-up is worth four walls. The best goal first.
    let extra = |cell: &Cell| if state.power_ups.contains(cell) { 4 } else { 0 };
    let far = distances(&free, here).into_iter().filter(|(cell, _)| *cell != here);
    let worth = far.map(|(cell, steps)| ((gain(cell) + extra(&cell)) as f64 / (steps + 2) as f64, cell));
    let mut goals: Vec<(f64, Cell)> = worth.filter(|(worth, _)| *worth > 0.0).collect();
    goals.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    for (_, cell) in goals {
        let first = *path(&free, here, cell)?.first()?;
        if ways.contains(&first) && (state.power_ups.contains(&cell) || safe(cell)) {
            return Some(first);
        }
    }
    ways.get((random(state) * ways.len() as f64) as usize).copied()
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
