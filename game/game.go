// Package game defines what a game is to everything above the rules: to the arena, to replays, to the viewer. A Kind
// is a game that can be played, and a Match is one match of it. The package knows no game: package games has adapters
// for the games of blastyard. Packages that play matches get kinds as values, so a program can add its own game.
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

// ErrSetup is wrapped by every error about a setup from which no match can be made.
var ErrSetup = errors.New("no such match")

// Kind is a game that can be played: its name, its requirements, and a function that makes matches.
type Kind struct {
	Name    string           // in lower case; used on the command line and in replays
	Rules   int              // number of the rules version; raised when the same moves give another match
	Version string           // published version of the rules; empty if there is only one
	Older   []*Kind          // the game by other published versions of its rules
	Called  string           // what people call it; empty: its name
	Parts   [NumParts]string // what the parts of a Hash cover

	Protocol Protocol // of bots that are programs
	Turns    int      // default limit of turns; 0: only the rules end a match
	Unseen   int      // turns at the start that are played before anybody sees a state
	MaxSeed  uint64   // the largest seed
	MinSeed  int64    // the smallest seed; seeds below 0 are given in two's complement

	Bots     []string // built-in bots for ordinary players, by name
	Specials []string // built-in bots for the special player; none: the game has none
	Usual    []string // default players: built-in bots, the strongest first

	// OpenMap opens a built-in map by name ("": the default map) or a map file. It is nil if the seed determines the
	// map.
	OpenMap func(name string) (Map, error)

	// Maps returns the names of its built-in maps, and MapInfo describes one in a few words. They may be nil.
	Maps    func() []string
	MapInfo func(name string) string

	// Seats returns how many ordinary players can play on a map.
	Seats func(m Map) int

	// Fair returns the numbers of ordinary players for which a map is fair. It is nil if the game does not know.
	Fair func(m Map) []int

	// Title describes in a few words what is played, such as "hexabomb on yard".
	Title func(s Setup) string

	// StateOnly says that programs over standard input and output get the state in each turn and nothing else, because
	// the manual of the game says what they can do. Those of other games also get their choices.
	StateOnly bool

	// Legend says what its pictures mean: every picture of a match and of a state has it. It is nil for a game without
	// a board.
	Legend *viewer.Legend

	// Goal says in one sentence how a player wins, for a person. It may be nil.
	Goal func(h *viewer.Header, player int) string

	// Draw sets f to the picture of a state as JSON from the network or a file, without the rules. turn is the number
	// of turns played, turns that of the match (0: unknown), and specials the number of special players. Draw fails
	// if the state cannot be drawn. It is nil if the game draws no board from JSON.
	Draw func(f *viewer.Frame, state []byte, turn, turns, specials int, seats []viewer.Seat) error

	// New returns a match at its start. The error wraps ErrSetup and says what was expected.
	New func(s Setup) (Match, error)
}

// FitSeed converts any number to a seed of the game, for series. A valid seed stays unchanged.
func (k *Kind) FitSeed(seed uint64) uint64 {
	if signed := int64(seed); signed < 0 && signed >= k.MinSeed {
		return seed
	}
	return seed & k.MaxSeed
}

// ByVersion returns the game by a published version of its rules; "" means the usual one. The error lists the
// versions.
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

// FindVersion finds a game among kinds by its name and a version of its rules; "" means the usual one.
func FindVersion(kinds []*Kind, name, version string) (*Kind, error) {
	k, err := Find(kinds, name)
	if err != nil {
		return nil, err
	}
	return k.ByVersion(version)
}

// FullName returns the name, with the version of the rules if that is an older one.
func (k *Kind) FullName() string {
	if k.Version == "" || len(k.Older) > 0 {
		return k.Name
	}
	return k.Name + " of " + k.Version
}

// ByRules returns the game by the rules version with this number, or the game itself if no version has it.
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

// Values that callers compare with.
const (
	Netorcai = match.Netorcai
	Rounds   = match.Rounds
)

// Map is the map of a match, as in replays.
type Map struct {
	Name     string          `json:"name,omitempty"`     // what it is called
	File     json.RawMessage `json:"file,omitempty"`     // the map file
	Settings json.RawMessage `json:"settings,omitempty"` // where they are not the usual ones

	// Notes say what was taken in the file that its format does not allow, for people. They are not in a replay.
	Notes []string `json:"-"`

	// Value is the map as the game's own value, where it is known: what File says, read already. Nothing changes it.
	Value any `json:"-"`
}

// Setup is what a match starts from.
type Setup struct {
	Map      Map
	Players  int // number of all players
	Specials int // how many of them are special; they have the first ids
	Seed     uint64

	// Secret is what everything comes from that the game draws and does not show to all. Zero: from the seed.
	Secret match.Secret

	// State is the initial state as JSON, for matches without a known map file. Otherwise it is empty.
	State json.RawMessage
}

// OfState returns the first game among kinds that can draw a state as JSON, or nil.
func OfState(kinds []*Kind, state []byte) *Kind {
	for _, k := range kinds {
		var f viewer.Frame
		if k.Draw != nil && k.Draw(&f, state, 0, 0, 0, nil) == nil {
			return k
		}
	}
	return nil
}

// Find finds a game among kinds by its name. The error lists the names.
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
