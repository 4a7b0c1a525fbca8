//! Helpers for the board of hexabomb: ways, blasts, danger. None of them changes its arguments.
#![allow(dead_code)] // a bot need not use all of it

use crate::netorcai::{Board, Bomb, Cell, State};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// What ways_out calls not moving.
pub const STAY: &str = "stay";

/// The six directions of the board, and what each adds to q and r.
pub const DIRECTIONS: [(&str, i32, i32); 6] =
    [("x+", 1, 0), ("y+", 1, -1), ("z+", 0, -1), ("x-", -1, 0), ("y-", -1, 1), ("z-", 0, 1)];

/// The six cells around a cell, each after its direction, in the order of the rules. Some may not be on the board.
pub fn neighbours(cell: Cell) -> Vec<(&'static str, Cell)> {
    DIRECTIONS.iter().map(|&(direction, q, r)| (direction, Cell { q: cell.q + q, r: cell.r + r })).collect()
}

/// The cell next to a cell in a direction; the cell itself for STAY.
pub fn neighbour(cell: Cell, way: &str) -> Cell {
    neighbours(cell).into_iter().find(|(direction, _)| *direction == way).map_or(cell, |(_, next)| next)
}

/// The cells that exist and hold neither a living character nor a bomb.
pub fn free_cells(state: &State) -> BTreeSet<Cell> {
    let mut free: BTreeSet<Cell> = state.board.keys().copied().collect();
    for bomb in &state.bombs {
        free.remove(&bomb.cell);
    }
    for character in state.characters.iter().filter(|c| c.alive) {
        free.remove(&character.cell);
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

/// The directions of a shortest way over free cells: empty when we are there, None when there is no way.
pub fn path(free: &BTreeSet<Cell>, from: Cell, to: Cell) -> Option<Vec<&'static str>> {
    distance(free, from, to)?;
    let mut all = free.clone(); // from here we look back from the end
    all.insert(from);
    let left = distances(&all, to);
    let (mut way, mut cell) = (vec![], from);
    while cell != to {
        let nearer = |next: &Cell| left.get(next).map_or(false, |steps| *steps < left[&cell]);
        let (direction, next) = neighbours(cell).into_iter().find(|(_, next)| nearer(next))?;
        way.push(direction);
        cell = next;
    }
    Some(way)
}

/// The first direction of a shortest way over free cells to the nearest cell that is wanted; STAY: there is none. Of
/// equally long ways it is the one whose directions come first.
pub fn toward(free: &BTreeSet<Cell>, from: Cell, wanted: impl Fn(&Cell) -> bool) -> &'static str {
    let mut first = BTreeMap::from([(from, STAY)]); // by cell: the direction to begin with
    let mut waiting = VecDeque::from([from]);
    while let Some(here) = waiting.pop_front() {
        if here != from && wanted(&here) {
            return first[&here];
        }
        for (direction, next) in neighbours(here) {
            if free.contains(&next) && !first.contains_key(&next) {
                first.insert(next, if here == from { direction } else { first[&here] });
                waiting.push_back(next);
            }
        }
    }
    STAY
}

/// The next random number from 0 to below 1 after those of this state, which is at first a seed: the same for the same
/// seed (mulberry32), in every language of the starters.
pub fn number(state: &mut u32) -> f64 {
    *state = state.wrapping_add(0x6d2b79f5);
    let mut n = (*state ^ *state >> 15).wrapping_mul(*state | 1);
    n ^= n.wrapping_add((n ^ n >> 7).wrapping_mul(n | 61));
    f64::from(n ^ n >> 14) / 4294967296.0
}

/// The next random number from 0 to below 1: the same ones in each match with the same seed.
pub fn random() -> f64 {
    thread_local! {
        static STATE: std::cell::Cell<u32> =
            std::cell::Cell::new(std::env::var("BLASTYARD_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1));
    }
    STATE.with(|kept| {
        let mut state = kept.get();
        let drawn = number(&mut state);
        kept.set(state);
        drawn
    })
}

/// The wish if it is in the first list that is not empty, else one of that list by lot; STAY: all are empty.
pub fn choose<const N: usize>(wish: &'static str, lists: [Vec<&'static str>; N]) -> &'static str {
    match lists.iter().find(|list| !list.is_empty()) {
        Some(list) if list.contains(&wish) => wish,
        Some(list) => list[(random() * list.len() as f64) as usize],
        None => STAY,
    }
}

