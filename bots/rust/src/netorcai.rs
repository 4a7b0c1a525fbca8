//! A small netorcai client for hexabomb. Needs serde_json.
#![allow(dead_code)] // a bot need not use all of it

use serde_json::{json, Value};
use std::collections::BTreeMap;
use std::fmt;
use std::io::{ErrorKind, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

/// The version of the metaprotocol.
pub const VERSION: &str = "2.0.0";
/// The largest number of bytes in a frame.
pub const MAX_SIZE: usize = 16_777_215;
/// How long to wait for the connection and the answer to the login.
const PATIENCE: Duration = Duration::from_secs(10);

/// Something went wrong between us and the server. Its text is one line for the user.
#[derive(Debug)]
pub enum Error {
    /// The server has sent us away, for this reason.
    Kicked(String),
    /// Anything else.
    Failed(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Error::Kicked(reason) => write!(f, "kicked by the server: {}", reason.replace(['\r', '\n'], " ")),
            Error::Failed(text) => write!(f, "{}", text.replace(['\r', '\n'], " ")),
        }
    }
}

fn failed<T>(text: String) -> Result<T, Error> {
    Err(Error::Failed(text))
}

// ---- The board. ----

/// A place on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell {
    pub q: i32,
    pub r: i32,
}

/// The color of every cell there is; 0: neutral, else a player's id + 1.
pub type Board = BTreeMap<Cell, i32>;

/// Somebody's character; a dead one lies where it died. It may be revived when its revive_delay is 0.
#[derive(Clone, Debug)]
pub struct Character {
    pub id: i32,
    pub color: i32,
    pub cell: Cell,
    pub alive: bool,
    pub revive_delay: i32,
    pub bomb_count: i32,
}

/// A bomb; with a delay of 1 it goes off at the end of this turn.
#[derive(Clone, Debug)]
pub struct Bomb {
    pub color: i32,
    pub range: i32,
    pub delay: i32,
    pub cell: Cell,
}

/// The state of a game; message has all of it, explosions, cell_count and score too.
#[derive(Clone, Debug)]
pub struct State {
    pub board: Board,
    pub characters: Vec<Character>,
    pub bombs: Vec<Bomb>,
    pub message: Value,
}

/// The game starts: who we are, how many play (ordinary and special players), how long, and the first state.
#[derive(Debug)]
pub struct GameStarts {
    pub player_id: i32,
    pub nb_players: i32,
    pub nb_special_players: i32,
    pub nb_turns_max: i32,
    pub initial_game_state: State,
}

/// A turn: its number, from 0, and the state to answer to.
#[derive(Debug)]
pub struct Turn {
    pub turn_number: i32,
    pub game_state: State,
}

/// The game has ended. winner_player_id: -1 if nobody won.
#[derive(Debug)]
pub struct GameEnds {
    pub winner_player_id: i32,
}

/// What one of our characters shall do: made by move_to (move is a word of Rust), bomb and revive.
pub type Action = Value;

/// A character goes to the next cell in a direction.
pub fn move_to(id: i32, direction: &str) -> Action {
    json!({"id": id, "movement": "move", "direction": direction})
}

/// A character drops a bomb where it stands. Range and delay: from 2 to 4 (the special player: to 100).
pub fn bomb(id: i32, range: i32, delay: i32) -> Action {
    json!({"id": id, "movement": "bomb", "bomb_range": range, "bomb_delay": delay})
}

/// A dead character lives again.
pub fn revive(id: i32) -> Action {
    json!({"id": id, "movement": "revive"})
}

/// Draws on the board of the page, such as draw(json!({"cell": [2, -1], "color": "red"})).
pub fn draw(shape: Value) {
    println!("@draw {}", shape);
    let _ = std::io::stdout().flush();
}

// ---- Frames: 4 bytes of size, little-endian, then JSON and a line feed. ----

/// Sends one message.
pub fn write_frame(to: &mut impl Write, message: &Value) -> Result<(), Error> {
    let content = message.to_string() + "\n";
    if content.len() >= MAX_SIZE {
        return failed(format!("a message of {} bytes is too big to send: under {} expected", content.len(), MAX_SIZE));
    }
    let mut frame = (content.len() as u32).to_le_bytes().to_vec();
    frame.extend(content.as_bytes());
    to.write_all(&frame).map_err(|error| Error::Failed(format!("cannot send to the server: {}", error)))
}

