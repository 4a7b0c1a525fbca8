// Package scenes makes what pages show of a match while it is played: its header, a frame for each turn, and its end.
// A Stage shows them.
package scenes

import (
	"slices"

	"blastyard/arena"
	"blastyard/arena/record"
	"blastyard/game"
	"blastyard/game/viewer"
	"blastyard/replay"
	"blastyard/show/playback"
)

// A Stage shows one match.
type Stage interface {
	// Begin is called before the first frame.
	Begin(h *viewer.Header)
	// Frame shows a frame. It does not keep it.
	Frame(f *viewer.Frame)
	// End shows the end of the match. explain adds an explanation to it, unless it is nil.
	End(e *viewer.End, explain func(e *viewer.End))
}

// Options say what is shown beside the match.
type Options struct {
	Branch  *viewer.Branch // the match that this one continues; nil: none
	Explain []*game.Kind   // the games whose matches are explained after their end
	// Recorded returns the finished match for Explain, on the explaining goroutine. Without it the sink keeps the
	// match.
	Recorded func() (*replay.Replay, error)
}

// Sink is a sink that shows one match.
type Sink struct {
	arena.NopSink
	stage Stage
	o     Options
	story *explainer

	players []arena.PlayerInfo
	frames  Frames
	turn    replay.Turn
}

// New returns a sink that shows a match.
func New(stage Stage, o Options) *Sink { return &Sink{stage: stage, o: o} }

// Begin implements arena.Sink.
func (s *Sink) Begin(b *arena.Begin) {
	s.players = b.Players
	recorded := record.Header(b, record.Options{NoHashes: true})
	h := headerOf(b, recorded)
	if h.Branch = s.o.Branch; h.Branch != nil {
		h.Number = 0
	}
	s.story = newExplainer(&s.o, recorded, h)
	s.stage.Begin(h)
	s.tell(b.Frame(), nil)
}

// headerOf returns the header of a match's pictures, from its replay's header and from the match itself.
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
	s.tell(t.Frame(), &s.turn)
}

func (s *Sink) tell(f *viewer.Frame, t *replay.Turn) {
	next := s.frames.Next(f)
	next.Events = slices.Clip(next.Events)
	if t != nil {
		playback.AddLog(&next, t)
	}
	s.stage.Frame(&next)
}

// End implements arena.Sink.
func (s *Sink) End(e *arena.End) {
	r := record.Result(e)
	end := playback.EndOf(r, len(s.players))
	if !s.story.explained() {
		s.stage.End(end, nil)
		return
	}
	s.stage.End(end, func(end *viewer.End) { s.story.addTo(end, r) })
}

// Frames adds to frames the events since the previous one.
type Frames struct{ last viewer.Frame }

// Next returns a copy of a frame with the events of its turn.
func (s *Frames) Next(f *viewer.Frame) viewer.Frame {
	next := f.Clone()
	next.AddEvents(&s.last)
	s.last = next
	return next
}
