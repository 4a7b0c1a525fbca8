package netorcai

import "encoding/json"

// Version is the version of the metaprotocol that this package implements.
const Version = "2.0.0"

// DefaultPort is the TCP port of a server if no other is given.
const DefaultPort = 4242

// Role is the role of a client in a game.
type Role string

// The values of Role.
const (
	RolePlayer        Role = "player"
	RoleSpecialPlayer Role = "special player"
	RoleVisualization Role = "visualization"
	RoleGameLogic     Role = "game logic"
)

// IsPlayer reports whether clients of the role play, as ordinary or special players.
func (r Role) IsPlayer() bool { return r == RolePlayer || r == RoleSpecialPlayer }

// The message types, as in the field message_type.
const (
	TypeLogin      = "LOGIN"
	TypeLoginAck   = "LOGIN_ACK"
	TypeKick       = "KICK"
	TypeGameStarts = "GAME_STARTS"
	TypeTurn       = "TURN"
	TypeTurnAck    = "TURN_ACK"
	TypeGameEnds   = "GAME_ENDS"
	TypeDoInit     = "DO_INIT"
	TypeDoInitAck  = "DO_INIT_ACK"
	TypeDoTurn     = "DO_TURN"
	TypeDoTurnAck  = "DO_TURN_ACK"
)

// Message is a message from a server: LoginAck, GameStarts, Turn, GameEnds, DoInit, DoTurn or Kick.
type Message interface{ message() }

// Login is a client's first message.
type Login struct {
	Nickname string // 1 to 10 characters, none of them white space
	Role     Role
	Version  string // of the metaprotocol, MAJOR.MINOR.PATCH
}

// LoginAck says that a login was accepted.
type LoginAck struct {
	Version string // the server's version of the metaprotocol
}

// Kick says that the server closes the connection, and why.
type Kick struct {
	Reason string
}

// PlayerInfo describes a player to a visualization.
type PlayerInfo struct {
	PlayerID      int    `json:"player_id"`
	Nickname      string `json:"nickname"`
	RemoteAddress string `json:"remote_address"`
	IsConnected   bool   `json:"is_connected"`
}

// GameStarts begins a game for a player or a visualization.
type GameStarts struct {
	PlayerID         int          // -1 for a visualization
	PlayersInfo      []PlayerInfo // sorted by id; empty for players
	NbPlayers        int          // ordinary players
	NbSpecialPlayers int
	NbTurnsMax       int
	BeforeFirstTurn  float64 // milliseconds
	BetweenTurns     float64 // milliseconds
	InitialGameState json.RawMessage
}

// Turn is the newest state of the game.
type Turn struct {
	TurnNumber  int // from 0
	GameState   json.RawMessage
	PlayersInfo []PlayerInfo // sorted by id; empty for players
}

// TurnAck is a player's answer to a Turn.
type TurnAck struct {
	TurnNumber int // of the last Turn received
	Actions    json.RawMessage
}

// GameEnds ends a game for a player or a visualization.
type GameEnds struct {
	WinnerPlayerID int // -1: no winner
	GameState      json.RawMessage
}

// DoInit asks a game logic for the initial state.
type DoInit struct {
	NbPlayers        int // ordinary players
	NbSpecialPlayers int
	NbTurnsMax       int
}

// DoInitAck is the answer to DoInit.
type DoInitAck struct {
	InitialGameState json.RawMessage // the object for all clients, without the wrapper
}

// PlayerActions is the actions of one player in a turn.
type PlayerActions struct {
	PlayerID   int             `json:"player_id"`
	TurnNumber int             `json:"turn_number"`
	Actions    json.RawMessage `json:"actions"`
}

// DoTurn asks a game logic for the next turn.
type DoTurn struct {
	PlayerActions []PlayerActions // at most one for each player, in the order in which they are applied
}

// DoTurnAck is the answer to DoTurn.
type DoTurnAck struct {
	WinnerPlayerID int             // -1: no winner
	GameState      json.RawMessage // the object for all clients, without the wrapper
}

func (LoginAck) message()   {}
func (Kick) message()       {}
func (GameStarts) message() {}
func (Turn) message()       {}
func (GameEnds) message()   {}
func (DoInit) message()     {}
func (DoTurn) message()     {}