/// Waits for one whole message.
pub fn read_frame(from: &mut impl Read) -> Result<Value, Error> {
    let mut size = [0; 4];
    read_exactly(from, &mut size)?;
    let size = u32::from_le_bytes(size) as usize;
    if size > MAX_SIZE {
        return failed(format!(
            "the server announces {} bytes: at most {} expected; is it a netorcai server?",
            size, MAX_SIZE
        ));
    }
    let mut content = vec![0; size];
    read_exactly(from, &mut content)?;
    let message: Value = serde_json::from_slice(&content)
        .map_err(|error| Error::Failed(format!("the server sent something that is not JSON: {}", error)))?;
    if !message["message_type"].is_string() {
        return failed("the server sent something that is not a message: an object with a message_type expected".into());
    }
    Ok(message)
}

fn read_exactly(from: &mut impl Read, content: &mut [u8]) -> Result<(), Error> {
    from.read_exact(content).map_err(|error| {
        Error::Failed(match error.kind() {
            ErrorKind::UnexpectedEof => "the server closed the connection before the game had ended".into(),
            ErrorKind::WouldBlock | ErrorKind::TimedOut => "the server does not answer".into(),
            _ => format!("cannot read from the server: {}", error),
        })
    })
}

// ---- Reading messages. ----

fn number(o: &Value, name: &str) -> Result<i32, Error> {
    match o[name].as_f64() {
        Some(x) => Ok(x as i32), // written 7 or 7.0
        None => failed(format!("the server plays another game: a number expected as {}", name)),
    }
}

fn array<'a>(o: &'a Value, name: &str) -> Result<&'a Vec<Value>, Error> {
    match o[name].as_array() {
        Some(list) => Ok(list),
        None => failed(format!("the server plays another game: an array expected as {}", name)),
    }
}

fn cell(o: &Value) -> Result<Cell, Error> {
    Ok(Cell { q: number(o, "q")?, r: number(o, "r")? })
}

/// The state of a game, read from the JSON of the protocol.
pub fn state(o: &Value) -> Result<State, Error> {
    let mut state = State { board: Board::new(), characters: vec![], bombs: vec![], message: o.clone() };
    for c in array(o, "cells")? {
        state.board.insert(cell(c)?, number(c, "color")?);
    }
    for c in array(o, "characters")? {
        state.characters.push(Character {
            id: number(c, "id")?,
            color: number(c, "color")?,
            cell: cell(c)?,
            alive: c["alive"] == true,
            revive_delay: number(c, "revive_delay")?,
            bomb_count: number(c, "bomb_count")?,
        });
    }
    for b in array(o, "bombs")? {
        let (color, range, delay) = (number(b, "color")?, number(b, "range")?, number(b, "delay")?);
        state.bombs.push(Bomb { color, range, delay, cell: cell(b)? });
    }
    Ok(state)
}

// ---- The connection. ----

/// One connection to a netorcai server: wait_for_start, then next_turn and act until there is no more turn.
pub struct Client {
    socket: TcpStream,
    turn_number: i32,
    /// How the game has ended, after next_turn has returned None.
    pub game_ends: GameEnds,
}

impl Client {
    /// Connects to NETORCAI_HOST:NETORCAI_PORT (default localhost:4242) and logs in as a player. nickname: 1 to 10
    /// characters without blanks.
    pub fn new(nickname: &str) -> Result<Client, Error> {
        Client::with_role(nickname, "player")
    }

    /// The same; role: "player", or "special player" for the hunter of sudden death.
    pub fn with_role(nickname: &str, role: &str) -> Result<Client, Error> {
        let socket = connect(&environment("NETORCAI_HOST", "localhost"), port()?)?;
        let mut client = Client { socket, turn_number: -1, game_ends: GameEnds { winner_player_id: -1 } };
        client.send(&json!({"message_type": "LOGIN", "nickname": nickname, "role": role, "metaprotocol_version": VERSION}))?;
        client.wait(Some(PATIENCE));
        client.receive(&["LOGIN_ACK"])?;
        client.wait(None);
        Ok(client)
    }

