package rerun

import (
	"slices"
	"time"

	"blastyard/arena"
	"blastyard/arena/harness"
	"blastyard/arena/record"
	"blastyard/game/match"
	"blastyard/protocol/drawing"
	"blastyard/replay"
)

// fork is a sink that reports a match that continues a recorded one to other sinks. It reports the turns before the
// fork as they were recorded.
type fork struct {
	arena.NopSink
	rerun    *Rerun
	recorder *record.Recorder // one of to; nil: no replay is written
	to       []arena.Sink
	turn     int
	refused  []int // by player, in the recorded turns
	late     []int
	stop     func() // ends the match
	err      error  // why the match cannot be played
}

// Begin implements arena.Sink. A seat whose bot does nothing keeps the name of the recorded bot.
func (f *fork) Begin(b *arena.Begin) {
	for id := range b.Players {
		if f.err == nil && f.rerun.takes(id) {
			f.err = missing(b, id)
		}
	}
	if f.err != nil {
		f.to = nil
		f.stop()
		return
	}
	begin := *b
	begin.Players = slices.Clone(b.Players)
	for id := range begin.Players {
		if p := &begin.Players[id]; p.Bot == "" && !f.rerun.takes(id) {
			p.Bot = f.rerun.Replay.Header.Players[id].Bot
		}
	}
	f.refused, f.late = make([]int, len(b.Players)), make([]int, len(b.Players))
	for _, s := range f.to {
		s.Begin(&begin)
	}
}

// Turn implements arena.Sink.
func (f *fork) Turn(t *arena.Turn) {
	turn := *t
	if f.turn++; f.turn < f.rerun.From {
		f.asRecorded(&turn, &f.rerun.Replay.Turns[f.turn-1])
	}
	for _, s := range f.to {
		s.Turn(&turn)
	}
}

func (f *fork) asRecorded(t *arena.Turn, r *replay.Turn) {
	t.Moves, t.Left, t.Output, t.Notes, t.Drawings = nil, nil, nil, nil, nil
	t.Late, t.Host, t.Refused = r.Late, r.Host, r.Refused
	for _, m := range r.Moves {
		t.Moves = append(t.Moves,
			arena.Move{Player: m.Player, Actions: m.Actions, Took: time.Duration(m.Micros) * time.Microsecond})
	}
	for _, x := range r.Refused {
		f.refused[x.Player]++
	}
	for _, player := range r.Late {
		f.late[player]++
	}
	for _, g := range r.Gone {
		if !f.rerun.takes(g.Player) {
			t.Left = append(t.Left, arena.Left{Player: g.Player, Reason: match.Reason(g.Reason), Note: g.Note})
		}
	}
	for _, l := range r.Output {
		line := harness.Line{Text: l.Text}
		if l.Err {
			line.Stream = harness.Stderr
		}
		t.Output = append(t.Output, arena.Output{Seat: l.Player, Line: line})
	}
	for _, d := range r.Drawings {
		t.Drawings = append(t.Drawings, drawing.Drawing{Player: d.Player, Layer: d.Layer, Shapes: d.Shapes})
	}
	for _, n := range r.Notes {
		t.Notes = append(t.Notes, arena.Note{Seat: arena.NoSeat, Text: n, Kept: true})
	}
}

// End implements arena.Sink.
func (f *fork) End(e *arena.End) {
	for k := range e.Result.Seats {
		s := &e.Result.Seats[k]
		s.Refused += f.refused[k]
		s.Late += f.late[k]
		if g := f.rerun.goneBefore(k); g != nil && !f.rerun.takes(k) {
			s.Reason, s.Note = match.Reason(g.Reason), g.Note
		}
	}
	for _, s := range f.to {
		s.End(e)
	}
}
