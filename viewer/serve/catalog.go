package serve

import "errors"

// ErrNotFound says that there is no match of an id.
var ErrNotFound = errors.New("serve: no such match")

// A Catalog is the matches that there are to see. Its methods are called at each request, by many goroutines at once:
// they should be fast.
type Catalog interface {
	// List is what there is, the newest last.
	List() []Entry
	// Open returns a match of the list, or ErrNotFound. It is asked for valid ids only (see ValidID) and must not
	// take an id for a path. Readers see the text of any other error.
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
	ID      string   `json:"id"`      // see ValidID
	Title   string   `json:"title"`   // in a few words
	Game    string   `json:"game"`    // hexabomb, bomberman, or another's name
	Live    bool     `json:"live"`    // goes on
	Turn    int      `json:"turn"`    // the newest, -1 before the first
	Turns   int      `json:"turns"`   // of the match, 0 where it is not known
	Started string   `json:"started"` // RFC 3339, or empty
	Players []string `json:"players"` // names by player id: not safe to print as they are
	// Entrants are those of viewer.HeaderPlayer by player id; left out where none is known.
	Entrants []int `json:"entrants,omitempty"`
	Winner   int   `json:"winner"` // player id; -1: none, or not over
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
