// Package submission lets teams take part in an event over the web. A team exchanges an invitation once for a token,
// and uploads an archive. The server unpacks it, builds and checks the bot in the sandbox, and lets it play if all went
// well.
//
// Everything that a team sends may be hostile. None of it ever runs outside of the sandbox, and only the team itself
// sees what it sent and the results.
package submission

import (
	"context"
	"errors"
	"fmt"
	"html/template"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	"blastyard/arena/checkup"
	"blastyard/arena/entrant"
	"blastyard/arena/harness"
	"blastyard/game"
	"blastyard/game/games"
	"blastyard/internal/archive"
	"blastyard/internal/website"
	"blastyard/tournament"
)

// Options are the settings of an inbox and the functions that it calls.
type Options struct {
	Dir      string        // folder of teams and submissions; it is created
	Event    string        // name of the event
	Game     string        // "": hexabomb
	Rules    string        // version of its rules; "": the default one
	TurnTime time.Duration // time of a bot for an answer; 0: the game's default
	Env      []string      // NAME=VALUE, added to the environment of bots
	Closes   time.Time     // submissions are refused from then on; zero: never
	Limits   archive.Limits

	Window  func() Window            // when submissions are accepted; nil: until Closes
	Refuses func(team string) string // why those of a team are refused now; "": they are not. nil: they never are

	PerHour   int           // uploads of a team; 0: 20
	Builds    int           // submissions that are built and play their first match at the same time; 0: by cores
	Checks    int           // long checks at the same time; 0: by cores
	BuildTime time.Duration // time limit of a build; 0: 5 minutes
	CheckTime time.Duration // after it a check begins no further match; 0: 15 minutes

	// Turn waits until the machine has room for a match of a check: see checkup.Config. An urgent one goes before other
	// matches. nil: there is always room.
	Turn func(ctx context.Context, alone, urgent bool) (leave func(), err error)

	// Unsafe accepts bots even if the system cannot isolate them: see harness.SandboxFiles.
	Unsafe bool

	// Enter lets an accepted archive play. After a crash it may be called again for the same version.
	Enter func(ctx context.Context, e tournament.Entry, archive string) error
	// Current returns the version of an entrant's bot that plays now; "" and 0: none.
	Current func(ctx context.Context, name string) (version string, number int, err error)

	// Test plays test matches of a team's newest version: see TestMatch. keep stores a file under its hash, told hears
	// of each match. nil: there are none.
	Test func(ctx context.Context, team string, keep func(hash, path string) error, told func(TestMatch)) error

	// Frame writes a page with a body in the look of the event's pages. nil: a plain page.
	Frame func(w http.ResponseWriter, r *http.Request, code int, title string, body template.HTML)
	// Standing says where an entrant stands now, also while standings are hidden from spectators; "": that is not known
	// yet. nil: it is not shown.
	Standing func(name string) string
	// Played returns a team's newest matches. nil: they are not shown.
	Played func(ctx context.Context, name string) ([]Played, error)
	// Open opens a replay or the output of a bot by its hash. The error is fs.ErrNotExist if the file is not kept, and
	// a *LaterError if it is not shown yet. nil: outputs and lessons are not shown.
	Open func(ctx context.Context, hash string) (io.ReadCloser, error)

	Website *website.Site    // where teams reach the pages; nil: where the requests say
	Log     *slog.Logger     // nil: none
	Now     func() time.Time // nil: time.Now

	build func(ctx context.Context, e *entrant.Entrant, name string, out io.Writer, d *Inbox) (bool, error)
	check func(ctx context.Context, c checkup.Config) (*checkup.Report, error)
	level harness.SandboxLevel // level that tests pretend the system has
}

// LaterError says why a replay is not shown yet.
type LaterError struct{ Why string }

func (e *LaterError) Error() string { return e.Why }

