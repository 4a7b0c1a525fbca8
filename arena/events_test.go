package arena

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"blastyard/harness"
	"blastyard/match"
)

// counter is a sink that counts lines.
type counter struct {
	NopSink
	lines, notes int
}

func (c *counter) Output(Output) { c.lines++ }
func (c *counter) Note(Note)     { c.notes++ }

// printed makes the bot of a seat print a number of lines of a size.
func printed(e *events, seat, lines, size int) {
	text := strings.Repeat("x", size)
	for range lines {
		e.output(seat, "a bot", harness.Line{Text: text})
	}
}

// bytesOf is the size of what is kept of a turn's output.
func bytesOf(p pending) (n int) {
	for _, o := range p.output {
		n += len(o.Line.Text)
	}
	return n
}

// TestOutputOfATurn: what is kept of a turn's output is bounded by bot and in all; sinks hear of every line. The next
// turn begins anew.
func TestOutputOfATurn(t *testing.T) {
	const more = "(more was printed in this turn)"
	for name, c := range map[string]struct {
		print       func(e *events)
		heard, kept int
		last        string
	}{
		"little":          {func(e *events) { printed(e, 0, 3, 5) }, 3, 3, "xxxxx"},
		"lines of a bot":  {func(e *events) { printed(e, 0, 5*maxTurnLines, 1) }, 5 * maxTurnLines, maxTurnLines, "x"},
		"lines of others": {func(e *events) { printed(e, 0, maxTurnLines+9, 1); printed(e, 1, 4, 2) }, maxTurnLines + 13, maxTurnLines + 4, "xx"},
		"bytes of a bot":  {func(e *events) { printed(e, 0, 9, maxTurnOutput/2) }, 9, 3, more},
		"bytes of others": {func(e *events) { printed(e, 0, 1, maxTurnOutput); printed(e, 1, 2, 1) }, 3, 2, more},
		"blank lines of many bots": {func(e *events) {
			for seat := range MaxPlayers + 1 {
				printed(e, seat, maxTurnLines, 0)
			}
		}, (MaxPlayers + 1) * maxTurnLines, MaxPlayers * maxTurnLines, ""},
	} {
		var sink counter
		e := newEvents([]Sink{&sink})
		for turn := range 2 {
			c.print(e)
			p := e.take()
			if len(p.output) != c.kept || p.output[len(p.output)-1].Line.Text != c.last || bytesOf(p) > maxTurnOutput+len(more) {
				t.Errorf("%s, turn %d: %d lines of %d bytes were kept, the last one is %.40q; expected %d, %q", name, turn, len(p.output), bytesOf(p),
					p.output[len(p.output)-1].Line.Text, c.kept, c.last)
			}
		}
		e.deliver()
		if sink.lines != 2*c.heard {
			t.Errorf("%s: the sink heard of %d lines, expected %d", name, sink.lines, 2*c.heard)
		}
	}
}

// TestEventsOfATurn: what happens belongs to the turn to come, once. Notes of the harness and notes that are not kept
// are told only.
func TestEventsOfATurn(t *testing.T) {
	var sink counter
	e := newEvents([]Sink{&sink})
	e.turn.Store(7)
	e.late(3, false, 5)
	e.late(4, true, 6)
	e.left(3, match.Crashed, strings.Repeat("y", 2*maxNote))
	e.note(0, false, "told")
	e.note(1, true, "told and %s", "kept")
	e.keep(2, "kept")
	e.output(1, "a bot", harness.Line{Text: "of the harness", Stream: harness.Note})
	e.deliver()
	if sink.lines != 1 || sink.notes != 2 {
		t.Errorf("the sink heard of %d lines and %d notes, expected 1 and 2", sink.lines, sink.notes)
	}
	want := pending{late: []int{3, 4}, host: []int{4}, waited: []time.Duration{5, 6}, left: []Left{{Player: 3, Reason: match.Crashed, Note: strings.Repeat("y", maxNote) + "…"}},
		notes: []Note{{Seat: 1, Turn: 7, Text: "told and kept", Kept: true}, {Seat: 2, Turn: 7, Text: "kept", Kept: true}}}
	if got := e.take(); !reflect.DeepEqual(got, want) {
		t.Errorf("of the turn is kept\n%+v, expected\n%+v", got, want)
	}
	if got := e.take(); !reflect.DeepEqual(got, pending{}) {
		t.Errorf("of the turn after it is kept %+v, expected nothing", got)
	}
}

// talkative is a decider to whom something happens between the turns.
type talkative struct{ *local }

func (d talkative) seat(ctx context.Context, r *run) error {
	defer r.keep(0, "before turn 1")
	return d.local.seat(ctx, r)
}

func (d talkative) played(r *run) error {
	r.keep(0, "before turn %d", r.match.Turn()+1)
	return d.local.played(r)
}

// TestEventsBetweenTurns: what happens after a turn comes with the next one.
func TestEventsBetweenTurns(t *testing.T) {
	var h heard
	c := Config{Map: "tiny", Turns: 3, Seats: seats("builtin:idle", "builtin:idle")}
	if _, err := playWith(t, c, func(w *worker) decider { return talkative{&local{worker: w}} }, &h); err != nil {
		t.Fatal(err)
	}
	if want := []string{"before turn 1", "before turn 2", "before turn 3"}; !slices.Equal(h.inTurns, want) {
		t.Errorf("with the turns came %q, expected %q", h.inTurns, want)
	}
}
