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

// keptLive is how many matches that are over can still be watched live.
const keptLive = 20

// Live shows the matches of programs while they are played in this process: Sinks is for engine.Options, Catalog for
// web.Options.
type Live struct {
	matches *live.Matches

	mu  sync.Mutex
	ids map[tournament.ID]string // of those that are being played
}

// NewLive returns a Live without a match.
func NewLive() *Live {
	return &Live{matches: live.NewMatches(keptLive), ids: map[tournament.ID]string{}}
}

// Catalog is the matches for a server.
func (l *Live) Catalog() serve.Catalog { return l.matches.Catalog() }

// Sinks watch a match.
func (l *Live) Sinks(f tournament.Fixture) []arena.Sink {
	p := &watched{live: l, fixture: f}
	return []arena.Sink{&sink{Sink: livepage.New(p, livepage.Options{Explain: games.All()}), watched: p}}
}

// id is what a match that is being played is called in the catalogue; "": it cannot be watched.
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

// watched is a match of an event on the page. It implements livepage.Page.
type watched struct {
	live    *Live
	fixture tournament.Fixture
}

// Begin shows the match with the letters and colours that its entrants have everywhere.
func (w *watched) Begin(h *viewer.Header) *live.Match {
	for i := range min(len(h.Players), len(w.fixture.Entrants)) {
		h.Players[i].Entrant = w.fixture.Entrants[i] + 1
	}
	h.Title = "Match " + w.fixture.ID.String()
	m := w.live.matches.Begin(h)
	w.live.set(w.fixture.ID, m.ID())
	return m
}

// sink shows a match without what bots print and draw, which is for their teams.
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
