//! Tests of src/netorcai.rs: cargo test, with blastyard's source around this folder or NETORCAI_FRAMES set.
#[path = "../src/netorcai.rs"]
mod netorcai;

use netorcai::*;
use serde_json::{json, Value};
use std::collections::BTreeSet;
use std::io::{self, Read};

fn vectors(part: &str) -> Vec<Value> {
    let path = std::env::var("NETORCAI_FRAMES").unwrap_or_else(|_| "../testdata/frames.json".into());
    let text = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {}", path, error));
    let all: Value = serde_json::from_slice(&text).unwrap();
    all[part].as_array().unwrap().clone()
}

fn bytes(vector: &Value) -> Vec<u8> {
    let hex = vector["hex"].as_str().unwrap();
    (0..hex.len()).step_by(2).map(|i| u8::from_str_radix(&hex[i..i + 2], 16).unwrap()).collect()
}

/// Gives one byte at a time.
struct Trickle(io::Cursor<Vec<u8>>);

impl Read for Trickle {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let n = to.len().min(1);
        self.0.read(&mut to[..n])
    }
}

/// Numbers by value: 7.0 is 7.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(name, value)| b.get(name).map_or(false, |other| same(value, other)))
        }
        _ => a == b,
    }
}

#[test]
fn decode() {
    let mut all = vec![];
    for v in vectors("decode") {
        let message = read_frame(&mut bytes(&v).as_slice()).unwrap();
        assert!(same(&message, &v["message"]), "{}: {}", v["name"], message);
        let message = read_frame(&mut Trickle(io::Cursor::new(bytes(&v)))).unwrap();
        assert!(same(&message, &v["message"]), "{}, byte by byte: {}", v["name"], message);
        all.extend(bytes(&v));
    }
    let mut stream = all.as_slice();
    for v in vectors("decode") {
        let message = read_frame(&mut stream).unwrap();
        assert!(same(&message, &v["message"]), "{}, in a stream: {}", v["name"], message);
    }
    assert!(stream.is_empty());
}

#[test]
fn refuse() {
    for v in vectors("refuse") {
        let error = read_frame(&mut bytes(&v).as_slice()).expect_err(v["name"].as_str().unwrap()).to_string();
        assert!(error.contains(v["text"].as_str().unwrap()) && !error.contains('\n'), "{}: {}", v["name"], error);
    }
}

#[test]
fn encode() {
    for v in vectors("encode") {
        let mut frame = vec![];
        write_frame(&mut frame, &v["message"]).unwrap();
        let content = &frame[4..];
        assert_eq!(frame[..4], (content.len() as u32).to_le_bytes(), "{}", v["name"]);
        assert_eq!(content.iter().position(|&c| c == b'\n'), Some(content.len() - 1), "{}", v["name"]);
        assert_eq!(serde_json::from_slice::<Value>(content).unwrap(), v["message"]);
    }
    let error = write_frame(&mut vec![], &json!({"message_type": "x".repeat(MAX_SIZE)})).unwrap_err().to_string();
    assert!(error.contains("too big to send"), "{}", error);
}

fn cells(all: &[(i32, i32)]) -> BTreeSet<Cell> {
    all.iter().map(|&(q, r)| Cell { q, r }).collect()
}

/// A corridor with a gap: x+ from (0,0) to (3,0), then (5,0) to (8,0); and a cell above (2,0).
fn corridor() -> Board {
    cells(&[(0, 0), (1, 0), (2, 0), (3, 0), (5, 0), (6, 0), (7, 0), (8, 0), (2, -1)]).into_iter().map(|c| (c, 0)).collect()
}

#[test]
fn six_neighbours() {
    let around: Vec<_> = neighbours(Cell { q: 2, r: -1 }).into_iter().map(|(direction, c)| (direction, c.q, c.r)).collect();
    let want = [("x+", 3, -1), ("y+", 3, -2), ("z+", 2, -2), ("x-", 1, -1), ("y-", 1, 0), ("z-", 2, 0)];
    assert_eq!(around, want);
}

#[test]
fn blasts_end_where_the_board_ends() {
    let board = corridor();
    assert_eq!(blast(&board, Cell { q: 1, r: 0 }, 4), cells(&[(0, 0), (1, 0), (2, 0), (3, 0), (2, -1)]));
    assert_eq!(blast(&board, Cell { q: 8, r: 0 }, 2), cells(&[(8, 0), (7, 0), (6, 0)]));
}

#[test]
fn bombs_set_each_other_off() {
    let board = corridor();
    let bomb = |delay, q| Bomb { color: 1, range: 2, delay, cell: Cell { q, r: 0 } };
    let bombs = [bomb(4, 7), bomb(3, 0), bomb(2, 5)];
    assert_eq!(danger(&board, &bombs, 1), cells(&[]));
    assert_eq!(danger(&board, &bombs, 2), cells(&[(5, 0), (6, 0), (7, 0), (8, 0)]));
    assert_eq!(danger(&board, &bombs, 3).len(), 7);
}