/// The cells that a bomb covers: its own, and up to range cells in each direction, up to the first missing one.
pub fn blast(board: &Board, bomb: &Bomb) -> BTreeSet<Cell> {
    let mut covered = BTreeSet::from([bomb.cell]);
    for (_, q, r) in DIRECTIONS {
        let line = (1..=bomb.range).map(|step| Cell { q: bomb.cell.q + step * q, r: bomb.cell.r + step * r });
        covered.extend(line.take_while(|target| board.contains_key(target)));
    }
    covered
}

/// The turns in which each cell is in a blast, ascending; 1: at the end of this one. Chains are included.
pub fn danger(board: &Board, bombs: &[Bomb]) -> BTreeMap<Cell, Vec<i32>> {
    let mut turns: BTreeMap<Cell, Vec<i32>> = BTreeMap::new();
    for (turn, cells) in explosions(board, bombs) {
        for cell in cells {
            turns.entry(cell).or_default().push(turn);
        }
    }
    turns
}

/// By turn, the cells that are in a blast at its end.
fn explosions(board: &Board, bombs: &[Bomb]) -> BTreeMap<i32, BTreeSet<Cell>> {
    let mut blown = BTreeMap::new();
    let mut waiting: Vec<&Bomb> = bombs.iter().collect();
    while let Some(turn) = waiting.iter().map(|bomb| bomb.delay).min() {
        let mut covered = BTreeSet::new();
        loop {
            let (lit, others): (Vec<&Bomb>, Vec<&Bomb>) =
                waiting.into_iter().partition(|bomb| bomb.delay == turn || covered.contains(&bomb.cell));
            waiting = others;
            if lit.is_empty() {
                break; // the blasts set off no more bombs
            }
            for bomb in lit {
                covered.extend(blast(board, bomb));
            }
        }
        blown.insert(turn, covered);
    }
    blown
}

/// The first moves (directions, STAY for not moving) with which a character on a cell survives all bombs that are
/// there, if nobody else does anything. With bomb, its range and delay, the character drops a bomb this turn, and the
/// moves are those of its next turn. Empty: there is no way out.
pub fn ways_out(state: &State, cell: Cell, bomb: Option<(i32, i32)>) -> Vec<&'static str> {
    let mut bombs = state.bombs.clone();
    let first = match bomb {
        Some((range, delay)) => {
            bombs.push(Bomb { color: 0, range, delay: delay + 1, cell }); // its delay counts from the next turn on
            2
        }
        None => 1,
    };
    let mut escape = Escape::new(state, cell, &bombs);
    if first == 2 && escape.burns(cell, 1) {
        return vec![];
    }
    escape.moves(cell, first)
}

/// Where one can be and go in the turns to come, until the last bomb has gone off.
struct Escape {
    free_from: BTreeMap<Cell, i32>, // the first turn in which a cell can be entered
    blown: BTreeMap<i32, BTreeSet<Cell>>,
    last: i32,                          // turn with a blast
    known: BTreeMap<(Cell, i32), bool>, // what survives has found out
}

impl Escape {
    fn new(state: &State, own: Cell, bombs: &[Bomb]) -> Escape {
        let blown = explosions(&state.board, bombs);
        let last = blown.keys().last().copied().unwrap_or(0);
        let mut free_from: BTreeMap<Cell, i32> = state.board.keys().map(|&cell| (cell, 1)).collect();
        // A bomb or a character bars its cell until a blast.
        let others = state.characters.iter().filter(|c| c.alive && c.cell != own).map(|c| c.cell);
        for cell in bombs.iter().map(|bomb| bomb.cell).chain(others) {
            let turn = blown.iter().find(|(_, cells)| cells.contains(&cell)).map(|(turn, _)| turn + 1);
            free_from.insert(cell, turn.unwrap_or(i32::MAX));
        }
        Escape { free_from, blown, last, known: BTreeMap::new() }
    }

    fn burns(&self, cell: Cell, turn: i32) -> bool {
        self.blown.get(&turn).map_or(false, |cells| cells.contains(&cell))
    }

    fn moves(&mut self, cell: Cell, turn: i32) -> Vec<&'static str> {
        let mut ways = vec![];
        for (direction, next) in neighbours(cell) {
            let free = self.free_from.get(&next).map_or(false, |&from| from <= turn);
            if free && self.survives(next, turn) {
                ways.push(direction);
            }
        }
        if self.survives(cell, turn) {
            ways.push(STAY);
        }
        ways
    }

    /// Whether a character that is on a cell at the end of a turn survives it and the turns after it.
    fn survives(&mut self, cell: Cell, turn: i32) -> bool {
        if turn > self.last {
            return true;
        }
        if let Some(&known) = self.known.get(&(cell, turn)) {
            return known;
        }
        let lives = !self.burns(cell, turn) && !self.moves(cell, turn + 1).is_empty();
        self.known.insert((cell, turn), lives);
        lives
    }
}
