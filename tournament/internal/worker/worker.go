// Package worker plays the matches of a competition on one machine. It receives jobs and returns results; it knows
// neither the schedule nor other workers.
//
// Built-in bots play in this process. All other bots are programs: the worker fetches their archives by hash, builds
// them once in the sandbox, and keeps them. A bot is not responsible for failures of the machine: a match in which the
// machine made a bot late is void and is repeated, up to a limit.
package worker

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"blastyard/arena"
	"blastyard/arena/harness"
	"blastyard/game"
	"blastyard/internal/hostlag"
	"blastyard/tournament"
	"blastyard/tournament/event"
	"blastyard/tournament/internal/turns"
)

// Options say what a worker plays, and its resources.
type Options struct {
	Event    *event.Event
	Name     string   // name of this worker, for results
	Archives Archives // nil: there are none
	Replays  Replays  // nil: no replay is kept

	// Dir is a folder for bots and unfinished files. Several workers of a machine may share it. "": there is none, so
	// only built-in and local bots play, and no replay is kept.
	Dir   string
	Local bool // this is the organiser's machine, which can start bots without an archive

	// CacheSize is the maximum size in bytes of built bots that no match needs at the moment. 0: DefaultCacheSize.
	CacheSize int64

	// Sinks returns the sinks that watch a match with programs, such as a page. It is called before each try. nil:
	// nobody watches.
	Sinks func(f tournament.Fixture) []arena.Sink

	// Turns is where matches wait until the machine has room for them; nil: this worker has the machine for itself.
	Turns *turns.Line

	Log *slog.Logger     // nil: nothing is logged
	Now func() time.Time // nil: time.Now
}

// DefaultCacheSize is the default of Options.CacheSize.
const DefaultCacheSize = 4 << 30

// Worker plays jobs. Its methods are safe for concurrent use.
type Worker struct {
	options Options
	event   *event.Event
	kind    *game.Kind
	arena   *arena.Arena
	level   harness.SandboxLevel // sandbox level of programs
	log     *slog.Logger
	now     func() time.Time
	meter   meter
	voids   voids
	bots    *cache // nil: there is no folder
	turns   *turns.Line
	local   pool
	serial  atomic.Uint64 // of files
}

// New returns a worker. It starts nothing.
func New(o Options) (*Worker, error) {
	if o.Event == nil {
		return nil, errors.New("worker: Event is missing")
	}
	kind, err := o.Event.Kind()
	if err != nil {
		return nil, fmt.Errorf("worker: this program cannot play the event %q: %w; "+
			"start the program that has this game, in the version of the event's organiser", o.Event.Name, err)
	}
	if o.Name == "" {
		o.Name, _ = os.Hostname()
	}
	w := &Worker{options: o, event: o.Event, kind: kind, arena: o.Event.Arena(), log: o.Log, now: o.Now,
		meter: realMeter{hostlag.New()}, turns: o.Turns}
	if w.turns == nil {
		w.turns = turns.New(1, 0)
	}
	if w.log == nil {
		w.log = slog.New(slog.DiscardHandler)
	}
	if w.now == nil {
		w.now = time.Now
	}
	box, err := harness.NewSandbox(cmp.Or(o.Event.Sandbox, harness.SandboxOff))
	switch {
	case errors.Is(err, harness.ErrSandbox): // the worker will return jobs with programs
	case err != nil:
		return nil, fmt.Errorf("worker: sandbox: %w", err)
	case box != nil:
		w.level = box.Level
	}
	if o.Dir != "" {
		w.removeStale()
		if w.bots, err = newCache(w, filepath.Join(o.Dir, "bots"), box); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// Play plays the matches of a job, one after the other, and returns their results in the order of its fixtures. Several
// jobs may be played in parallel. Play calls progress for each match several times a second; nil: not at all. An error
// is that of ctx, or wraps ErrCannot or ErrMachine: then no result of the job counts.
func (w *Worker) Play(ctx context.Context, job *Job, progress func(Progress)) ([]tournament.Result, error) {
	if progress == nil {
		progress = func(Progress) {}
	}
	if missing := w.Missing(NeedOf(w.event, job.Bots, nil)); missing != "" {
		return nil, fmt.Errorf("worker: job %s needs %s: %w", job.ID, missing, ErrCannot)
	}
	s, err := w.seats(ctx, job)
	if err != nil {
		return nil, err
	}
	defer s.free()
	results := make([]tournament.Result, 0, len(job.Fixtures))
	teller := teller{tell: progress}
	for i, f := range job.Fixtures {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		m := &fixture{worker: w, of: f, seats: s, teller: &teller, keep: w.keeps(len(job.Fixtures) - i)}
		m.draws.Seed = w.kind.FitSeed(f.Seed)
		if i < len(job.Secrets) {
			m.draws.Secret = job.Secrets[i]
		}
		r, err := m.play(ctx)
		if err != nil {
			return nil, fmt.Errorf("worker: match %v: %w", f.ID, err)
		}
		results = append(results, *r)
		teller.done(f.ID)
	}
	return results, nil
}

// Close frees what the worker keeps for its next job. No job may be running.
func (w *Worker) Close() { w.local.close() }

// teller reports progress, but not each turn.
type teller struct {
	tell func(Progress)
	last time.Time
}

// tellPause is the minimum time between two calls for the turns of a match.
const tellPause = 200 * time.Millisecond

func (t *teller) turn(p Progress) {
	if now := time.Now(); now.Sub(t.last) >= tellPause {
		t.last = now
		t.tell(p)
	}
}

// done reports that a match is over, but not each of many quick ones.
func (t *teller) done(id tournament.ID) { t.turn(Progress{Fixture: id, Done: true}) }
