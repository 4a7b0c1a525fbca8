// Package tournament is a competition as a pure function: a Config and the set of results in, the fixtures that can
// be played now and the standings out. The order in which results come makes no difference. The package plays nothing,
// keeps nothing on disk and knows no game, no clock and no bots but their names.
//
// An event plays blocks. A block is one map and one seed with all rotations of its seats, so that nobody has a better
// seat in it; it counts only as a whole. Each match of a block is a fixture.
package tournament

import "fmt"

// Format is how an event pairs its entrants.
type Format string

// The formats.
const (
	RoundRobin Format = "round-robin" // all against all; with more than two seats, so that pairs meet equally often
	Swiss      Format = "swiss"       // each round, entrants of about the same points who have not met
	Knockout   Format = "knockout"    // who loses is out
	Gauntlet   Format = "gauntlet"    // the first entrants against each of the others
	Ladder     Format = "ladder"      // goes on until told to stop; plays the matches that tell most
	SPRT       Format = "sprt"        // is the first of two entrants better than the second? until that is decided
)

// Config is all that a schedule depends on beside the results. It is a plain value that can be written as JSON; the
// zero value of each field is its default.
type Config struct {
	Format   Format   `json:"format"`
	Entrants []string `json:"entrants"` // names, all different, the strongest first where known

	Players   int      `json:"players,omitempty"`   // seats of a match, from 2 to 64; 0: 2
	Rounds    int      `json:"rounds,omitempty"`    // what they are depends on the format, see Normal; 0: its default
	Rotations int      `json:"rotations,omitempty"` // matches of a block; 0: Players: everybody sits everywhere
	Maps      []string `json:"maps,omitempty"`      // of blocks, in turn; none: the game's default
	Seed      uint64   `json:"seed"`

	Heroes  int  `json:"heroes,omitempty"`   // of a gauntlet: how many of the first entrants meet the others; 0: 1
	Advance int  `json:"advance,omitempty"`  // of a knockout: how many of each group go on; 0: half of Players
	BestOf  int  `json:"best_of,omitempty"`  // of a knockout: blocks of a pairing, an odd number; 0: 1
	NoThird bool `json:"no_third,omitempty"` // of a knockout: no match for the third place

	Test Test `json:"test,omitzero"` // of SPRT

	Until      Until `json:"until,omitzero"`
	MaxMatches int   `json:"max_matches,omitempty"` // no block is begun that would lead beyond; 0: no limit

	// Final is the next stage, among the first Top of this one, who are its Entrants (so it names none). nil: there is
	// none. Its zero values for Players, Maps and Seed mean those of this stage.
	Final *Config `json:"final,omitempty"`
	Top   int     `json:"top,omitempty"`
}

// Test is a sequential probability ratio test: is an entrant stronger by Elo1 points rather than by Elo0?
type Test struct {
	Elo0  float64 `json:"elo0"`
	Elo1  float64 `json:"elo1"`            // more than Elo0
	Alpha float64 `json:"alpha,omitempty"` // chance to accept Elo1 where Elo0 is true; 0: 0.05
	Beta  float64 `json:"beta,omitempty"`  // chance to accept Elo0 where Elo1 is true; 0: 0.05
}

// Until says when an event knows enough: the ranks of the first Top entrants are separated with this confidence.
type Until struct {
	Top        int     `json:"top,omitempty"`        // 0: this is no rule
	Confidence float64 `json:"confidence,omitempty"` // between 0.5 and 1; 0: 0.95
}

// ConfigError says what is wrong with a Config.
type ConfigError struct {
	Field    string // its name in JSON, such as "players" or "entrants[2]"
	Value    string // what it is
	Expected string // what was expected instead
}

func (e *ConfigError) Error() string {
	return fmt.Sprintf("tournament: %s is %s: expected %s", e.Field, e.Value, e.Expected)
}
