// Package replay stores matches: everything needed to see a match again, and to check it.
//
// A replay is a file NAME.blast: lines of JSON, compressed with zstd and flushed after each line. The first line is a
// Header, followed by a Turn for each turn, and the last line is a Result. The valid part of a file that was cut can
// be read. Matches of our own rules contain the actions in the order in which they were used, and a hash of the state
// after each turn. Matches of another game logic contain the states as they were sent.
package replay

import (
	"encoding/json"
	"time"

	"blastyard/game"
	"blastyard/game/match"
	"blastyard/game/trouble"
)

// The versions of the format.
const (
	Version       = 1 // of a match without a secret
	secretVersion = 2 // of a match with a secret
)

// Ending is the extension of the file names of replays.
const Ending = ".blast"

// The names of the games of package game. A replay may be of another one.
const (
	Hexabomb  = "hexabomb"
	Bomberman = "bomberman"
)

// Header contains what is known before the first turn.
type Header struct {
	Version int `json:"blast"`

	// Secret is what the random choices come from, in secretVersion. There it is zero in a file whose match has not
	// ended. It stays at this place: see putHeader.
	Secret match.Secret `json:"secret,omitzero"`

	Game   string `json:"game"`             // Hexabomb, Bomberman, or another's name
	Rules  Rules  `json:"rules,omitempty"`  // version of the rules; 0: unknown
	Title  string `json:"title,omitempty"`  // for people
	Seed   uint64 `json:"seed"`             // of all randomness without a secret; in Bomberman of the map
	Order  string `json:"order,omitempty"`  // of the players within a turn, see match.Order
	Failed string `json:"failed,omitempty"` // how failed players are ranked; empty: as the game does
	Turns  int    `json:"turns,omitempty"`  // limit of turns; 0: that of the rules
	Unseen int    `json:"unseen,omitempty"`
	Map    Map    `json:"map"`

	Players  []Player  `json:"players"`  // by id; special ones first
	Limit    int       `json:"limit_ms"` // of a turn for each player, in milliseconds; 0: none
	Started  time.Time `json:"started"`
	Hash     *Hash     `json:"hash,omitempty"`     // of the initial state; nil if states are recorded
	State    RawState  `json:"state,omitempty"`    // the initial state, if states are recorded
	Repeat   string    `json:"repeat,omitempty"`   // the command that plays the match again, without the secret
	Software string    `json:"software,omitempty"` // what wrote the file
	Delays   *Delays   `json:"delays,omitempty"`   // of the netorcai server; nil: none, or not known

	// Unchecked says what made the match if its rules are not known here: an older engine of 2016-Bomberman. Such a
	// match is only shown as it was recorded.
	Unchecked string `json:"unchecked,omitempty"`
}

// Delays is how long a netorcai server waits, in milliseconds, as bots are told.
type Delays struct {
	FirstTurn float64 `json:"first_turn_ms"` // before the first turn
	Turns     float64 `json:"turns_ms"`      // between two turns
}

// Map is the map of a match.
type Map = game.Map

// Player describes a player.
type Player struct {
	Name    string `json:"name"`              // as the bot gave it: not safe to print
	Entrant int    `json:"entrant,omitempty"` // its position among the bots of the command line, from 1; 0: unknown
	Bot     string `json:"bot,omitempty"`     // as requested: builtin:NAME, a command line, a folder
	Hash    string `json:"hash,omitempty"`    // SHA-256 of the bot's files in hexadecimal, if they are known
	Special bool   `json:"special,omitempty"`
	InFiles string `json:"in_files,omitempty"` // its name in the files of a round, if that is not Name
}

// Look returns the index of the letter and colour of a player: that of its entrant, or its id if the entrant is
// unknown.
func (h *Header) Look(player int) int {
	if player >= 0 && player < len(h.Players) && h.Players[player].Entrant > 0 {
		return h.Players[player].Entrant - 1
	}
	return player
}

// Turn is one turn.
type Turn struct {
	Turn     int            `json:"turn"`               // from 1: turns played after it
	Moves    []Move         `json:"moves,omitempty"`    // in the order in which they were applied
	Late     []int          `json:"late,omitempty"`     // players that missed the turn
	Host     []int          `json:"host,omitempty"`     // players of Late whose bot got no processor
	Gone     []Gone         `json:"gone,omitempty"`     // players that left since the previous turn
	Refused  []game.Refusal `json:"refused,omitempty"`  // actions that had no effect
	Output   []Line         `json:"output,omitempty"`   // what bots printed since the previous turn
	Notes    []string       `json:"notes,omitempty"`    // what else happened, for people
	Drawings []Drawing      `json:"drawings,omitempty"` // what bots drew since the previous turn
	Hash     *Hash          `json:"hash,omitempty"`     // of the state after the turn; nil if states are recorded
	State    RawState       `json:"state,omitempty"`    // the state after the turn, if states are recorded
	Winner   *int           `json:"winner,omitempty"`   // as the game logic says, if states are recorded; -1: none
}

// RawState is a state as it was sent, or as it was in a file, unchanged.
type RawState = json.RawMessage

// Move contains the actions of a player in a turn.
type Move struct {
	Player int `json:"p"`
	Micros int `json:"us,omitempty"` // time of the answer in microseconds; 0: unknown
	// Actions is an array in hexabomb and in matches over netorcai, and the number of a command in Bomberman.
	Actions json.RawMessage `json:"a,omitempty"`
}

// Gone is a player that left.
type Gone struct {
	Player int    `json:"p"`
	Reason string `json:"reason"` // see match.Reason
	Note   string `json:"note,omitempty"`
}

// Line is a line that a bot printed.
type Line struct {
	Player int    `json:"p"`
	Err    bool   `json:"err,omitempty"` // on its error stream
	Text   string `json:"text"`
}

// Drawing is what a bot has drawn in a layer. See drawing.Drawing.
type Drawing struct {
	Player int    `json:"p"`
	Layer  string `json:"layer"`
	Shapes string `json:"shapes"` // packed, one per line
}

// Result is how the match ended.
type Result struct {
	Turns   int    `json:"turns"`
	Winner  int    `json:"winner"` // -1: none
	Scores  []int  `json:"scores,omitempty"`
	Why     string `json:"why,omitempty"` // why the match ended early; otherwise empty
	Players []Fate `json:"players,omitempty"`
}

// Fate is the end of the match for a player.
type Fate struct {
	Reason  string `json:"reason"` // see match.Reason
	Note    string `json:"note,omitempty"`
	Turn    int    `json:"turn,omitempty"`    // in which it failed: the first that was played without it; 0: it did not
	Late    int    `json:"late,omitempty"`    // turns
	Refused int    `json:"refused,omitempty"` // actions
	Host    int    `json:"host,omitempty"`    // turns of Late that were the machine's fault

	Silent  int            `json:"silent,omitempty"`  // turns with an answer in time, but no action that can be read
	Crashed int            `json:"crashed,omitempty"` // turns in which its program failed, if it is started each turn
	First   trouble.Firsts `json:"first,omitzero"`    // when and why each of these happened first
}

// Replay is a whole match in memory.
type Replay struct {
	Header Header
	Turns  []Turn
	Result *Result // nil if the file ends before the match
}
