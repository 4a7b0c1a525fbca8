// Package worker plays the matches of a competition on one machine. It is given jobs, and returns results; it knows
// neither the schedule nor who else plays.
//
// Built-in bots play in this process. All other bots are programs: their archives are fetched by hash, built once in
// the sandbox, and kept. The machine's fault is not the bot's: a match in which the machine made somebody late is void
// and played again, some times at most.
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
)

// Options say what a worker plays, and with what.
type Options struct {
	Event    *event.Event
	Name     string   // of this worker, for results
	Archives Archives // nil: there are none
	Replays  Replays  // nil: no replay is kept

	// Dir is a folder for the bots and for what is not finished. Several workers of a machine may share it. "": there
	// is none, so that only built-in bots and local ones play, and no replay is kept.
	Dir   string
	Local bool // this is the organiser's machine: bots that have no archive can be started

	// CacheSize is how many bytes of built bots are kept that no match needs at the moment. 0: DefaultCacheSize.
	CacheSize int64

	// Sinks gives those that watch a match with programs, such as a page. It is called before each try. nil: nobody
	// watches.
	Sinks func(f tournament.Fixture) []arena.Sink

	Log *slog.Logger     // nil: nothing is logged
	Now func() time.Time // nil: time.Now
}

// DefaultCacheSize is Options.CacheSize where that is not set.
const DefaultCacheSize = 4 << 30

// Worker plays jobs. Its methods may be called from any goroutine.
type Worker struct {
	options Options
	event   *event.Event
	kind    *game.Kind
	arena   *arena.Arena
	level   harness.SandboxLevel // in which programs play
	log     *slog.Logger
	now     func() time.Time
	meter   meter
	bots    *cache // nil: there is no folder
	turns   gate
	local   pool
	serial  atomic.Uint64 // of files
}

// New returns a worker. Nothing is started.
func New(o Options) (*Worker, error) {
	if o.Event == nil {
		return nil, errors.New("worker: Event is missing")
	}
	kind, err := o.Event.Kind()
	if err != nil {
		return nil, fmt.Errorf("worker: %w", err)
	}
	if o.Name == "" {
		o.Name, _ = os.Hostname()
	}
	w := &Worker{options: o, event: o.Event, kind: kind, arena: o.Event.Arena(), log: o.Log, now: o.Now,
		meter: realMeter{hostlag.New()}}
	if w.log == nil {
		w.log = slog.New(slog.DiscardHandler)
	}
	if w.now == nil {
		w.now = time.Now
	}
	box, err := harness.NewSandbox(cmp.Or(o.Event.Sandbox, harness.SandboxOff))
	switch {
	case errors.Is(err, harness.ErrSandbox): // jobs with programs will be given back
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
// jobs may be played at the same time. progress hears of each match some times a second; nil: nobody asks. An error is
// that of ctx, or wraps ErrCannot or ErrMachine: then nothing of the job counts.
func (w *Worker) Play(ctx context.Context, job *Job, progress func(Progress)) ([]tournament.Result, error) {
	if progress == nil {
		progress = func(Progress) {}
	}
	if missing := w.missing(NeedOf(w.event, job.Bots, nil)); missing != "" {
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
		m := &fixture{worker: w, Fixture: f, seats: s, teller: &teller, keep: w.keeps(len(job.Fixtures) - i)}
		r, err := m.play(ctx)
		if err != nil {
			return nil, fmt.Errorf("worker: match %v: %w", f.ID, err)
		}
		results = append(results, *r)
		teller.done(f.ID)
	}
	return results, nil
}

// Close ends what the worker keeps for its next job. Nobody may play any more.
func (w *Worker) Close() { w.local.close() }

// teller tells progress, but not each turn.
type teller struct {
	tell func(Progress)
	last time.Time
}

// tellPause is the time between two calls for the turns of a match.
const tellPause = 200 * time.Millisecond

func (t *teller) turn(p Progress) {
	if now := time.Now(); now.Sub(t.last) >= tellPause {
		t.last = now
		t.tell(p)
	}
}

// done tells that a match is over: of a quick one not each.
func (t *teller) done(id tournament.ID) { t.turn(Progress{Fixture: id, Done: true}) }
