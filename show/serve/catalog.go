package serve

import (
	"errors"
	"iter"
	"slices"

	"blastyard/game/match"
	"blastyard/game/viewer"
)

// ErrNotFound says that there is no match of an id.
var ErrNotFound = errors.New("serve: no such match")

// ErrGone says that a match is over and its frames are no longer kept.
var ErrGone = errors.New("serve: the match is over, and its frames are no longer kept")

// A Catalog is the matches that there are to see. Its methods are called at each request, by many goroutines at once:
// they should be fast.
type Catalog interface {
	// Newest ranges over the matches, the newest first. An entry is valid for its iteration only and must not be
	// changed; the loop must be quick and ask nothing else of the catalogue.
	Newest() iter.Seq[*Entry]
	// Open returns a match of the list, ErrNotFound, or ErrGone. It is asked for valid ids only (see ValidID) and must
	// not take an id for a path. Readers see the text of any other error.
	Open(id string) (*Match, error)
}

// A Changer is a Catalog whose list changes: readers are told when.
type Changer interface {
	Catalog
	// Changed returns a channel that is closed when the list is no longer what it was at the call: a match began or
	// ended.
	Changed() <-chan struct{}
}

// An Entry is a match in a list.
type Entry struct {
	ID      string   `json:"id"`             // see ValidID
	Title   string   `json:"title"`          // in a few words
	Game    string   `json:"game"`           // hexabomb, bomberman, or another's name
	File    string   `json:"file,omitempty"` // the name of the replay's file or folder
	Map     string   `json:"map,omitempty"`
	Seed    string   `json:"seed,omitempty"`   // decimal
	Number  int      `json:"number,omitempty"` // of the match in its series, from 1; 0: none
	Live    bool     `json:"live"`             // goes on
	Gone    bool     `json:"gone,omitempty"`   // is over, and its frames are no longer kept: it cannot be opened
	Turn    int      `json:"turn"`             // the newest, -1 before the first
	Turns   int      `json:"turns"`            // of the match, 0 where it is not known
	Started string   `json:"started"`          // RFC 3339, or empty
	Players []string `json:"players"`          // names by player id: not safe to print as they are
	// Entrants are those of viewer.HeaderPlayer by player id; left out where none is known.
	Entrants []int    `json:"entrants,omitempty"`
	Winner   int      `json:"winner"`            // player id; -1: none, or not over
	Scores   []int    `json:"scores,omitempty"`  // by player id, once it is over
	Reasons  []string `json:"reasons,omitempty"` // by player id, where somebody did not finish
	Late     []int    `json:"late,omitempty"`    // by player id: turns missed, where there are any
	Why      string   `json:"why,omitempty"`     // why it ended before its end

	Branch *viewer.Branch `json:"branch,omitempty"` // where it was played on from; nil: it was played from its start

	Bots []string `json:"-"` // by player id: what was asked for, see viewer.HeaderPlayer
}

// NoWinner is the Winner of a match that has none, or that goes on.
const NoWinner = -1

// maxID bounds an id in bytes.
const maxID = 100

// ValidID says whether a match may have an id: 1 to 100 letters, digits, hyphens and underscores of ASCII.
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

// EntryOf is what a list says of a match before its first turn.
func EntryOf(h *viewer.Header) Entry {
	e := Entry{Title: h.Title, Game: h.Game, Map: h.Map, Seed: h.Seed, Number: h.Number, Turn: -1, Turns: h.Turns,
		Started: h.Started, Entrants: h.Entrants(), Winner: NoWinner, Branch: h.Branch}
	for _, x := range h.Players {
		e.Players, e.Bots = append(e.Players, x.Name), append(e.Bots, x.Bot)
	}
	return e
}

// A Fate is how a player ended a match.
type Fate struct {
	Reason string `json:"reason"` // see match.Reason
	Late   int    `json:"late"`   // turns missed
}

// finished is the reason of players that played to the end.
const finished = string(match.Finished)

// SetFates sets the reasons and the turns missed, by player id.
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

// Clone is a copy of e that shares nothing with it.
func (e *Entry) Clone() Entry {
	c := *e
	c.Players, c.Bots, c.Entrants = slices.Clone(e.Players), slices.Clone(e.Bots), slices.Clone(e.Entrants)
	c.Scores, c.Reasons, c.Late = slices.Clone(e.Scores), slices.Clone(e.Reasons), slices.Clone(e.Late)
	return c
}

// ListOf is all entries of a catalogue, the newest last.
func ListOf(c Catalog) []Entry {
	var list []Entry
	for e := range c.Newest() {
		list = append(list, e.Clone())
	}
	slices.Reverse(list)
	return list
}
