package web

import (
	"context"
	"errors"
	"io"
	"time"

	"blastyard/tournament"
)

// ErrNotFound is what a Source returns for a match, an entrant or a replay that does not exist.
var ErrNotFound = errors.New("web: not found")

// A Source is what the pages know of an event: an engine that plays, or a store that was left. Its methods are called
// by many goroutines at once.
type Source interface {
	// Snapshot returns the newest state at once; it never waits for the play. What it returns never changes.
	Snapshot() *Snapshot
	// Changed returns a channel that is closed when there is a newer snapshot than the one at the call.
	Changed() <-chan struct{}
	// Matches returns the matches that a query asks for, the newest first.
	Matches(ctx context.Context, q Query) (*Matches, error)
	// Match returns a match that was played.
	Match(ctx context.Context, id tournament.ID) (*Match, error)
	// Entrant returns what is known of an entrant.
	Entrant(ctx context.Context, name string) (*Entrant, error)
	// Replay opens a replay by its hash.
	Replay(ctx context.Context, hash string) (io.ReadCloser, error)
}

// About is what an event is, for its pages. It does not change.
type About struct {
	Name     string        `json:"name"`
	Game     string        `json:"game"`
	Format   string        `json:"format"`  // as tournament.Format
	Players  int           `json:"players"` // of a match
	Turns    int           `json:"turns"`   // of a match; 0: the game's default
	TurnTime time.Duration `json:"-"`       // limit of an answer; 0: none
	LimitMS  int64         `json:"limit_ms"`
	Decides  string        `json:"decides"`          // when the event is over, in words
	Closes   time.Time     `json:"closes,omitzero"`  // submissions
	Ends     time.Time     `json:"ends,omitzero"`    // the event
	Public   time.Time     `json:"public,omitzero"`  // replays are shown from then on; zero: at once
	Website  string        `json:"website,omitzero"` // where the pages are, for links on a projector; empty: unknown
}

// A Snapshot is the state of an event at one time. Whoever made it may not change it any more.
type Snapshot struct {
	At       time.Time
	Names    []string // entrants of the first stage in the schedule's order: letter and colour go by it
	Stages   []Stage  // those that began, in order
	Planned  int      // stages in all
	Progress Progress
	Next     []Upcoming // matches that are played next, in order; not all
	Latest   []Match    // matches that ended last, the newest first; not all
}

// A Stage is how a stage of the event stands.
type Stage struct {
	Name       string // such as "Final"; empty: the only one
	Format     string
	Standings  *tournament.Standings
	CrossTable *tournament.CrossTable
	Rounds     []tournament.Round // of a knockout or Swiss; nil: none. Its Matches are those that were played
}

// Progress is how far an event is.
type Progress struct {
	Played    int           `json:"played"`
	Planned   int           `json:"planned"` // 0: not known
	PerSecond float64       `json:"per_second"`
	Left      time.Duration `json:"-"` // 0: not known
	LeftMS    int64         `json:"left_ms"`
	Done      bool          `json:"done"`
	Why       string        `json:"why"` // why it ended, or what it waits for
	Running   []Running     `json:"running"`
	Workers   []Worker      `json:"workers"`
}

// Running is a match that is being played.
type Running struct {
	ID     tournament.ID `json:"id"`
	Round  int           `json:"round"` // from 0
	Map    string        `json:"map"`
	Names  []string      `json:"names"` // by player id
	Worker string        `json:"worker"`
	Since  time.Time     `json:"since"`
	Turn   int           `json:"turn"`  // -1: not known
	Live   string        `json:"watch"` // its id in Options.Live; empty: it cannot be watched
}

// Worker is a machine, or this process, that plays matches.
type Worker struct {
	Name    string    `json:"name"`
	Slots   int       `json:"slots"` // matches at a time
	Busy    int       `json:"busy"`
	Matches int       `json:"matches"` // played since it came
	Can     []string  `json:"can"`     // languages and the sandbox level
	Seen    time.Time `json:"seen"`
}

// Upcoming is a match that is yet to be played.
type Upcoming struct {
	ID    tournament.ID `json:"id"`
	Round int           `json:"round"` // from 0
	Map   string        `json:"map"`
	Names []string      `json:"names"` // by player id
	At    time.Time     `json:"at"`    // when it is expected; zero: not known
}

// A Match is a match that was played.
type Match struct {
	tournament.Result
	Round int      `json:"round"` // from 0
	Map   string   `json:"map"`
	Seed  uint64   `json:"seed"`
	Names []string `json:"names"` // by player id
	Void  string   `json:"void"`  // why its result was taken back; empty: it counts
}

// A Query asks for matches. Zero fields ask for all.
type Query struct {
	Entrant string // in which this one played
	Against string // and this one, too
	Reason  string // in which a player stopped for this reason, or "failed": for any but finished, or "late"
	Stage   int    // from 0; -1: all
	Round   int    // from 0; -1: all
	Marked  bool   // that count although the machine made somebody late
	Voids   bool   // also those whose result was taken back
	After   string // Matches.Next of the page before; empty: the first page
	Limit   int    // at most so many; 0: PageSize
}

// PageSize is how many matches a page lists.
const PageSize = 100

// Matches is one page of a list of matches.
type Matches struct {
	List []Match `json:"matches"`
	Next string  `json:"next"` // for Query.After; empty: this is the last page
}

// An Entrant is what is known of an entrant, beside its standing.
type Entrant struct {
	Name      string     `json:"name"`
	Versions  []Version  `json:"versions"` // the newest first
	History   []Point    `json:"history"`  // of its strength, the oldest first
	Failures  []Failure  `json:"failures"` // the newest first; not all
	Opponents []Opponent `json:"opponents"`
	Times     Times      `json:"times"`
}

// A Version is a bot that an entrant handed in.
type Version struct {
	Number  int       `json:"number"`
	Hash    string    `json:"hash"` // of its archive; empty: a built-in bot
	At      time.Time `json:"at"`
	By      string    `json:"by"` // who submitted it
	Matches int       `json:"matches"`
}

// A Point is the rating of an entrant at one time, in Elo-like points.
type Point struct {
	At      time.Time `json:"at"`
	Matches int       `json:"matches"` // of the event, until then
	Elo     float64   `json:"elo"`
	Low     float64   `json:"low"`
	High    float64   `json:"high"`
}

// A Failure is a match in which the entrant did not finish.
type Failure struct {
	ID     tournament.ID `json:"id"`
	Reason string        `json:"reason"`
	Words  string        `json:"words"` // the last words of the bot
	Replay string        `json:"replay"`
}

// An Opponent is how an entrant fared against another one.
type Opponent struct {
	Name   string `json:"name"`
	Met    int    `json:"met"`
	Wins   int    `json:"wins"`
	Draws  int    `json:"draws"`
	Losses int    `json:"losses"`
}

// Times are how long the answers of an entrant took.
type Times struct {
	Turns  int   `json:"turns"`
	UsedMS int64 `json:"used_ms"` // all answers
	Late   int   `json:"late"`    // turns without an answer in time
	Host   int   `json:"host"`    // of these, the ones that were the machine's fault
}
