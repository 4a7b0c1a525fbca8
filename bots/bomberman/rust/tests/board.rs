//! Tests of src/board.rs and src/state.rs: cargo test, with blastyard's source around this folder, or BLASTYARD_TESTDATA
//! set.
#[path = "../src/board.rs"]
mod board;
#[path = "../src/state.rs"]
mod state;

use board::*;
use state::Json;
use std::collections::BTreeSet;

fn list(value: &Json, name: &str) -> Vec<Json> {
    value.get(name).unwrap_or_else(|| panic!("{} is missing", name)).items().to_vec()
}

fn numbers(value: &Json) -> Vec<i32> {
    value.items().iter().map(|n| n.number().unwrap()).collect()
}

fn cell(value: &Json) -> Cell {
    let n = numbers(value);
    (n[0], n[1])
}

fn cells(values: &[Json]) -> BTreeSet<Cell> {
    values.iter().map(cell).collect()
}

/// Calls a check with each case: its name, the case and its state.
fn each_case(check: impl Fn(&str, &Json, &State)) {
    let folder = std::env::var("BLASTYARD_TESTDATA").unwrap_or_else(|_| "../../testdata".into());
    let path = folder + "/helpers-bomberman.json";
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {}", path, error));
    let cases = list(&Json::parse(&text).unwrap(), "cases");
    assert!(cases.len() >= 30, "{} cases", cases.len());
    for v in cases {
        let state = state::state(v.get("state").unwrap()).unwrap();
        check(v.get("name").unwrap().text().unwrap(), &v, &state);
    }
}

#[test]
fn free_cells_are_those_of_the_vectors() {
    each_case(|name, v, state| assert_eq!(free_cells(state), cells(&list(v, "free_cells")), "{}", name));
}

#[test]
fn ways_are_those_of_the_vectors() {
    each_case(|name, v, state| {
        let free = free_cells(state);
        for want in list(v, "distances") {
            let got = distances(&free, cell(want.get("from").unwrap()));
            let got: Vec<Vec<i32>> = got.into_iter().map(|((x, y), n)| vec![x, y, n as i32]).collect();
            let want: Vec<Vec<i32>> = list(&want, "cells").iter().map(numbers).collect();
            assert_eq!(got, want, "{}: distances", name); // both by x, then y
        }
        for want in list(v, "paths") {
            let (from, to) = (cell(want.get("from").unwrap()), cell(want.get("to").unwrap()));
            let got = path(&free, from, to);
            let way = want.get("path").unwrap();
            let none = way.text() == Some("null");
            let way: Vec<u8> = numbers(way).into_iter().map(|step| step as u8).collect();
            assert_eq!(got, if none { None } else { Some(way) }, "{}: {:?}", name, want);
            assert_eq!(distance(&free, from, to), got.map(|way| way.len()), "{}: {:?}", name, want);
        }
    });
}

#[test]
fn blasts_and_danger_are_those_of_the_vectors() {
    each_case(|name, v, state| {
        let blasts = list(v, "blast");
        assert_eq!(state.bombs.len(), blasts.len(), "{}", name);
        for (bomb, want) in state.bombs.iter().zip(blasts) {
            assert_eq!(bomb.cell, cell(want.get("bomb").unwrap()), "{}", name);
            assert_eq!(blast(state, bomb), cells(&list(&want, "cells")), "{}: {:?}", name, bomb);
        }
        let got: Vec<(Cell, Vec<i32>)> = danger(state).into_iter().collect();
        let want: Vec<(Cell, Vec<i32>)> = list(v, "danger")
            .iter()
            .map(|d| (cell(d.get("cell").unwrap()), numbers(d.get("turns").unwrap())))
            .collect();
        assert_eq!(got, want, "{}", name); // both by x, then y
    });
}

#[test]
fn ways_out_are_those_of_the_vectors() {
    each_case(|name, v, state| {
        for want in list(v, "ways_out") {
            let bomb = want.get("bomb").filter(|b| b.text().is_none()).map(cell); // its radius and timer
            let got: Vec<i32> =
                ways_out(state, cell(want.get("cell").unwrap()), bomb).into_iter().map(i32::from).collect();
            assert_eq!(got, numbers(want.get("moves").unwrap()), "{}: {:?}", name, want);
        }
    });
}

#[test]
fn four_neighbours() {
    assert_eq!(neighbours((5, 3)), [(1, (5, 2)), (2, (4, 3)), (3, (6, 3)), (4, (5, 4))]);
}

#[test]
fn json() {
    let value = Json::parse(r#" {"a\"\\\u00e9\n": [1, -2, null, true], "b": {} } "#).unwrap();
    let a = value.get("a\"\\é\n").unwrap();
    assert_eq!(a.items()[..2].iter().map(|n| n.number()).collect::<Vec<_>>(), [Some(1), Some(-2)]);
    assert_eq!((a.items()[2].text(), a.items()[3].text()), (Some("null"), Some("true")));
    assert!(value.get("b").unwrap().text().is_none() && value.get("c").is_none());
    for bad in ["", "{", "[1", "[1,]", "{\"a\"}", "\"a", "1 2", "{\"a\":1 \"b\":2}", "\"\\u12\""] {
        assert_eq!(Json::parse(bad), None, "{}", bad);
    }
    assert!(state::read(std::path::Path::new("Cargo.toml")).unwrap_err().contains("no JSON"));
    assert_eq!(state::state(&value), None);
}

#[test]
fn the_random_numbers_of_every_starter() {
    for (seed, wants) in [(7, [50271532.0, 266108690.0, 4195786334.0]), (2147483647, [1842962257.0, 546041740.0, 1654754255.0])] {
        let mut state = seed;
        for want in wants {
            assert_eq!(number(&mut state) * 4294967296.0, want, "seed {}", seed);
        }
    }
}
