package hexabomb

import (
	"fmt"
	"strings"
)

// RulesVersion is the version of the rules. It is raised when the same board and the same actions give other states
// than before, and only then: replays hold it, so that who plays one again is told that it was made by other rules.
// 2: a bomb's range or delay outside 32 bits makes an action unreadable, as in the original. 1 was never written.
const RulesVersion = 2

// Version is a published version of the rules.
type Version uint8

// The versions.
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

// Number is the number that replays hold for a version: RulesVersion for 1.1.
func (v Version) Number() int { return [NumVersions]int{RulesVersion, 2018}[v] }

// ParseVersion is the version of a name. The error lists the names.
func ParseVersion(name string) (Version, error) {
	for v, known := range versionNames {
		if name == known {
			return Version(v), nil
		}
	}
	return 0, fmt.Errorf("unknown rules %.40q, expected %s", name, strings.Join(versionNames[:], " or "))
}

// stages are those of a turn that versions do not share; see Step.
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
