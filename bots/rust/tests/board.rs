//! Tests of src/board.rs: cargo test, with blastyard's source around this folder or BLASTYARD_TESTDATA set.
#[path = "../src/board.rs"]
mod board;
#[path = "../src/netorcai.rs"]
mod netorcai;

use board::*;
use netorcai::{Cell, State};
use serde_json::{json, Value};
use std::collections::BTreeSet;

fn cases() -> Vec<Value> {
    let folder = std::env::var("BLASTYARD_TESTDATA").unwrap_or_else(|_| "../testdata".into());
    let path = folder + "/helpers-hexabomb.json";
    let text = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {}", path, error));
    let all: Value = serde_json::from_slice(&text).unwrap();
    list(&all["cases"]).clone()
}

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().unwrap_or_else(|| panic!("{} is not an array", value))
}

fn number(value: &Value) -> i32 {
    value.as_i64().unwrap() as i32
}

fn cell(value: &Value) -> Cell {
    Cell { q: number(&value[0]), r: number(&value[1]) }
}

fn cells(value: &Value) -> BTreeSet<Cell> {
    list(value).iter().map(cell).collect()
}

/// Each case with its state.
fn states() -> Vec<(Value, State)> {
    let states: Vec<_> = cases().into_iter().map(|v| (v.clone(), netorcai::state(&v["state"]).unwrap())).collect();
    assert!(states.len() >= 40, "{} cases", states.len());
    states
}

#[test]
fn free_cells_are_those_of_the_vectors() {
    for (v, state) in states() {
        assert_eq!(free_cells(&state), cells(&v["free_cells"]), "{}", v["name"]);
    }
}

#[test]
fn ways_are_those_of_the_vectors() {
    for (v, state) in states() {
        let free = free_cells(&state);
        for want in list(&v["distances"]) {
            let got = distances(&free, cell(&want["from"]));
            let triples: Vec<Value> = got.iter().map(|(c, n)| json!([c.q, c.r, n])).collect();
            assert_eq!(&triples, list(&want["cells"]), "{}: distances", v["name"]); // both by q, then r
        }
        for want in list(&v["paths"]) {
            let (from, to) = (cell(&want["from"]), cell(&want["to"]));
            let got = path(&free, from, to);
            assert_eq!(json!(got), want["path"], "{}: {}", v["name"], want);
            assert_eq!(distance(&free, from, to), got.map(|way| way.len()), "{}: {}", v["name"], want);
        }
    }
}

#[test]
fn blasts_and_danger_are_those_of_the_vectors() {
    for (v, state) in states() {
        let blasts = list(&v["blast"]);
        assert_eq!(state.bombs.len(), blasts.len(), "{}", v["name"]);
        for (bomb, want) in state.bombs.iter().zip(blasts) {
            assert_eq!(bomb.cell, cell(&want["bomb"]), "{}", v["name"]);
            assert_eq!(blast(&state.board, bomb), cells(&want["cells"]), "{}: {}", v["name"], want);
        }
        let got = danger(&state.board, &state.bombs);
        let got: Vec<Value> = got.iter().map(|(c, turns)| json!({"cell": [c.q, c.r], "turns": turns})).collect();
        assert_eq!(&got, list(&v["danger"]), "{}", v["name"]); // both by q, then r
    }
}

#[test]
fn ways_out_are_those_of_the_vectors() {
    for (v, state) in states() {
        for want in list(&v["ways_out"]) {
            let bomb = want["bomb"].as_array().map(|b| (number(&b[0]), number(&b[1])));
            assert_eq!(json!(ways_out(&state, cell(&want["cell"]), bomb)), want["moves"], "{}: {}", v["name"], want);
        }
    }
}

#[test]
fn six_neighbours() {
    let around: Vec<_> =
        neighbours(Cell { q: 2, r: -1 }).into_iter().map(|(direction, c)| (direction, c.q, c.r)).collect();
    let want = [("x+", 3, -1), ("y+", 3, -2), ("z+", 2, -2), ("x-", 1, -1), ("y-", 1, 0), ("z-", 2, 0)];
    assert_eq!(around, want);
}

#[test]
fn numbers() {
    for (seed, wants) in [(7, [50271532.0, 266108690.0, 4195786334.0]), (2147483647, [1842962257.0, 546041740.0, 1654754255.0])] {
        let mut state = seed;
        for want in wants {
            assert_eq!(board::number(&mut state) * 4294967296.0, want, "seed {}", seed);
        }
    }
}
