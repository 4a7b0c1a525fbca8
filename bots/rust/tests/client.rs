//! Tests of src/netorcai.rs: cargo test, with blastyard's source around this folder or BLASTYARD_TESTDATA set.
#[path = "../src/netorcai.rs"]
mod netorcai;

use netorcai::*;
use serde_json::{json, Value};
use std::io::{self, Read};

fn vectors(part: &str) -> Vec<Value> {
    let path = std::env::var("BLASTYARD_TESTDATA").unwrap_or_else(|_| "../testdata".into()) + "/frames.json";
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
