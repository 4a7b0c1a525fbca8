//! Reads state.json. Rust's own library has no JSON; this little reader saves the bot from downloading one.
#![allow(dead_code)] // a bot need not use all of it

use crate::board::{Bomb, Cell, Player, State};
use std::collections::{BTreeMap, BTreeSet};
use std::iter::Peekable;
use std::path::Path;
use std::str::Chars;

/// A JSON value.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    Object(BTreeMap<String, Json>),
    Array(Vec<Json>),
    Text(String),
    /// A number, true, false or null, as it is written.
    Word(String),
}

impl Json {
    /// Reads a value. None: it is no JSON.
    pub fn parse(text: &str) -> Option<Json> {
        let mut rest = text.chars().peekable();
        let value = value(&mut rest)?;
        space(&mut rest);
        rest.next().is_none().then_some(value)
    }

    /// A field of an object.
    pub fn get(&self, name: &str) -> Option<&Json> {
        match self {
            Json::Object(fields) => fields.get(name),
            _ => None,
        }
    }

    /// The items of an array; of anything else, none.
    pub fn items(&self) -> &[Json] {
        match self {
            Json::Array(items) => items,
            _ => &[],
        }
    }

    /// A text, number, true, false or null, as text.
    pub fn text(&self) -> Option<&str> {
        match self {
            Json::Text(text) | Json::Word(text) => Some(text),
            _ => None,
        }
    }

    /// A number.
    pub fn number(&self) -> Option<i32> {
        match self {
            Json::Word(text) => text.parse().ok(),
            _ => None,
        }
    }
}

fn space(rest: &mut Peekable<Chars>) {
    while rest.next_if(|c| c.is_ascii_whitespace()).is_some() {}
}

/// Takes one character, after white space, if it is the next one.
fn take(rest: &mut Peekable<Chars>, wanted: char) -> Option<char> {
    space(rest);
    rest.next_if_eq(&wanted)
}

fn value(rest: &mut Peekable<Chars>) -> Option<Json> {
    space(rest);
    match rest.peek()? {
        '{' => object(rest),
        '[' => array(rest),
        '"' => string(rest).map(Json::Text),
        _ => {
            let mut word = String::new();
            while let Some(c) = rest.next_if(|c| c.is_ascii_alphanumeric() || "+-.".contains(*c)) {
                word.push(c);
            }
            (!word.is_empty()).then_some(Json::Word(word))
        }
    }
}

fn object(rest: &mut Peekable<Chars>) -> Option<Json> {
    let mut fields = BTreeMap::new();
    take(rest, '{')?;
    while take(rest, '}').is_none() {
        if !fields.is_empty() {
            take(rest, ',')?;
        }
        space(rest);
        let name = string(rest)?;
        take(rest, ':')?;
        fields.insert(name, value(rest)?);
    }
    Some(Json::Object(fields))
}

fn array(rest: &mut Peekable<Chars>) -> Option<Json> {
    let mut items = vec![];
    take(rest, '[')?;
    while take(rest, ']').is_none() {
        if !items.is_empty() {
            take(rest, ',')?;
        }
        items.push(value(rest)?);
    }
    Some(Json::Array(items))
}

fn string(rest: &mut Peekable<Chars>) -> Option<String> {
    let mut text = String::new();
    take(rest, '"')?;
    loop {
        match rest.next()? {
            '"' => return Some(text),
            '\\' => match rest.next()? {
                'n' => text.push('\n'),
                't' => text.push('\t'),
                'r' => text.push('\r'),
                'b' => text.push('\u{8}'),
                'f' => text.push('\u{c}'),
                'u' => {
                    let digits: String = rest.take(4).collect();
                    let code = u32::from_str_radix(&digits, 16).ok()?;
                    text.push(char::from_u32(code).unwrap_or('\u{fffd}')); // half of a pair: no text that we need
                }
                other => text.push(other),
            },
            c => text.push(c),
        }
    }
}

/// Reads state.json. The error says what is wrong with it.
pub fn read(file: &Path) -> Result<State, String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{}: {}", file.display(), error))?;
    let json = Json::parse(&text).ok_or_else(|| format!("{}: this is no JSON", file.display()))?;
    state(&json).ok_or_else(|| format!("{}: this is not the state of a game of 2016-Bomberman", file.display()))
}

fn cell(of: &Json) -> Option<Cell> {
    let at = of.get("Location")?;
    Some((at.get("X")?.number()?, at.get("Y")?.number()?))
}

/// The state in state.json; None: something is missing.
pub fn state(json: &Json) -> Option<State> {
    let number = |name| json.get(name).and_then(Json::number);
    let mut state = State {
        round: number("CurrentRound")?,
        width: number("MapWidth")?,
        height: number("MapHeight")?,
        hard_walls: BTreeSet::new(),
        soft_walls: BTreeSet::new(),
        power_ups: BTreeSet::new(),
        players: vec![],
        bombs: vec![],
    };
    for p in json.get("RegisteredPlayerEntities")?.items() {
        state.players.push(Player {
            key: p.get("Key")?.text()?.into(),
            cell: cell(p)?,
            alive: p.get("Killed")?.text()? == "false",
            points: p.get("Points")?.number()?,
            bag: p.get("BombBag")?.number()?,
            radius: p.get("BombRadius")?.number()?,
        });
    }
    for block in json.get("GameBlocks")?.items().iter().flat_map(|column| column.items()) {
        let at = cell(block)?;
        let entity = block.get("Entity")?.get("$type").and_then(Json::text).unwrap_or_default();
        if entity.contains("IndestructibleWall") {
            state.hard_walls.insert(at);
        } else if entity.contains("DestructibleWall") {
            state.soft_walls.insert(at);
        }
        if block.get("PowerUp")?.text().is_none() {
            state.power_ups.insert(at); // it is not null
        }
        let bomb = block.get("Bomb")?;
        if let Some(owner) = bomb.get("Owner") {
            state.bombs.push(Bomb {
                owner: owner.get("Key")?.text()?.into(),
                cell: at,
                radius: bomb.get("BombRadius")?.number()?,
                timer: bomb.get("BombTimer")?.number()?,
            });
        }
    }
    Some(state)
}
