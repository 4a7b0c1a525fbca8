package arena

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"blastyard/arena/harness"
	"blastyard/game"
	"blastyard/game/games"
	"blastyard/game/match"
	"blastyard/game/viewer"
)

// counter is a sink that counts lines.
type counter struct {
	NopSink
	lines, notes int
}

func (c *counter) Output(Output) { c.lines++ }
func (c *counter) Note(Note)     { c.notes++ }

// printed makes the bot of a seat print some lines of a size.
func printed(e *events, seat, lines, size int) {
	text := strings.Repeat("x", size)
	for range lines {
		e.Output(seat, "a bot", harness.Line{Text: text})
	}
}

// bytesOf returns the size of the stored output of a turn.
func bytesOf(p pending) (n int) {
	for _, o := range p.output {
		n += len(o.Line.Text)
	}
	return n
}

// TestOutputOfATurn: the stored output of a turn is limited for each bot and in total; sinks receive every line. Each
// turn starts from zero.
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
		e.Deliver()
		if sink.lines != 2*c.heard {
			t.Errorf("%s: the sink heard of %d lines, expected %d", name, sink.lines, 2*c.heard)
		}
	}
}

// TestEventsOfATurn: each event belongs to the next turn, once. Notes of the harness and notes that are not kept are
// only reported.
func TestEventsOfATurn(t *testing.T) {
	var sink counter
	e := newEvents([]Sink{&sink})
	e.turn.Store(7)
	e.Late(3, false)
	e.Late(4, true)
	e.left(3, match.Crashed, strings.Repeat("y", 2*maxNote))
	e.Note(0, false, "told")
	e.Note(1, true, "told and %s", "kept")
	e.Keep(2, "kept")
	e.Output(1, "a bot", harness.Line{Text: "of the harness", Stream: harness.Note})
	e.Deliver()
	if sink.lines != 1 || sink.notes != 2 {
		t.Errorf("the sink heard of %d lines and %d notes, expected 1 and 2", sink.lines, sink.notes)
	}
	want := pending{late: []int{3, 4}, host: []int{4}, left: []Left{{Player: 3, Reason: match.Crashed, Note: strings.Repeat("y", maxNote) + "…"}},
		notes: []Note{{Seat: 1, Turn: 7, Text: "told and kept", Kept: true}, {Seat: 2, Turn: 7, Text: "kept", Kept: true}}}
	if got := e.take(); !reflect.DeepEqual(got, want) {
		t.Errorf("of the turn is kept\n%+v, expected\n%+v", got, want)
	}
	if got := e.take(); !reflect.DeepEqual(got, pending{}) {
		t.Errorf("of the turn after it is kept %+v, expected nothing", got)
	}
}

// TestNobodyHears: without sinks nothing is stored, however long a match takes.
func TestNobodyHears(t *testing.T) {
	e := newEvents(nil)
	e.Missed(0, true, nil, "late")
	e.Note(0, true, "told")
	e.Keep(0, "kept")
	e.Late(0, true)
	e.left(0, match.Crashed, "gone")
	e.Output(0, "a bot", harness.Line{Text: "hello"})
	if p := e.take(); len(e.queue) > 0 || !reflect.DeepEqual(p, pending{}) {
		t.Errorf("kept are %+v and %+v", e.queue, p)
	}
}

// talkative is an asker that reports events between the turns. It is also its own transport.
type talkative struct{ Here }

func (*talkative) Protocol() game.Protocol      { return game.Netorcai }
func (*talkative) Check(*Config) error          { return nil }
func (*talkative) Read(*Seated) (string, error) { return "", nil }
func (d *talkative) Asker(*Prepared) Asker      { return d }

func (d *talkative) Seat(ctx context.Context, r *Run) error {
	defer r.Events.Keep(0, "before turn 1")
	return d.Here.Seat(ctx, r)
}

func (d *talkative) Played(r *Run) error {
	r.Events.Keep(0, "before turn %d", r.Match.Turn()+1)
	return d.Here.Played(r)
}

// inTurns is a sink that records the notes of turns.
type inTurns struct {
	NopSink
	notes []string
}

func (s *inTurns) Turn(t *Turn) {
	for _, n := range t.Notes {
		s.notes = append(s.notes, n.Text)
	}
}

// TestEventsBetweenTurns: what happens after a turn comes with the next one.
func TestEventsBetweenTurns(t *testing.T) {
	var s inTurns
	a := Arena{Games: games.All(), Transports: []Transport{&talkative{}}}
	person := Seat{Bot: "human", Player: Func(func(*View) []viewer.Wish { return nil })} // a transport asks persons
	if _, err := a.Play(t.Context(), Config{Map: "tiny", Turns: 3, Seats: []Seat{person, {Bot: "builtin:idle"}}}, &s); err != nil {
		t.Fatal(err)
	}
	if want := []string{"before turn 1", "before turn 2", "before turn 3"}; !slices.Equal(s.notes, want) {
		t.Errorf("with the turns came %q, expected %q", s.notes, want)
	}
}

// standsUp is an asker whose seating fails after the players are known. It is also its own transport.
type standsUp struct{ talkative }

var errStandsUp = errors.New("nobody stays")

func (d *standsUp) Asker(*Prepared) Asker { return d }

func (d *standsUp) Seat(ctx context.Context, r *Run) error {
	return errors.Join(d.Here.Seat(ctx, r), errStandsUp)
}

// ends is a sink that counts the ends of matches.
type ends struct {
	NopSink
	n int
}

func (e *ends) End(*End) { e.n++ }

// TestNoEndBeforeTheBeginning: sinks do not receive the end of a match that never began, even if its players were
// known.
func TestNoEndBeforeTheBeginning(t *testing.T) {
	var e ends
	a := Arena{Games: games.All(), Transports: []Transport{&standsUp{}}}
	person := Seat{Bot: "human", Player: Func(func(*View) []viewer.Wish { return nil })}
	r, err := a.Play(t.Context(), Config{Map: "tiny", Turns: 3, Seats: []Seat{person}}, &e)
	if r != nil || !errors.Is(err, errStandsUp) || e.n != 0 {
		t.Errorf("%+v, %v, %d ends", r, err, e.n)
	}
}
