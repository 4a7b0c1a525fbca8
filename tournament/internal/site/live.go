package site

import (
	"sync"
	"sync/atomic"

	"blastyard/arena"
	"blastyard/game/games"
	"blastyard/game/viewer"
	"blastyard/show/live"
	"blastyard/show/livepage"
	"blastyard/show/serve"
	"blastyard/tournament"
)

// keptLive is the number of finished matches that can still be watched live.
const keptLive = 20

// Live shows matches of programs while this process plays them: pass Sinks to engine.Options, and Catalog to
// web.Options.
type Live struct {
	matches *live.Matches

	hides  atomic.Pointer[func() bool] // whether standings are hidden; nil: they never are
	mu     sync.Mutex
	ids    map[tournament.ID]string // ids of running matches
	drawn  chan struct{}            // closed when what is hidden is shown
	unsaid []func()                 // ends of matches that came while they were hidden
}

// NewLive returns a Live without a match.
func NewLive() *Live {
	return &Live{matches: live.NewMatches(keptLive), ids: map[tournament.ID]string{}, drawn: make(chan struct{})}
}

// Catalog returns the matches for a server.
func (l *Live) Catalog() serve.Catalog { return curtain{l.matches.Catalog(), l} }

// hideBy sets the function that says whether standings are hidden: then no match can be watched, and those that are
// being watched stand still.
func (l *Live) hideBy(hidden func() bool) { l.hides.Store(&hidden) }

func (l *Live) hidden() bool {
	hides := l.hides.Load()
	return hides != nil && (*hides)()
}

// shown returns a channel that is closed when what is hidden now is shown.
func (l *Live) shown() <-chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.drawn
}

// show shows how matches ended that were hidden.
func (l *Live) show() {
	l.mu.Lock()
	unsaid := l.unsaid
	l.unsaid = nil
	close(l.drawn)
	l.drawn = make(chan struct{})
	l.mu.Unlock()
	for _, end := range unsaid {
		end()
	}
}

// Sinks returns the sinks that show a match.
func (l *Live) Sinks(f tournament.Fixture) []arena.Sink {
	if l.hidden() {
		return nil
	}
	p := &watched{live: l, fixture: f}
	return []arena.Sink{&sink{Sink: livepage.New(p, livepage.Options{Explain: games.All()}), watched: p}}
}

// id returns the id of a running match in the catalogue; "": it cannot be watched.
func (l *Live) id(match tournament.ID) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.ids[match]
}

func (l *Live) set(match tournament.ID, id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if id == "" {
		delete(l.ids, match)
	} else {
		l.ids[match] = id
	}
}

// watched is a match of an event on a page. It implements livepage.Page.
type watched struct {
	live    *Live
	fixture tournament.Fixture
}

// Begin shows the match with the usual letters and colours of its entrants.
func (w *watched) Begin(h *viewer.Header) *live.Match {
	for i := range min(len(h.Players), len(w.fixture.Entrants)) {
		h.Players[i].Entrant = w.fixture.Entrants[i] + 1
	}
	h.Title = "Match " + w.fixture.ID.String()
	m := w.live.matches.Begin(h)
	w.live.set(w.fixture.ID, m.ID())
	return m
}

// sink shows a match without what bots print and draw, which only their teams may see.
type sink struct {
	arena.Sink // of the page
	watched    *watched
}

// Turn implements arena.Sink.
func (s *sink) Turn(t *arena.Turn) {
	if s.watched.live.hidden() {
		return
	}
	silent := *t
	silent.Output, silent.Drawings = nil, nil
	s.Sink.Turn(&silent)
}

// End implements arena.Sink.
func (s *sink) End(e *arena.End) {
	if end := *e; s.watched.live.hidden() {
		s.watched.live.mu.Lock()
		s.watched.live.unsaid = append(s.watched.live.unsaid, func() { s.Sink.End(&end) })
		s.watched.live.mu.Unlock()
	} else {
		s.Sink.End(e)
	}
	s.watched.live.set(s.watched.fixture.ID, "")
}
