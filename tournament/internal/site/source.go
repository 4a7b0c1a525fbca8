package site

import (
	"cmp"
	"context"
	"errors"
	"io"
	"reflect"
	"slices"
	"sync"
	"time"

	"blastyard/game/match"
	"blastyard/tournament"
	"blastyard/tournament/engine"
	"blastyard/tournament/event"
	"blastyard/tournament/internal/store"
	"blastyard/tournament/internal/web"
)

// Numbers of next and last matches in a snapshot, and the minimum time between snapshots.
const (
	nextMatches   = 100
	latestMatches = 20
	newsShown     = 50
	every         = time.Second
)

// play is an engine, or a store that no engine has open.
type play interface {
	Snapshot() *engine.Snapshot
	Changed() <-chan struct{}
	Progress() event.Progress
	State(f func(*tournament.Schedule))
	Store() *store.Store
	Replay(ctx context.Context, hash string) (io.ReadCloser, error)
	Secret() match.Secret
	Hidden() bool // standings are hidden from spectators
	Frozen(ctx context.Context) (*engine.Offline, error)
	Phase(now time.Time) event.Phase
	Times() event.Times
}

// Source has the data for the pages of an event. It implements web.Source.
type Source struct {
	engine play
	event  *event.Event
	live   *Live // nil: running matches cannot be watched
	cancel context.CancelFunc
	done   sync.WaitGroup

	freezing    sync.Mutex
	frozen      *Source         // what spectators see while standings are hidden; nil: it was not needed yet
	frozenStore *engine.Offline // of frozen

	mu      sync.Mutex
	newest  *web.Snapshot
	changed chan struct{}
	problem error // error of the newest attempt
}

// Of returns the source of an event. It follows the engine until Close, which must be called before the engine's Close.
func Of(e *engine.Engine, ev *event.Event, live *Live) *Source {
	if live != nil {
		live.hideBy(e.Hidden)
	}
	return of(clocked{e}, ev, live)
}

func of(e play, ev *event.Event, live *Live) *Source {
	ctx, cancel := context.WithCancel(context.Background())
	s := &Source{engine: e, event: ev, live: live, cancel: cancel, changed: make(chan struct{})}
	s.newest, s.problem = s.look(ctx)
	s.done.Go(func() { s.follow(ctx) })
	return s
}

// Close stops following the engine.
func (s *Source) Close() {
	s.cancel()
	s.done.Wait()
	_ = s.thaw() // it was only read
}

// follow checks the engine each second, which is as often as pages can change.
func (s *Source) follow(ctx context.Context) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		changed := s.engine.Changed()
		select {
		case <-ctx.Done():
			return
		case <-changed:
		case <-tick.C:
		}
		next, err := s.look(ctx)
		if !s.engine.Hidden() {
			if s.live != nil {
				s.live.show()
			}
			err = errors.Join(err, s.thaw())
		}
		s.mu.Lock()
		if s.problem = err; !same(next, s.newest) {
			s.newest = next
			close(s.changed)
			s.changed = make(chan struct{})
		}
		s.mu.Unlock()
	}
}

// same reports whether pages of two snapshots differ only in their time.
func same(a, b *web.Snapshot) bool {
	x, y := *a, *b
	x.At, y.At = time.Time{}, time.Time{}
	x.Progress.Left, y.Progress.Left = 0, 0
	quiet := func(list []event.Worker) []event.Worker { // ignores when they were last seen
		list = slices.Clone(list)
		for i := range list {
			list[i].Seen = time.Time{}
		}
		return list
	}
	x.Stages, y.Stages = withoutTables(a.Stages), withoutTables(b.Stages)
	x.Progress.Workers, y.Progress.Workers = quiet(a.Progress.Workers), quiet(b.Progress.Workers)
	late := func(list []web.Upcoming) []web.Upcoming {
		list = slices.Clone(list)
		for i := range list {
			list[i].At = time.Time{}
		}
		return list
	}
	x.Next, y.Next = late(a.Next), late(b.Next)
	return reflect.DeepEqual(&x, &y)
}

