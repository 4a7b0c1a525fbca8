// Package tournament is a competition as a pure function: it takes a Config and a set of results, and returns the
// fixtures that can be played now and the standings. The order of the results makes no difference. The package plays no
// match and stores nothing on disk. It knows no game and no clock, and of bots only their names.
//
// An event consists of blocks. A block is one map and one seed, played once for each rotation of its seats, so that
// nobody has a better seat. A block counts only when all its matches have been played. Each match of a block is a
// fixture.
package tournament

import "fmt"

// Format says how an event pairs its entrants.
type Format string

// The formats.
const (
	RoundRobin Format = "round-robin" // all against all; with more than two seats, pairs meet equally often
	Swiss      Format = "swiss"       // each round pairs entrants with similar points who have not met yet
	Knockout   Format = "knockout"    // losers are out
	Gauntlet   Format = "gauntlet"    // the first entrants against each of the others
	Ladder     Format = "ladder"      // goes on until it is stopped; prefers the most informative matches
	SPRT       Format = "sprt"        // plays until it is decided whether the first of two entrants is better
)

// Config is everything that a schedule depends on besides the results. It is a plain value that can be written as JSON.
// The zero value of each field means its default.
type Config struct {
	Format   Format   `json:"format"`
	Entrants []string `json:"entrants"` // names, all different, the strongest first where known

	Players   int      `json:"players,omitempty"`   // seats of a match, 2 to 64; 0: 2
	Rounds    int      `json:"rounds,omitempty"`    // depends on the format, see Normal; 0: its default
	Rotations int      `json:"rotations,omitempty"` // matches of a block; 0: Players, one for each seat
	Maps      []string `json:"maps,omitempty"`      // blocks use them in turn; none: the game's default map
	Seed      uint64   `json:"seed"`

	Heroes  int  `json:"heroes,omitempty"`   // gauntlet: the number of first entrants that meet the others; 0: 1
	Advance int  `json:"advance,omitempty"`  // knockout: how many of a group go on; 0: half of Players
	BestOf  int  `json:"best_of,omitempty"`  // knockout: blocks of a pairing, an odd number; 0: 1
	NoThird bool `json:"no_third,omitempty"` // knockout: no match for third place

	Test Test `json:"test,omitzero"` // of SPRT

	// Waits lets the stage begin only with a Clock record of the log. Until one fixes the field of a first stage that
	// is no ladder, anybody can enter it, and Entrants are those that are known from the start.
	Waits bool `json:"waits,omitempty"`

	Until      Until `json:"until,omitzero"`
	MaxMatches int   `json:"max_matches,omitempty"` // no block begins that would exceed it; 0: no limit

	// Final is the next stage, played by the first Top entrants of this one; its own Entrants stay empty. nil: there is
	// no next stage. In a final, zero values of Players, Maps and Seed mean the values of this stage.
	Final *Config `json:"final,omitempty"`
	Top   int     `json:"top,omitempty"`
}

// Test is a sequential probability ratio test: is the first entrant stronger by Elo1 points, or only by Elo0?
type Test struct {
	Elo0  float64 `json:"elo0"`
	Elo1  float64 `json:"elo1"`            // greater than Elo0
	Alpha float64 `json:"alpha,omitempty"` // probability of accepting Elo1 if Elo0 is true; 0: 0.05
	Beta  float64 `json:"beta,omitempty"`  // probability of accepting Elo0 if Elo1 is true; 0: 0.05
}

// Until stops an event when the ranks of the first Top entrants are separated with this confidence.
type Until struct {
	Top        int     `json:"top,omitempty"`        // 0: no such rule
	Confidence float64 `json:"confidence,omitempty"` // between 0.5 and 1; 0: 0.95
}

// ConfigError names a wrong field of a Config.
type ConfigError struct {
	Field    string // name in JSON, such as "players" or "entrants[2]"
	Value    string // the wrong value
	Expected string // what the field may be
}

func (e *ConfigError) Error() string {
	return fmt.Sprintf("tournament: %s is %s: expected %s", e.Field, e.Value, e.Expected)
}
