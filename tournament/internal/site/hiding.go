package site

import (
	"context"
	"iter"
	"time"

	"blastyard/show/serve"
	"blastyard/tournament/engine"
	"blastyard/tournament/event"
	"blastyard/tournament/internal/web"
)

// While standings are hidden, spectators see the event as it was when that began: every question of a page goes to the
// source of that moment. Nothing else decides what they see, so no page can forget it.

// ask asks the source that spectators see now. A question that was asked while standings were not hidden yet is asked
// again if they are by the time of the answer.
func ask[T any](ctx context.Context, s *Source, question func(*Source) (T, error)) (answer T, err error) {
	if !s.engine.Hidden() {
		answer, err = question(s)
		if !s.engine.Hidden() {
			return answer, err
		}
	}
	then, err := s.then(ctx)
	if err != nil {
		var none T
		return none, err
	}
	return question(then)
}

// then returns the source of the moment at which standings were hidden.
func (s *Source) then(ctx context.Context) (*Source, error) {
	s.freezing.Lock()
	defer s.freezing.Unlock()
	if s.frozen == nil {
		o, err := s.engine.Frozen(ctx)
		if err != nil {
			return nil, err
		}
		s.frozen, s.frozenStore = OfOffline(o), o
	}
	return s.frozen, nil
}

// thaw forgets that source.
func (s *Source) thaw() error {
	s.freezing.Lock()
	defer s.freezing.Unlock()
	if s.frozenStore == nil {
		return nil
	}
	o := s.frozenStore
	s.frozen, s.frozenStore = nil, nil
	return o.Close()
}

// look takes a snapshot of what spectators see.
func (s *Source) look(ctx context.Context) (*web.Snapshot, error) {
	snap, err := ask(ctx, s, func(from *Source) (*web.Snapshot, error) {
		if from != s {
			return from.Snapshot(), nil
		}
		return s.take(ctx)
	})
	phase := s.engine.Phase(time.Now())
	if snap == nil { // nobody sees anything, which is better than what is hidden
		snap = &web.Snapshot{At: time.Now()}
	}
	shown := *snap
	times := timesOf(s.engine.Times())
	shown.Phase, shown.Times = phaseOf(phase), &times
	if phase.Frozen {
		shown.Before = web.Ranks{} // a copy of the event made from the log does not know them
	}
	if phase.Frozen && err == nil {
		err = s.addHiddenOrders(ctx, &shown)
	}
	return &shown, err
}

// phaseOf returns a phase for pages. While standings are hidden, it does not say that the event is over.
func phaseOf(p event.Phase) web.Phase {
	if p.Frozen && p.Name == event.Over {
		p.Name = event.Playing
	}
	return web.Phase{Name: string(p.Name), Submissions: p.Submit, Frozen: p.Frozen, Now: p.Now(), Then: p.Then(),
		Next: string(p.Next), At: p.At}
}

// timesOf returns the times of an event for pages.
func timesOf(t event.Times) web.ClockTimes {
	first := t.Stage(0)
	return web.ClockTimes{Opens: t.Opens, Closes: t.Closes, Starts: first.Starts, Freeze: t.Freeze, Ends: first.Ends}
}

// clocked is an engine of which a source asks for phases.
type clocked struct{ *engine.Engine }

// Phase implements play: the engine has a clock of its own.
func (c clocked) Phase(time.Time) event.Phase { return c.Engine.Phase() }

// Frozen implements play: it is what spectators see already.
func (p *offline) Frozen(context.Context) (*engine.Offline, error) { return p.Offline, nil }

// Times implements play.
func (p *offline) Times() event.Times { return p.Event.Times() }

// Hidden implements play: what spectators may not see is not in it.
func (p *offline) Hidden() bool { return false }

// curtain is a catalogue of which spectators see nothing while standings are hidden.
type curtain struct {
	of   serve.Changer
	live *Live
}

// Newest implements serve.Catalog.
func (c curtain) Newest() iter.Seq[*serve.Entry] {
	if c.live.hidden() {
		return func(func(*serve.Entry) bool) {}
	}
	return c.of.Newest()
}

// Open implements serve.Catalog.
func (c curtain) Open(id string) (*serve.Match, error) {
	if c.live.hidden() {
		return nil, serve.ErrNotFound
	}
	return c.of.Open(id)
}

// Changed implements serve.Changer. Behind the curtain nothing changes until it is drawn.
func (c curtain) Changed() <-chan struct{} {
	if c.live.hidden() {
		return c.live.shown()
	}
	return c.of.Changed()
}
