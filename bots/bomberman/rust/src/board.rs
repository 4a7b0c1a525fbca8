//! The board of 2016-Bomberman: helpers for ways, blasts and danger. None of them changes its arguments.
#![allow(dead_code)] // a bot need not use all of it

use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The command that does nothing: what ways_out calls not moving.
pub const STAY: u8 = 0;
/// The commands that are no moves.
pub const PLACE_BOMB: u8 = 5;
pub const TRIGGER_BOMB: u8 = 6;

/// A cell of the map, its x and y. (1, 1) is the upper left one.
pub type Cell = (i32, i32);

/// A living or dead player. bag: how many bombs it may have on the map; radius: of its next bombs.
#[derive(Clone, Debug, PartialEq)]
pub struct Player {
    pub key: String,
    pub cell: Cell,
    pub alive: bool,
    pub points: i32,
    pub bag: i32,
    pub radius: i32,
}

/// A bomb. One that shows the timer 1 explodes in the coming round, before anybody moves. owner: a player's key.
#[derive(Clone, Debug, PartialEq)]
pub struct Bomb {
    pub owner: String,
    pub cell: Cell,
    pub radius: i32,
    pub timer: i32,
}

/// The state of the game at the beginning of a round.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    pub round: i32,
    pub width: i32,
    pub height: i32,
    pub hard_walls: BTreeSet<Cell>,
    pub soft_walls: BTreeSet<Cell>,
    pub power_ups: BTreeSet<Cell>,
    pub players: Vec<Player>,
    pub bombs: Vec<Bomb>,
}

/// Draws on the board of the page; shape is JSON, such as {"cell":[2,1],"color":"red"}.
pub fn draw(shape: &str) {
    println!("@draw {}", shape);
}

/// The four cells around a cell, each after the command that leads there: 1 up, 2 left, 3 right, 4 down.
pub fn neighbours((x, y): Cell) -> [(u8, Cell); 4] {
    [(1, (x, y - 1)), (2, (x - 1, y)), (3, (x + 1, y)), (4, (x, y + 1))]
}

/// The cells that can be entered: no wall, no bomb, no living player.
pub fn free_cells(state: &State) -> BTreeSet<Cell> {
    let all = (1..=state.width).flat_map(|x| (1..=state.height).map(move |y| (x, y)));
    let mut free: BTreeSet<Cell> =
        all.filter(|cell| !state.hard_walls.contains(cell) && !state.soft_walls.contains(cell)).collect();
    for bomb in &state.bombs {
        free.remove(&bomb.cell);
    }
    for player in state.players.iter().filter(|p| p.alive) {
        free.remove(&player.cell);
    }
    free
}

/// The steps to each cell over free cells. from has 0 and need not be free; what cannot be reached is missing.
pub fn distances(free: &BTreeSet<Cell>, from: Cell) -> BTreeMap<Cell, usize> {
    let mut steps = BTreeMap::from([(from, 0)]);
    let mut waiting = VecDeque::from([from]);
    while let Some(cell) = waiting.pop_front() {
        for (_, next) in neighbours(cell) {
            if free.contains(&next) && !steps.contains_key(&next) {
                steps.insert(next, steps[&cell] + 1);
                waiting.push_back(next);
            }
        }
    }
    steps
}

/// The number of steps from one cell to another over free cells; None: there is no way.
pub fn distance(free: &BTreeSet<Cell>, from: Cell, to: Cell) -> Option<usize> {
    distances(free, from).get(&to).copied()
}

/// The moves of a shortest way over free cells: empty when we are there, None when there is no way.
pub fn path(free: &BTreeSet<Cell>, from: Cell, to: Cell) -> Option<Vec<u8>> {
    distance(free, from, to)?;
    let mut all = free.clone(); // from here we look back from the end
    all.insert(from);
    let left = distances(&all, to);
    let (mut way, mut cell) = (vec![], from);
    while cell != to {
        let nearer = |next: &Cell| left.get(next).map_or(false, |steps| *steps < left[&cell]);
        let (step, next) = neighbours(cell).into_iter().find(|(_, next)| nearer(next))?;
        way.push(step);
        cell = next;
    }
    Some(way)
}

/// The cells that a bomb covers as the map is now. Hard walls end it; soft walls and bombs, too: it covers them.
pub fn blast(state: &State, bomb: &Bomb) -> BTreeSet<Cell> {
    reach(bomb, &state.hard_walls, &state.soft_walls, &state.bombs)
}

fn reach(bomb: &Bomb, hard: &BTreeSet<Cell>, soft: &BTreeSet<Cell>, bombs: &[Bomb]) -> BTreeSet<Cell> {
    let mut covered = BTreeSet::from([bomb.cell]);
    for direction in 0..4 {
        let mut cell = bomb.cell;
        for _ in 0..bomb.radius {
            cell = neighbours(cell)[direction].1;
            if hard.contains(&cell) {
                break;
            }
            covered.insert(cell);
            if soft.contains(&cell) || bombs.iter().any(|b| b.cell == cell) {
                break;
            }
        }
    }
    covered
}

/// The bombs of a player, the one that explodes first in front: a trigger is for that one.
pub fn bombs_of(state: &State, key: &str) -> Vec<Bomb> {
    let mut bombs: Vec<Bomb> = state.bombs.iter().filter(|b| b.owner == key).cloned().collect();
    bombs.sort_by_key(|b| b.timer);
    bombs
}

/// The state without a player, whose cell is free when it has left it.
pub fn without(state: &State, key: &str) -> State {
    let mut then = state.clone();
    then.players.retain(|p| p.key != key);
    then
}