// withoutTables returns stages without their cross tables: these are equal if the standings are.
func withoutTables(stages []web.Stage) []web.Stage {
	stages = slices.Clone(stages)
	for i := range stages {
		stages[i].CrossTable = nil
	}
	return stages
}

// Snapshot implements web.Source.
func (s *Source) Snapshot() *web.Snapshot {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.newest
}

// Changed implements web.Source.
func (s *Source) Changed() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.changed
}

// Health returns the error of the play, for web.Options.
func (s *Source) Health() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.problem
}

// pageError translates the errors of a store and an engine about missing things to the one of package web.
func pageError(err error) error {
	if errors.Is(err, store.ErrCursor) {
		return web.ErrCursor
	}
	for _, missing := range []error{store.ErrNoMatch, store.ErrNoName, engine.ErrNotFound} {
		if errors.Is(err, missing) {
			return web.ErrNotFound
		}
	}
	if held := (*engine.HeldError)(nil); errors.As(err, &held) {
		return &web.HeldError{Why: held.Error()}
	}
	return err
}

// Matches implements web.Source.
func (s *Source) Matches(ctx context.Context, q tournament.Query) (*web.Matches, error) {
	return ask(ctx, s, func(s *Source) (*web.Matches, error) { return s.matches(ctx, q) })
}

func (s *Source) matches(ctx context.Context, q tournament.Query) (*web.Matches, error) {
	q.Newest, q.Limit = true, cmp.Or(q.Limit, web.PageSize)
	list, next, err := s.engine.Store().Matches(ctx, q)
	if err != nil {
		return nil, pageError(err)
	}
	s.forSpectators(list)
	return &web.Matches{List: list, Next: next}, nil
}

// forSpectators leaves of matches what spectators may see: the output of bots is only for their teams.
func (s *Source) forSpectators(list []tournament.Match) {
	for i := range list {
		list[i] = public(list[i])
	}
	s.hold(list)
}

func public(m tournament.Match) tournament.Match {
	m.Logs, m.Round = nil, max(m.Round, 0)
	return m
}

// Match implements web.Source.
func (s *Source) Match(ctx context.Context, id tournament.ID) (*tournament.Match, error) {
	return ask(ctx, s, func(s *Source) (*tournament.Match, error) { return s.match(ctx, id) })
}

func (s *Source) match(ctx context.Context, id tournament.ID) (*tournament.Match, error) {
	m, err := s.engine.Store().Match(ctx, id)
	if err != nil {
		return nil, pageError(err)
	}
	list := []tournament.Match{*m}
	s.forSpectators(list)
	return &list[0], nil
}

// Entrant implements web.Source.
func (s *Source) Entrant(ctx context.Context, name string) (*tournament.Entrant, error) {
	return ask(ctx, s, func(s *Source) (*tournament.Entrant, error) {
		e, err := s.engine.Store().Entrant(ctx, name)
		if err != nil {
			return nil, pageError(err)
		}
		e.History, err = s.engine.Store().History(ctx, name)
		return e, err
	})
}

// Ratings implements web.Source.
func (s *Source) Ratings(ctx context.Context, names []string) ([][]tournament.PastStanding, error) {
	return ask(ctx, s, func(s *Source) (list [][]tournament.PastStanding, err error) {
		for _, name := range names {
			history, err := s.engine.Store().History(ctx, name)
			if err != nil {
				return nil, err
			}
			list = append(list, history)
		}
		return list, nil
	})
}

// Replay implements web.Source. It only opens replays that a result names, because the store has other files, which are
// not public.
func (s *Source) Replay(ctx context.Context, hash string) (io.ReadCloser, error) {
	_, err := ask(ctx, s, func(s *Source) (*tournament.Match, error) {
		return s.engine.Store().ReplayMatch(ctx, hash)
	})
	if err != nil {
		return nil, pageError(err)
	}
	r, err := s.engine.Replay(ctx, hash) // it refuses those that are not shown yet
	return r, pageError(err)
}
