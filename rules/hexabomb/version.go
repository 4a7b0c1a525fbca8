package hexabomb

import (
	"fmt"
	"strings"
)

// RulesVersion is the version of the rules. It is raised when, and only when, the same board and the same actions give
// other states than before. Replays contain it, so that a replay of other rules is recognised.
// 2: a bomb's range or delay outside 32 bits makes an action unreadable, as in the original. 1 was never written.
const RulesVersion = 2

// Version is a published version of the rules.
type Version uint8

// The values of Version.
const (
	V11   Version = iota // hexabomb 1.1.0, classical and sudden death
	V2018                // hexabomb of December 2018: see rules2018.go

	NumVersions = 2
)

var versionNames = [NumVersions]string{"1.1", "2018"}

func (v Version) String() string {
	if v < NumVersions {
		return versionNames[v]
	}
	return fmt.Sprintf("Version(%d)", uint8(v))
}

// Number returns the number of a version in replays: RulesVersion for 1.1.
func (v Version) Number() int { return [NumVersions]int{RulesVersion, 2018}[v] }

// ParseVersion returns the version with a name. The error lists the names.
func ParseVersion(name string) (Version, error) {
	for v, known := range versionNames {
		if name == known {
			return Version(v), nil
		}
	}
	return 0, fmt.Errorf("unknown rules %.40q, expected %s", name, strings.Join(versionNames[:], " or "))
}

// stages are the parts of a turn that differ between versions; see Step.
type stages struct {
	act   func(s *State, actions []Action, refused *[]Refusal) // applies the actions; nil: act does
	ready func(s *State)                                       // gives bombs, every bombEvery turns; nil: none
	count func(s *State)                                       // counts cells at the end of a turn; nil: nothing
}

func (v Version) stages() stages {
	return [NumVersions]stages{
		V11:   {ready: (*State).readyBombs},
		V2018: {act: (*State).act2018, count: (*State).count2018},
	}[v]
}
