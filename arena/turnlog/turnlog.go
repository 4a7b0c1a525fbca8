// Package turnlog writes what a bot did in each turn, and how long it took, as lines of JSON.
package turnlog

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"time"

	"blastyard/arena"
	"blastyard/arena/harness"
)

// Line is what is written about a turn of a bot. docs/debugging.md describes it.
type Line struct {
	Turn   int             `json:"turn"`             // from 1
	Took   float64         `json:"took_ms"`          // until its answer came; 0: it gave none, or it was not measured
	Limit  float64         `json:"limit_ms"`         // of the turn; 0: none
	Late   bool            `json:"late,omitempty"`   // it missed the turn
	Host   bool            `json:"host,omitempty"`   // the machine gave it no processor
	Answer json.RawMessage `json:"answer,omitempty"` // the actions that it sent
	Stdout []string        `json:"stdout,omitempty"` // lines that it printed since the turn before
	Stderr []string        `json:"stderr,omitempty"`
	Left   string          `json:"left,omitempty"` // why it left the match
	End    bool            `json:"end,omitempty"`  // the match is over: this is what it printed afterwards
}

// Sink writes the lines of one match. It is a sink of that match only.
type Sink struct {
	arena.NopSink
	path   func(seat int) string
	failed func(error)
	limit  time.Duration
	seats  []*seat // by seat; nil: no lines are written
	player []int   // the seat of each player
	turn   int
}

type seat struct {
	file           *os.File
	stdout, stderr []string
	left           bool
}

// New returns a sink. path returns the file for the bot of a seat, or "" for none; a file that is there stays, which is
// an error. failed is called with the first error of each file.
func New(seats int, path func(seat int) string, failed func(error)) *Sink {
	s := &Sink{path: path, failed: failed, seats: make([]*seat, seats)}
	for k := range s.seats {
		if path(k) != "" {
			s.seats[k] = &seat{}
		}
	}
	return s
}

// Begin implements arena.Sink.
func (s *Sink) Begin(b *arena.Begin) {
	s.limit = b.Limit
	for id := range b.Players {
		s.player = append(s.player, b.Players[id].Seat)
	}
	for k, x := range s.seats {
		if x == nil {
			continue
		}
		f, err := os.OpenFile(s.path(k), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
		if err != nil {
			s.fail(k, err)
			continue
		}
		x.file = f
	}
}

// fail stops writing about a seat.
func (s *Sink) fail(k int, err error) {
	if x := s.seats[k]; x.file != nil {
		x.file.Close()
	}
	s.seats[k] = nil
	s.failed(fmt.Errorf("what the bots did in each turn is not complete: %w", err))
}

// Output implements arena.Sink.
func (s *Sink) Output(o arena.Output) {
	x := s.seats[o.Seat]
	switch {
	case x == nil || o.Line.Stream == harness.Note:
	case o.Line.Stream == harness.Stderr:
		x.stderr = append(x.stderr, o.Line.Text)
	default:
		x.stdout = append(x.stdout, o.Line.Text)
	}
}

// Turn implements arena.Sink.
func (s *Sink) Turn(t *arena.Turn) {
	s.turn = t.Number
	for id, k := range s.player {
		x := s.seats[k]
		if x == nil || x.left {
			continue
		}
		line := Line{Turn: t.Number, Limit: milliseconds(s.limit), Late: slices.Contains(t.Late, id),
			Host: slices.Contains(t.Host, id)}
		for i := range t.Moves {
			if m := &t.Moves[i]; m.Player == id {
				line.Took = milliseconds(m.Took)
				if json.Valid(m.Actions) {
					line.Answer = m.Actions
				}
			}
		}
		for i := range t.Left {
			if l := &t.Left[i]; l.Player == id {
				line.Left, x.left = string(l.Reason), true
				if l.Note != "" {
					line.Left += ": " + l.Note
				}
			}
		}
		s.write(k, line)
	}
}

// End implements arena.Sink.
func (s *Sink) End(*arena.End) {
	for k, x := range s.seats {
		if x == nil {
			continue
		}
		if len(x.stdout)+len(x.stderr) > 0 {
			s.write(k, Line{Turn: s.turn, Limit: milliseconds(s.limit), End: true})
		}
		if x = s.seats[k]; x != nil && x.file != nil {
			if err := x.file.Close(); err != nil {
				s.seats[k] = nil
				s.failed(err)
			}
		}
	}
}

// write writes a line, with what the bot has printed.
func (s *Sink) write(k int, line Line) {
	x := s.seats[k]
	line.Stdout, line.Stderr = x.stdout, x.stderr
	x.stdout, x.stderr = nil, nil
	text, err := json.Marshal(line)
	if err == nil && x.file != nil {
		_, err = x.file.Write(append(text, '\n'))
	}
	if err != nil {
		s.fail(k, err)
	}
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
