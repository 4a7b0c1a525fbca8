// Package livepage shows matches of the arena on a page in browsers while they are played.
package livepage

import (
	"blastyard/arena"
	"blastyard/game"
	"blastyard/game/viewer"
	"blastyard/internal/addresses"
	"blastyard/replay"
	"blastyard/show/live"
	"blastyard/show/scenes"
	"blastyard/show/serve"
)

// A Page shows matches. *live.Page implements it.
type Page interface {
	Begin(h *viewer.Header) *live.Match
}

// A Lobby is a Page that also shows who is present before a match.
type Lobby interface {
	Page
	Wait(seats []serve.LobbySeat, bots []string)
}

// Sink is a sink that shows one match on a page.
type Sink struct {
	*scenes.Sink
	page Page
}

// Options are what a page shows beside the match.
type Options struct {
	Branch  *viewer.Branch      // the match that this one continues; nil: none
	Begun   func(m *live.Match) // called with the match on the page; may be nil
	Explain []*game.Kind        // the games whose matches are explained after their end
	// Recorded returns the finished match for Explain, on another goroutine. Without it the sink keeps the match
	// itself.
	Recorded func() (*replay.Replay, error)

	// Replay returns what is recorded of the match so far. It may be called concurrently; see serve.Match.RecordedBy.
	// Without it readers cannot download the replay.
	Replay func() (*serve.Recording, error)
}

// New returns a sink that shows a match on a page.
func New(page Page, o Options) *Sink {
	shown := scenes.Options{Branch: o.Branch, Explain: o.Explain, Recorded: o.Recorded}
	return &Sink{scenes.New(&stage{page: page, o: o}, shown), page}
}

// Lobby implements arena.LobbySink.
func (s *Sink) Lobby(l *arena.Lobby) {
	page, ok := s.page.(Lobby)
	if !ok {
		return
	}
	seats := make([]serve.LobbySeat, len(l.Seats))
	for i, x := range l.Seats {
		seats[i] = serve.LobbySeat(x)
	}
	page.Wait(seats, addresses.Of(l.Addr))
}

// stage is the stage for one match.
type stage struct {
	page  Page
	o     Options
	match *live.Match
}

// Begin implements scenes.Stage.
func (s *stage) Begin(h *viewer.Header) {
	s.match = s.page.Begin(h)
	if s.o.Replay != nil {
		s.match.RecordedBy(s.o.Replay)
	}
	if s.o.Begun != nil {
		s.o.Begun(s.match)
	}
}

// Frame implements scenes.Stage.
func (s *stage) Frame(f *viewer.Frame) { s.match.Add(f) }

// End implements scenes.Stage.
func (s *stage) End(e *viewer.End, explain func(e *viewer.End)) {
	if explain == nil {
		s.match.End(e)
		return
	}
	s.match.EndBeside(e, explain)
}
