// Package scenes makes what pages show of a match while it is played: its header, a frame a turn, how it ended. Where
// that goes is up to others.
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

// A Stage is where one match is shown.
type Stage interface {
	// Begin is called before the first frame.
	Begin(h *viewer.Header)
	// Frame shows a frame, which is not kept.
	Frame(f *viewer.Frame)
	// End shows how the match ended. explain adds to it what explains the match; nil: there is nothing to add.
	End(e *viewer.End, explain func(e *viewer.End))
}

// Options are what is shown beside the match.
type Options struct {
	Branch  *viewer.Branch // where the match was played on from; nil: it was not
	Explain []*game.Kind   // the games whose matches are explained after their end; nil: none
	// Recorded gives the match after its end, for Explain, on the goroutine that explains; nil: the sink keeps it.
	Recorded func() (*replay.Replay, error)
}

// Sink shows one match.
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

// Frames makes frames that tell what happened since the one before.
type Frames struct{ last viewer.Frame }

// Next is a copy of a frame with the events of its turn.
func (s *Frames) Next(f *viewer.Frame) viewer.Frame {
	next := f.Clone()
	next.AddEvents(&s.last)
	s.last = next
	return next
}
