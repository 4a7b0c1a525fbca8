// Package livepage shows matches that the arena plays on a page in browsers, while they are played.
package livepage

import (
	"slices"

	"blastyard/arena"
	"blastyard/arena/record"
	"blastyard/game"
	"blastyard/internal/listeners"
	"blastyard/replay"
	"blastyard/show/live"
	"blastyard/show/playback"
	"blastyard/show/serve"
	"blastyard/viewer"
)

// A Page is where matches are shown, such as a *live.Page.
type Page interface {
	Begin(h *viewer.Header) *live.Match
}

// A Lobby is a Page that shows who is there before a match.
type Lobby interface {
	Page
	Wait(seats []serve.LobbySeat, bots []string)
}

// Sink shows one match on a page.
type Sink struct {
	arena.NopSink
	page  Page
	o     Options
	story *explainer

	match   *live.Match
	players []arena.PlayerInfo
	frames  Frames
	turn    replay.Turn
}

// Options are what a page shows beside the match.
type Options struct {
	Branch  *viewer.Branch      // where the match was played on from; nil: it was not
	Begun   func(m *live.Match) // hears of the match on the page; nil: nobody does
	Explain []*game.Kind        // the games whose matches are explained after their end; nil: none
	// Recorded gives the match after its end, for Explain, on another goroutine; nil: the sink keeps it in memory.
	Recorded func() (*replay.Replay, error)

	// Replay gives what is recorded of the match by then, by any number of goroutines, see serve.Match.RecordedBy; nil:
	// readers cannot have it.
	Replay func() (*serve.Recording, error)
}

// New returns a sink that shows a match on a page.
func New(page Page, o Options) *Sink {
	return &Sink{page: page, o: o}
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
	page.Wait(seats, listeners.Addresses(l.Addr))
}

// Begin implements arena.Sink.
func (s *Sink) Begin(b *arena.Begin) {
	s.players = b.Players
	recorded := record.Header(b, record.Options{NoHashes: true})
	h := headerOf(b, recorded)
	if h.Branch = s.o.Branch; h.Branch != nil {
		h.Number = 0
	}
	s.match = s.page.Begin(h)
	s.story = newExplainer(&s.o, recorded, h)
	if s.o.Replay != nil {
		s.match.RecordedBy(s.o.Replay)
	}
	if s.o.Begun != nil {
		s.o.Begun(s.match)
	}
	s.publish(b.Frame(), nil)
}

// headerOf is what pictures of a match need beside the frames: what its replay tells, and what is known only here.
func headerOf(b *arena.Begin, recorded *replay.Header) *viewer.Header {
	h := playback.HeaderOf(recorded, []*game.Kind{b.Kind}, b.Frame())
	h.Number = b.Index + 1
	for i := range b.Players {
		if b.Players[i].Person && b.Kind.Goal != nil {
			h.Players[i].Goal = b.Kind.Goal(h, i)
		}
	}
	return h
}

// Turn implements arena.Sink.
func (s *Sink) Turn(t *arena.Turn) {
	record.Turn(&s.turn, t, s.players)
	s.story.add(&s.turn)
	s.publish(t.Frame(), &s.turn)
}

func (s *Sink) publish(f *viewer.Frame, t *replay.Turn) {
	next := s.frames.Next(f)
	next.Events = slices.Clip(next.Events)
	if t != nil {
		playback.AddLog(&next, t)
	}
	s.match.Add(&next)
}

// End implements arena.Sink.
func (s *Sink) End(e *arena.End) {
	r := record.Result(e)
	end := playback.EndOf(r, len(s.players))
	if !s.story.explained() {
		s.match.End(end)
		return
	}
	s.match.EndBeside(end, func(end *viewer.End) { s.story.addTo(end, r) })
}

// Frames makes frames that tell what happened since the one before.
type Frames struct{ last viewer.Frame }

// Next is a copy of a frame with the events of its turn.
func (s *Frames) Next(f *viewer.Frame) viewer.Frame {
	next := f.Clone()
	next.AddEvents(&s.last)
	s.last = next
	return next
}
