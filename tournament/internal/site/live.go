package site

import (
	"sync"

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

	mu  sync.Mutex
	ids map[tournament.ID]string // ids of running matches
}

// NewLive returns a Live without a match.
func NewLive() *Live {
	return &Live{matches: live.NewMatches(keptLive), ids: map[tournament.ID]string{}}
}

// Catalog returns the matches for a server.
func (l *Live) Catalog() serve.Catalog { return l.matches.Catalog() }

// Sinks returns the sinks that show a match.
func (l *Live) Sinks(f tournament.Fixture) []arena.Sink {
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
	*livepage.Sink
	watched *watched
}

// Turn implements arena.Sink.
func (s *sink) Turn(t *arena.Turn) {
	silent := *t
	silent.Output, silent.Drawings = nil, nil
	s.Sink.Turn(&silent)
}

// End implements arena.Sink.
func (s *sink) End(e *arena.End) {
	s.Sink.End(e)
	s.watched.live.set(s.watched.fixture.ID, "")
}
