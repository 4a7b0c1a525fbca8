// Package submission is how teams take part in an event over the web: an invitation that is exchanged once for a token,
// an archive that is sent, unpacked, built and checked in the sandbox, and a bot that enters when all that went well.
//
// Everything that a team sends may be hostile. Nothing of it is ever run outside of the sandbox, and what one team sent
// and what came of it is shown to that team only.
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
	"blastyard/tournament"
	"blastyard/tournament/internal/archive"
)

// Options are what a desk depends on.
type Options struct {
	Dir      string        // folder of teams and submissions; it is made
	Event    string        // its name
	Game     string        // "": hexabomb
	Rules    string        // the version of its rules; "": the usual one
	TurnTime time.Duration // that a bot has for an answer; 0: the game's default
	Env      []string      // NAME=VALUE, for the environment of bots
	Closes   time.Time     // nothing is accepted from then on; zero: never
	Limits   archive.Limits

	PerHour   int           // uploads of a team; 0: 20
	Builds    int           // builds and checks at a time; 0: by cores
	BuildTime time.Duration // of one build; 0: 5 minutes
	CheckTime time.Duration // of one check; 0: 15 minutes

	// Unsafe allows bots where the system cannot keep them apart: see harness.SandboxFiles.
	Unsafe bool

	// Enter makes an accepted archive play. It may be called again for the same version after a crash.
	Enter func(ctx context.Context, e tournament.Entry, archive string) error
	// Current is which version of an entrant's bot plays now; "" and 0: none.
	Current func(ctx context.Context, name string) (version string, number int, err error)

	// Frame writes a page with a body in the look of the event's pages. nil: a page without that look.
	Frame func(w http.ResponseWriter, r *http.Request, code int, title string, body template.HTML)
	// Played returns a team's newest matches. nil: they are not shown.
	Played func(ctx context.Context, name string) ([]Played, error)
	// Open opens a replay, or what a bot printed, by its hash. The error is fs.ErrNotExist where it is not kept. nil:
	// outputs and lessons are not shown.
	Open func(ctx context.Context, hash string) (io.ReadCloser, error)

	Log *slog.Logger     // nil: none
	Now func() time.Time // nil: time.Now

	build func(ctx context.Context, e *entrant.Entrant, name string, out io.Writer, d *Desk) (bool, error)
	check func(ctx context.Context, c checkup.Config) (*checkup.Report, error)
	level harness.SandboxLevel // that the system is said to have, in tests
}

// Played is a match that a team sees on its page.
type Played struct {
	ID     tournament.ID
	Names  []string // by player id
	Ranks  []int
	Player int    // id of the team's player
	Reason string // why it stopped
	Words  string // its last words, where it failed
	URL    string // of the match's page, from /team/matches/; "": there is none
	Replay string // its hash; "": none is kept
	Output string // the hash of what the team's bot printed; "": none is kept
}

// Errors of Submit, wrapped. Their text is for the team.
var (
	ErrClosed  = errors.New("submissions are closed")
	ErrTooMany = errors.New("too many submissions")
	ErrTooBig  = errors.New("too big")
	ErrUnsafe  = errors.New("this server takes no submissions: it cannot keep bots apart")
	ErrBusy    = errors.New("another upload of the team is under way")
)

// Desk takes submissions. Its methods may be called from any goroutine.
type Desk struct {
	o     Options
	teams *Teams
	kind  *game.Kind
	mode  string // of the sandbox
	can   error  // why nothing is accepted; nil: it is

	hearing, receiving time.Duration // how long the body of a request, and an upload, may take

	mu        sync.Mutex
	reports   map[string]*Report // by id
	uploading map[string]bool    // teams
	active    map[string]bool    // teams whose submission is being checked
	changed   chan struct{}      // closed when a report changes
	wake      chan struct{}      // a submission waits
}

// New opens the desk of an event. What was not finished when it was last open waits again.
func New(o Options) (*Desk, error) {
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
	d := &Desk{o: o, kind: kind, reports: map[string]*Report{}, uploading: map[string]bool{}, active: map[string]bool{},
		changed: make(chan struct{}), wake: make(chan struct{}, 1),
		hearing: 30 * time.Second, receiving: 10 * time.Minute}
	d.mode, d.can = sandboxMode(&o)
	if d.teams, err = OpenTeams(o.Dir); err != nil {
		return nil, err
	}
	return d, d.load()
}

func (o Options) filled() Options {
	if o.Game == "" {
		o.Game = games.Hexabomb().Name
	}
	if o.PerHour == 0 {
		o.PerHour = 20
	}
	if o.Builds == 0 {
		o.Builds = max(1, runtime.NumCPU()/2)
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

// sandboxMode is the mode in which bots of teams run, or why they do not.
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

// Teams are the teams of the event.
func (d *Desk) Teams() *Teams { return d.teams }
