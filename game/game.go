// Package game says what a game is to everything above the rules: to the arena, to replays, to the viewer. A Kind is a
// game that can be played, a Match is one match of it. The package knows no game: package games has an adapter for each
// one that comes with blastyard. Who plays matches gets kinds as a value, so a program can add a game of its own.
package game

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"blastyard/game/match"
	"blastyard/game/viewer"
	"blastyard/internal/nearest"
)

// ErrSetup is in every error about a setup from which no match can be made.
var ErrSetup = errors.New("no such match")

// Kind is a game that can be played: its name, what it needs, and how to make matches of it.
type Kind struct {
	Name    string           // in lower case, as on the command line and in replays
	Rules   int              // version of the rules: raised when the same moves give another match
	Version string           // of the rules, as it was published; empty where there is only one
	Older   []*Kind          // by other published versions of the rules
	Parts   [NumParts]string // what the parts of a Hash cover

	Protocol Protocol // how bots that are programs play it
	Turns    int      // turns of a match that names none; 0: the rules end it
	Unseen   int      // turns at the start that are played before anybody has seen a state
	MaxSeed  uint64   // the largest seed
	MinSeed  int64    // the smallest one; those below 0 are given as their two's complement

	Bots     []string // built-in bots for ordinary players, by name
	Specials []string // built-in bots for the special player; none: the game has no special player
	Usual    []string // who plays where no bot is named: built-in bots, the strongest first

	// OpenMap finds a map by the name of a built-in one ("": the default map) or by its file. It is nil in a game whose
	// map comes from the seed.
	OpenMap func(name string) (Map, error)

	// Seats is how many ordinary players can play on a map.
	Seats func(m Map) int

	// Fair are the numbers of ordinary players for which a map treats all alike. It is nil in a game that does not say
	// it.
	Fair func(m Map) []int

	// Title says in a few words what is played, such as "hexabomb on yard".
	Title func(s Setup) string

	// Goal says in one sentence how a player wins, for a person who plays. It is nil in a game that does not say it.
	Goal func(h *viewer.Header, player int) string

	// Draw makes f the picture of a state as JSON that came over the wire or lay in a file, without the rules: after
	// a turn of so many (0: not known), of a match of so many special players. It fails where the state cannot be
	// drawn. It is nil in a game that draws no board from JSON.
	Draw func(f *viewer.Frame, state []byte, turn, turns, specials int, seats []viewer.Seat) error

	// New makes a match at its start. The error is ErrSetup, with what was expected.
	New func(s Setup) (Match, error)
}

// FitSeed makes a seed of the game from any number, as series have them. A seed of the game stays as it is.
func (k *Kind) FitSeed(seed uint64) uint64 {
	if signed := int64(seed); signed < 0 && signed >= k.MinSeed {
		return seed
	}
	return seed & k.MaxSeed
}

// ByVersion is the game by a published version of its rules; "": by the usual one. The error lists the versions.
func (k *Kind) ByVersion(version string) (*Kind, error) {
	if version == "" || version == k.Version {
		return k, nil
	}
	names := []string{k.Version}
	for _, older := range k.Older {
		if older.Version == version {
			return older, nil
		}
		names = append(names, older.Version)
	}
	if k.Version == "" {
		return nil, fmt.Errorf("rules are %.40q, expected none: %s has one version", version, k.Name)
	}
	return nil, fmt.Errorf("unknown rules %.40q, expected %s", version, strings.Join(names, " or "))
}

// FindVersion is the game of a name among kinds, by a version of its rules; "": by the usual one.
func FindVersion(kinds []*Kind, name, version string) (*Kind, error) {
	k, err := Find(kinds, name)
	if err != nil {
		return nil, err
	}
	return k.ByVersion(version)
}

// FullName is the name, with the version of the rules where it is an older one.
func (k *Kind) FullName() string {
	if k.Version == "" || len(k.Older) > 0 {
		return k.Name
	}
	return k.Name + " of " + k.Version
}

// ByRules is the game by the version of the rules with this number; the game itself where no version has it.
func (k *Kind) ByRules(number int) *Kind {
	for _, older := range k.Older {
		if older.Rules == number {
			return older
		}
	}
	return k
}

// Protocol is how programs play a game: Netorcai or Rounds.
type Protocol = match.Protocol

// The protocols.
const (
	Netorcai = match.Netorcai
	Rounds   = match.Rounds
)

// Map is what a match is played on, as replays hold it.
type Map struct {
	Name     string          `json:"name,omitempty"`     // what it is called
	File     json.RawMessage `json:"file,omitempty"`     // the map file
	Settings json.RawMessage `json:"settings,omitempty"` // where they are not the usual ones

	// Notes say what was taken in the file that its format does not allow, for people. They are not in a replay.
	Notes []string `json:"-"`
}

// Setup is what a match starts from.
type Setup struct {
	Map      Map
	Players  int // all of them
	Specials int // of these, special ones: the first ids
	Seed     uint64

	// State is a state at the start as JSON, for matches of which no map file is known; otherwise it is empty.
	State json.RawMessage
}

// OfState is the first game among kinds that can draw a state as JSON; nil if none can.
func OfState(kinds []*Kind, state []byte) *Kind {
	for _, k := range kinds {
		var f viewer.Frame
		if k.Draw != nil && k.Draw(&f, state, 0, 0, 0, nil) == nil {
			return k
		}
	}
	return nil
}

// Find is the game of a name among kinds. The error lists the names.
func Find(kinds []*Kind, name string) (*Kind, error) {
	if i := slices.IndexFunc(kinds, func(k *Kind) bool { return k.Name == name }); i >= 0 {
		return kinds[i], nil
	}
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = k.Name
	}
	return nil, fmt.Errorf("unknown game %.40q, expected %s%s", name, strings.Join(names, " or "),
		nearest.Hint(name, names))
}
