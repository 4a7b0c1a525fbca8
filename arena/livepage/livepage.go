// Package livepage shows matches that the arena plays on a page in browsers, while they are played.
package livepage

import (
	"slices"
	"strconv"
	"time"

	"blastyard/arena"
	"blastyard/arena/record"
	"blastyard/replay"
	"blastyard/viewer"
	"blastyard/viewer/live"
	"blastyard/viewer/playback"
)

// Sink shows one match on a page.
type Sink struct {
	arena.NopSink
	page    *live.Page
	begun   func(m *live.Match)
	lessons func(e *arena.End) []viewer.Lesson

	match   *live.Match
	players []arena.Player
	frames  Frames
	turn    replay.Turn
}

// Options are what a page shows beside the match.
type Options struct {
	Begun   func(m *live.Match)                // hears of the match on the page; nil: nobody does
	Lessons func(e *arena.End) []viewer.Lesson // what the players could have done better; nil: nothing is said
}

// New returns a sink that shows a match on a page.
func New(page *live.Page, o Options) *Sink {
	return &Sink{page: page, begun: o.Begun, lessons: o.Lessons}
}

// Begin implements arena.Sink.
func (s *Sink) Begin(b *arena.Begin) {
	s.players = b.Players
	s.match = s.page.Begin(HeaderOf(b))
	if s.begun != nil {
		s.begun(s.match)
	}
	s.publish(b.Frame(), nil)
}

// HeaderOf is what pictures of a match need beside the frames.
func HeaderOf(b *arena.Begin) *viewer.Header {
	f := b.Frame()
	h := &viewer.Header{Game: b.Kind.Name, Title: b.Title, Turns: f.Turns,
		Seed:    strconv.FormatUint(b.Seed&b.Kind.MaxSeed, 10),
		Started: time.Now().UTC().Format(time.RFC3339), Limit: record.LimitMillis(b.Limit)}
	for i := range b.Players {
		p := &b.Players[i]
		h.Players = append(h.Players, viewer.HeaderPlayer{Name: p.Name, Bot: p.Bot, Special: p.Special})
		h.SuddenDeath = h.SuddenDeath || p.Special
	}
	h.SetBoard(f)
	b.Match.Describe(h)
	return h
}

// Turn implements arena.Sink.
func (s *Sink) Turn(t *arena.Turn) {
	record.Turn(&s.turn, t, s.players)
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
	end := &viewer.End{Turns: r.Turns, Winner: r.Winner, Why: r.Why}
	for _, p := range r.Players {
		end.Players = append(end.Players, viewer.EndPlayer(p))
	}
	if s.lessons != nil {
		end.Lessons = s.lessons(e)
	}
	s.match.End(end)
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
