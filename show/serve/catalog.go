package serve

import (
	"errors"
	"iter"
	"slices"

	"blastyard/game/match"
	"blastyard/game/viewer"
)

// ErrNotFound says that no match has the id.
var ErrNotFound = errors.New("serve: no such match")

// ErrGone says that a match is over and its frames are no longer kept.
var ErrGone = errors.New("serve: the match is over, and its frames are no longer kept")

// A Catalog is a list of matches. Its methods are called for each request, concurrently, and should be fast.
type Catalog interface {
	// Newest iterates over the matches, the newest first. An entry is valid for its iteration only and must not be
	// changed. The loop body must be fast and must not call the catalogue.
	Newest() iter.Seq[*Entry]
	// Open returns a match of the list, ErrNotFound, or ErrGone. It is called with valid ids only (see ValidID) and
	// must not use an id as a path. Readers see the text of any other error.
	Open(id string) (*Match, error)
}

// A Changer is a Catalog that reports changes of its list.
type Changer interface {
	Catalog
	// Changed returns a channel that is closed when the list differs from that at the call: a match has begun or
	// ended.
	Changed() <-chan struct{}
}

// An Entry is a match in a list.
type Entry struct {
	ID      string   `json:"id"`             // valid for ValidID
	Title   string   `json:"title"`          // in a few words
	Game    string   `json:"game"`           // hexabomb, bomberman, or another name
	File    string   `json:"file,omitempty"` // the name of the replay's file or folder
	Map     string   `json:"map,omitempty"`
	Seed    string   `json:"seed,omitempty"`   // decimal
	Number  int      `json:"number,omitempty"` // number in the series, from 1; 0: none
	Live    bool     `json:"live"`             // still being played
	Gone    bool     `json:"gone,omitempty"`   // the match is over and its frames were dropped, so it cannot be opened
	Turn    int      `json:"turn"`             // the newest turn; -1 before the first
	Turns   int      `json:"turns"`            // number of turns; 0: unknown
	Started string   `json:"started"`          // RFC 3339, or empty
	Players []string `json:"players"`          // names by player id; not safe to print
	// Entrants are those of viewer.HeaderPlayer by player id. It is omitted if none is known.
	Entrants []int    `json:"entrants,omitempty"`
	Winner   int      `json:"winner"`            // player id; -1: none, or still being played
	Scores   []int    `json:"scores,omitempty"`  // by player id, after the end
	Reasons  []string `json:"reasons,omitempty"` // by player id, if somebody did not finish
	Late     []int    `json:"late,omitempty"`    // turns missed by player id, if there are any
	Why      string   `json:"why,omitempty"`     // why it ended early

	Branch *viewer.Branch `json:"branch,omitempty"` // the match that it continues; nil: none

	Bots []string `json:"-"` // by player id, see viewer.HeaderPlayer
}

// NoWinner is the Winner of a match that has none or is still being played.
const NoWinner = -1

// maxID is the largest length of an id in bytes.
const maxID = 100

// ValidID reports whether an id is valid: 1 to 100 ASCII letters, digits, hyphens and underscores.
func ValidID(id string) bool {
	if id == "" || len(id) > maxID {
		return false
	}
	for _, r := range id {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-', r == '_':
		default:
			return false
		}
	}
	return true
}

// EntryOf returns the entry of a match before its first turn.
func EntryOf(h *viewer.Header) Entry {
	e := Entry{Title: h.Title, Game: h.Game, Map: h.Map, Seed: h.Seed, Number: h.Number, Turn: -1, Turns: h.Turns,
		Started: h.Started, Entrants: h.Entrants(), Winner: NoWinner, Branch: h.Branch}
	for _, x := range h.Players {
		e.Players, e.Bots = append(e.Players, x.Name), append(e.Bots, x.Bot)
	}
	return e
}

// A Fate is how a match ended for a player.
type Fate struct {
	Reason string `json:"reason"` // see match.Reason
	Late   int    `json:"late"`   // turns missed
}

// finished is the reason of players that played to the end.
const finished = string(match.Finished)

// SetFates sets the reasons and the missed turns, by player id.
func (e *Entry) SetFates(fates []Fate) {
	e.Reasons, e.Late = nil, nil
	if slices.ContainsFunc(fates, func(f Fate) bool { return f.Reason != finished }) {
		for _, f := range fates {
			e.Reasons = append(e.Reasons, f.Reason)
		}
	}
	if slices.ContainsFunc(fates, func(f Fate) bool { return f.Late > 0 }) {
		for _, f := range fates {
			e.Late = append(e.Late, f.Late)
		}
	}
}

// Clone returns an independent copy of e.
func (e *Entry) Clone() Entry {
	c := *e
	c.Players, c.Bots, c.Entrants = slices.Clone(e.Players), slices.Clone(e.Bots), slices.Clone(e.Entrants)
	c.Scores, c.Reasons, c.Late = slices.Clone(e.Scores), slices.Clone(e.Reasons), slices.Clone(e.Late)
	return c
}

// ListOf returns all entries of a catalogue, the newest last.
func ListOf(c Catalog) []Entry {
	var list []Entry
	for e := range c.Newest() {
		list = append(list, e.Clone())
	}
	slices.Reverse(list)
	return list
}
