package hexabomb

import (
	"fmt"
	"strings"
)

// rulesVersion is the version of the rules. It is raised when, and only when, the same board and the same actions give
// other states than before. Replays contain it, so that a replay of other rules is recognised.
// 2: a bomb's range or delay outside 32 bits makes an action unreadable, as in the original. 1 was never written.
const rulesVersion = 2

// Version is a published version of the rules.
type Version uint8

// The values of Version.
const (
	V11   Version = iota // hexabomb 1.1.0, classical and sudden death
	V2018                // hexabomb of December 2018: see rules2018.go

	NumVersions = 2
)

// variant is what a version of the rules has of its own. Everything else is the same for all versions.
type variant struct {
	name   string // as users give it
	number int    // in replays

	check func(m *Map, specialPlayers int) error // refuses what the version does not have; nil: nothing

	bombsEndless    bool // ordinary players' bombs never run out, and states do not count them
	revivesAnywhere bool // a revival names the cell on which the character lives again

	stages stages
}

// stages are the parts of a turn that differ between versions; see Step.
type stages struct {
	act   func(s *State, actions []Action, refused *[]Refusal) // applies the actions; nil: act does
	ready func(s *State)                                       // gives bombs, every bombEvery turns; nil: none
	count func(s *State)                                       // keeps cell counts at the end of a turn; nil: none
}

// variants are in files of their own, but that of 1.1.
var variants = [NumVersions]variant{
	V11:   {name: "1.1", number: rulesVersion, stages: stages{ready: (*State).readyBombs}},
	V2018: rules2018,
}

func (v Version) String() string {
	if v < NumVersions {
		return variants[v].name
	}
	return fmt.Sprintf("Version(%d)", uint8(v))
}

// Number returns the number of a version in replays: rulesVersion for 1.1.
func (v Version) Number() int { return variants[v].number }

// ParseVersion returns the version with a name. The error lists the names.
func ParseVersion(name string) (Version, error) {
	var names []string
	for v := range variants {
		if name == variants[v].name {
			return Version(v), nil
		}
		names = append(names, variants[v].name)
	}
	return 0, fmt.Errorf("unknown rules %.40q, expected %s", name, strings.Join(names, " or "))
}

// RevivesAnywhere reports whether a revival names the cell on which the character lives again, as in the rules of 2018:
// see ReviveOn. By others it lives again where it died.
func (b *Board) RevivesAnywhere() bool { return variants[b.version].revivesAnywhere }

// CountsBombs reports whether the bombs that a character may drop are counted. In the rules of 2018 they never run out.
func (b *Board) CountsBombs() bool { return !variants[b.version].bombsEndless }
