package web

import (
	"context"
	"errors"
	"io"
	"time"

	"blastyard/tournament"
	"blastyard/tournament/event"
)

// ErrNotFound is the error of a Source for a match, an entrant or a replay that does not exist.
var ErrNotFound = errors.New("web: not found")

// ErrCursor is the error of a Source for a cursor that is in none of its answers.
var ErrCursor = errors.New("web: no cursor")

// HeldError is the error of a Source for a replay that is not shown yet.
type HeldError struct{ Why string }

func (e *HeldError) Error() string { return e.Why }

// A Source provides the data of an event for the pages: from an engine that plays it, or from a store. Its methods are
// safe for concurrent use.
type Source interface {
	// Snapshot returns the newest state at once; it never waits for the play. The snapshot never changes.
	Snapshot() *Snapshot
	// Changed returns a channel that is closed when there is a newer snapshot than the one at the call.
	Changed() <-chan struct{}
	// Matches returns the matches that a query selects, the newest first, as spectators may see them.
	Matches(ctx context.Context, q tournament.Query) (*Matches, error)
	// Match returns a played match.
	Match(ctx context.Context, id tournament.ID) (*tournament.Match, error)
	// Entrant returns what is known of an entrant, with its history.
	Entrant(ctx context.Context, name string) (*tournament.Entrant, error)
	// Ratings returns the histories of some entrants, in their order.
	Ratings(ctx context.Context, names []string) ([][]tournament.PastStanding, error)
	// Replay opens a replay by its hash. The error is a *HeldError if it is not shown yet.
	Replay(ctx context.Context, hash string) (io.ReadCloser, error)
}

// About describes an event for its pages. It does not change.
type About struct {
	Name     string        `json:"name"`
	Game     string        `json:"game"`
	Format   string        `json:"format"`  // as tournament.Format
	Players  int           `json:"players"` // of a match
	Turns    int           `json:"turns"`   // of a match; 0: the game's default
	TurnTime time.Duration `json:"-"`       // time limit of an answer; 0: none
	LimitMS  int64         `json:"limit_ms"`
	Decides  string        `json:"decides"`          // describes when the event is over
	Opens    time.Time     `json:"opens,omitzero"`   // submissions, and a ladder
	Closes   time.Time     `json:"closes,omitzero"`  // of submissions
	Starts   time.Time     `json:"starts,omitzero"`  // of the first stage
	Freeze   time.Time     `json:"freeze,omitzero"`  // standings are hidden from then on
	Ends     time.Time     `json:"ends,omitzero"`    // of the first stage
	Public   time.Time     `json:"public,omitzero"`  // replays are public from then on; zero: always
	Zone     string        `json:"zone,omitzero"`    // in which pages show all times; empty: that of each time
	Website  string        `json:"website,omitzero"` // address of the pages, shown on a projector; empty: unknown
}

// A Snapshot is the state of an event at one time. It must not be changed after it was returned.
type Snapshot struct {
	At       time.Time
	Names    []string           // entrants of the first stage in the schedule's order: it decides letters and colours
	Stages   []Stage            // those that have begun, in order
	Planned  int                // number of all stages
	Progress event.Progress     // without what only the organiser sees
	Secret   string             // of the event, once that is over; empty: it is not, or has none
	Next     []Upcoming         // some of the next matches, in order
	Latest   []tournament.Match // some of the last matches, the newest first
	Decided  []tournament.Match // once the event is over: matches of the first against the second, the newest first
	Before   Ranks              // at an earlier time
	Notice   Notice
	Orders   []Order // what the organiser did, the newest first
	News     []News  // phases and submissions, the newest first
	Phase    Phase
	Times    *ClockTimes // as they are now; nil: as About says
}

// Ranks are the ranks of entrants in the first stage at one time.
type Ranks struct {
	At time.Time
	Of map[string]int // by name; nil: they are not known
}

// A Stage is the state of a stage of the event.
type Stage struct {
	Name       string // such as "Final"; empty: the event has one stage
	Format     string
	Standings  *tournament.Standings
	CrossTable *tournament.CrossTable
	Rounds     []tournament.Round // of a knockout or Swiss event; nil: none. Its Matches are those played
}

// Upcoming is a match that has not begun.
type Upcoming struct {
	ID    tournament.ID `json:"id"`
	Round int           `json:"round"` // from 0
	Map   string        `json:"map"`
	Names []string      `json:"names"` // by player id
	At    time.Time     `json:"at"`    // expected start; zero: not known
}

// PageSize is the number of matches on a page.
const PageSize = 100

// Matches is a page of a list of matches.
type Matches struct {
	List []tournament.Match
	Next string // for tournament.Query.After; empty: this is the last page
}