// Played is a match on the page of a team.
type Played struct {
	ID     tournament.ID
	Names  []string // by player id
	Ranks  []int
	Player int    // id of the team's player
	Reason string // why it stopped
	Words  string // the last lines of its output, if it failed
	URL    string // address of the match's page, from /team/matches/; "": it has none
	Replay string // hash of the replay; "": none is kept
	Output string // hash of the output of the team's bot; "": none is kept
}

// Errors of Submit, wrapped. Their texts are for the team.
var (
	ErrClosed  = errors.New("submissions are closed")
	ErrTooMany = errors.New("too many submissions")
	ErrTooBig  = errors.New("too big")
	ErrUnsafe  = errors.New("this server takes no submissions: it cannot keep bots apart")
	ErrBusy    = errors.New("another upload of the team is under way")
)

// Inbox accepts submissions of teams, and shows teams their pages. Its methods are safe for concurrent use.
type Inbox struct {
	o     Options
	teams *Teams
	kind  *game.Kind
	mode  string // mode of the sandbox
	can   error  // why nothing is accepted; nil: submissions are accepted

	hearing, receiving time.Duration // time limits for the body of a request, and of an upload

	mu        sync.Mutex
	reports   map[string]*Report // by id
	uploading map[string]bool    // teams that are uploading
	active    map[string]bool    // teams whose submission is being processed
	lanes     [lanes]lane
	testing   chan struct{} // has an item while test matches are played
	changed   chan struct{} // closed when a report changes
	wake      chan struct{} // signals that a submission waits
}

// New opens the inbox of an event. Unfinished submissions of earlier runs wait again.
func New(o Options) (*Inbox, error) {
	o = o.filled()
	kind, err := game.FindVersion(games.All(), o.Game, o.Rules)
	if err != nil {
		return nil, fmt.Errorf("submission: %w", err)
	}
	for _, dir := range []string{o.Dir, filepath.Join(o.Dir, inboxFolder)} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return nil, fmt.Errorf("submission: %w", err)
		}
	}
	d := &Inbox{o: o, kind: kind, reports: map[string]*Report{}, uploading: map[string]bool{},
		active:  map[string]bool{},
		changed: make(chan struct{}), wake: make(chan struct{}, 1), testing: make(chan struct{}, 1),
		hearing: 30 * time.Second, receiving: 10 * time.Minute}
	d.mode, d.can = sandboxMode(&o)
	if d.teams, err = OpenTeams(o.Dir); err != nil {
		return nil, err
	}
	d.lanes[firstLane].slots, d.lanes[checkLane].slots = o.Builds, o.Checks
	return d, d.load()
}

func (o Options) filled() Options {
	if o.Game == "" {
		o.Game = games.All()[0].Name
	}
	if o.PerHour == 0 {
		o.PerHour = 20
	}
	if o.Builds == 0 {
		o.Builds = max(1, runtime.GOMAXPROCS(0)/2)
	}
	if o.Checks == 0 {
		o.Checks = runtime.GOMAXPROCS(0)
	}
	if o.BuildTime == 0 {
		o.BuildTime = 5 * time.Minute
	}
	if o.CheckTime == 0 {
		o.CheckTime = 15 * time.Minute
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.build == nil {
		o.build = buildInSandbox
	}
	if o.check == nil {
		o.check = checkup.Check
	}
	return o
}

// sandboxMode returns the mode in which bots of teams run, or why they cannot run.
func sandboxMode(o *Options) (mode string, err error) {
	level, why := harness.Reachable()
	if o.level != 0 {
		level, why = o.level, "so the test says"
	}
	switch {
	case level >= harness.SandboxFiles:
		return harness.SandboxRequire, nil
	case o.Unsafe:
		return harness.SandboxAuto, nil
	}
	return "", fmt.Errorf("%w (%s); the organiser can allow it with --unsafe", ErrUnsafe, why)
}

// Teams returns the teams of the event.
func (in *Inbox) Teams() *Teams { return in.teams }