/// The state as if some bombs were triggered in this round: they explode in round 2, if not before.
pub fn triggered(state: &State, which: impl Fn(&Bomb) -> bool) -> State {
    let mut then = state.clone();
    then.bombs.iter_mut().filter(|b| which(b)).for_each(|b| b.timer = b.timer.min(2));
    then
}

/// The next random number from 0 to below 1 after those of this state, which is at first a seed: the same for the same
/// seed (mulberry32), in every language of the starters.
pub fn number(state: &mut u32) -> f64 {
    *state = state.wrapping_add(0x6d2b79f5);
    let mut n = (*state ^ *state >> 15).wrapping_mul(*state | 1);
    n ^= n.wrapping_add((n ^ n >> 7).wrapping_mul(n | 61));
    f64::from(n ^ n >> 14) / 4294967296.0
}

/// A random number from 0 to below 1, another one in each round: the same ones in a match with the same seed.
pub fn random(state: &State) -> f64 {
    let seed = std::env::var("BLASTYARD_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1u32);
    number(&mut seed.wrapping_add(state.round as u32))
}

/// The rounds in which each cell is in a blast, ascending; 1: the coming one. Chains, broken walls are included.
pub fn danger(state: &State) -> BTreeMap<Cell, Vec<i32>> {
    let mut rounds: BTreeMap<Cell, Vec<i32>> = BTreeMap::new();
    for (round, cells) in explosions(state, &state.bombs) {
        for cell in cells {
            rounds.entry(cell).or_default().push(round);
        }
    }
    rounds
}

/// By round, the cells that are in a blast.
fn explosions(state: &State, bombs: &[Bomb]) -> BTreeMap<i32, BTreeSet<Cell>> {
    let mut blown = BTreeMap::new();
    let mut soft = state.soft_walls.clone();
    let mut lying = bombs.to_vec();
    while let Some(round) = lying.iter().map(|bomb| bomb.timer).min() {
        let mut covered = BTreeSet::new();
        let mut waiting = lying.clone();
        loop {
            let (lit, others): (Vec<Bomb>, Vec<Bomb>) =
                waiting.into_iter().partition(|bomb| bomb.timer == round || covered.contains(&bomb.cell));
            waiting = others;
            if lit.is_empty() {
                break; // the blasts set off no more bombs
            }
            for bomb in lit {
                covered.extend(reach(&bomb, &state.hard_walls, &soft, &lying));
            }
        }
        lying = waiting;
        soft.retain(|cell| !covered.contains(cell));
        blown.insert(round, covered);
    }
    blown
}

/// The commands (moves, STAY) with which a player on a cell survives all bombs that are there, if nobody else does
/// anything. With bomb, its radius and the timer that it then shows, the player places a bomb now, and the commands are
/// those of the next round. Empty: there is no way out.
pub fn ways_out(state: &State, cell: Cell, bomb: Option<(i32, i32)>) -> Vec<u8> {
    let mut bombs = state.bombs.clone();
    if let Some((radius, timer)) = bomb {
        bombs.push(Bomb { owner: String::new(), cell, radius, timer: timer + 1 }); // it counts from the next round on
    }
    let mut escape = Escape::new(state, cell, &bombs);
    if bomb.is_some() && escape.burns(cell, 1) {
        return vec![];
    }
    escape.moves(cell, if bomb.is_some() { 2 } else { 1 })
}

/// Where one can be and go in the rounds to come, until the last bomb has exploded.
struct Escape {
    free_from: BTreeMap<Cell, i32>, // the first round in which a cell can be entered
    blown: BTreeMap<i32, BTreeSet<Cell>>,
    last: i32,                          // round with a blast
    known: BTreeMap<(Cell, i32), bool>, // what survives has found out
}

impl Escape {
    fn new(state: &State, own: Cell, bombs: &[Bomb]) -> Escape {
        let blown = explosions(state, bombs);
        let last = blown.keys().last().copied().unwrap_or(0);
        let mut free_from: BTreeMap<Cell, i32> = free_cells(state).into_iter().map(|cell| (cell, 1)).collect();
        free_from.insert(own, 1);
        // A wall, a bomb or a player bars its cell until a blast.
        let others = state.players.iter().filter(|p| p.alive && p.cell != own).map(|p| p.cell);
        let walls = state.soft_walls.iter().copied();
        for cell in bombs.iter().map(|bomb| bomb.cell).chain(others).chain(walls) {
            let round = blown.iter().find(|(_, cells)| cells.contains(&cell)).map(|(round, _)| round + 1);
            free_from.insert(cell, round.unwrap_or(i32::MAX));
        }
        Escape { free_from, blown, last, known: BTreeMap::new() }
    }

    fn burns(&self, cell: Cell, round: i32) -> bool {
        self.blown.get(&round).map_or(false, |cells| cells.contains(&cell))
    }

    /// Bombs explode before players move: who stands in a blast is dead, and who goes into one.
    fn moves(&mut self, cell: Cell, round: i32) -> Vec<u8> {
        let mut ways = vec![];
        if self.burns(cell, round) {
            return ways;
        }
        for (step, next) in neighbours(cell) {
            let free = self.free_from.get(&next).map_or(false, |&from| from <= round);
            if free && self.survives(next, round) {
                ways.push(step);
            }
        }
        if self.survives(cell, round) {
            ways.push(STAY);
        }
        ways
    }

    /// Whether a player that is on a cell at the end of a round survives it and the rounds after it.
    fn survives(&mut self, cell: Cell, round: i32) -> bool {
        if round > self.last {
            return true;
        }
        if let Some(&known) = self.known.get(&(cell, round)) {
            return known;
        }
        let lives = !self.burns(cell, round) && !self.moves(cell, round + 1).is_empty();
        self.known.insert((cell, round), lives);
        lives
    }
}