    /// Waits for the game to start.
    pub fn wait_for_start(&mut self) -> Result<GameStarts, Error> {
        let m = self.receive(&["GAME_STARTS"])?;
        Ok(GameStarts {
            player_id: number(&m, "player_id")?,
            nb_players: number(&m, "nb_players")?,
            nb_special_players: number(&m, "nb_special_players")?,
            nb_turns_max: number(&m, "nb_turns_max")?,
            initial_game_state: state(&m["initial_game_state"])?,
        })
    }

    /// Waits for the next turn; None when the game has ended. Answer each one with act.
    pub fn next_turn(&mut self) -> Result<Option<Turn>, Error> {
        let m = self.receive(&["TURN", "GAME_ENDS"])?;
        if m["message_type"] == "GAME_ENDS" {
            self.game_ends = GameEnds { winner_player_id: number(&m, "winner_player_id")? };
            return Ok(None);
        }
        self.turn_number = number(&m, "turn_number")?;
        Ok(Some(Turn { turn_number: self.turn_number, game_state: state(&m["game_state"])? }))
    }

    /// Sends our actions for the last turn; none: do nothing. Call it once a turn.
    pub fn act(&mut self, actions: Vec<Action>) -> Result<(), Error> {
        self.send(&json!({"message_type": "TURN_ACK", "turn_number": self.turn_number, "actions": actions}))
    }

    fn wait(&self, patience: Option<Duration>) {
        self.socket.set_read_timeout(patience).expect("a time over zero");
    }

    fn send(&mut self, message: &Value) -> Result<(), Error> {
        let sent = write_frame(&mut self.socket, message);
        if sent.is_err() {
            // A server that kicks us closes the connection; its reason may still wait to be read.
            self.wait(Some(Duration::from_secs(1)));
            loop {
                match self.receive(&[]) {
                    Ok(_) => continue,
                    Err(kicked @ Error::Kicked(_)) => return Err(kicked),
                    Err(_) => return sent,
                }
            }
        }
        sent
    }

    /// Waits for one of the messages that are expected, or for any.
    fn receive(&mut self, expected: &[&str]) -> Result<Value, Error> {
        let message = read_frame(&mut self.socket)?;
        let kind = message["message_type"].as_str().unwrap_or_default();
        if kind == "KICK" {
            return Err(Error::Kicked(message["kick_reason"].as_str().unwrap_or("no reason given").into()));
        }
        if !expected.is_empty() && !expected.contains(&kind) {
            return failed(format!("the server sent {}: {} expected", kind, expected.join(" or ")));
        }
        Ok(message)
    }
}

fn environment(name: &str, otherwise: &str) -> String {
    std::env::var(name).ok().filter(|value| !value.is_empty()).unwrap_or_else(|| otherwise.into())
}

fn port() -> Result<u16, Error> {
    let text = environment("NETORCAI_PORT", "4242");
    match text.parse() {
        Ok(port) if port > 0 && !text.starts_with('+') => Ok(port),
        _ => failed(format!("NETORCAI_PORT is '{}': a number from 1 to 65535 expected", text)),
    }
}

fn connect(host: &str, port: u16) -> Result<TcpStream, Error> {
    let cannot = |why: &str| {
        Error::Failed(format!("cannot connect to {}:{}: {}: look at NETORCAI_HOST and NETORCAI_PORT", host, port, why))
    };
    let mut problem = cannot("nobody knows this host");
    for address in (host, port).to_socket_addrs().map_err(|error| cannot(&error.to_string()))? {
        match TcpStream::connect_timeout(&address, PATIENCE) {
            Ok(socket) => {
                socket.set_nodelay(true).map_err(|error| cannot(&error.to_string()))?; // send every answer at once
                return Ok(socket);
            }
            Err(error) if error.kind() == ErrorKind::ConnectionRefused => {
                problem = Error::Failed(format!(
                    "no server listens on {}:{}: start one (blastyard play --wait 1 --port {}), \
                     or set NETORCAI_HOST and NETORCAI_PORT",
                    host, port, port
                ))
            }
            Err(error) => problem = cannot(&error.to_string()),
        }
    }
    Err(problem)
}
