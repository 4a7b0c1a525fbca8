package arena_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"blastyard/arena"
	"blastyard/arena/overrounds"
)

// witness is a sink that records its calls.
type witness struct {
	arena.NopSink
	begun   bool
	players []arena.PlayerInfo
	limit   time.Duration
	turns   []heardTurn
	notes   []arena.Note
	output  []arena.Output
	end     *arena.Result
	err     error

	onTurn func(turn int) // may be nil
}

// heardTurn is the record of a turn.
type heardTurn struct {
	moves      map[int]string // actions by player id
	late, host []int
	left       []arena.Left
	kept       []string // notes
	log        string
	runs       []overrounds.Run
	alive      []bool   // by player
	marks      []string // by player: marks in the picture, such as "late"
}

func (w *witness) Begin(b *arena.Begin) {
	w.begun, w.players, w.limit = true, slices.Clone(b.Players), b.Limit
}

func (w *witness) Turn(t *arena.Turn) {
	h := heardTurn{moves: map[int]string{}, late: t.Late, host: t.Host, left: t.Left,
		log: string(overrounds.DetailsOf(t).Log), runs: overrounds.DetailsOf(t).Runs}
	for _, m := range t.Moves {
		h.moves[m.Player] = string(m.Actions)
	}
	for _, n := range t.Notes {
		h.kept = append(h.kept, n.Text)
	}
	for id := range w.players {
		h.alive = append(h.alive, t.Match.Acts(id))
		h.marks = append(h.marks, t.Frame().Players[id].Note)
	}
	w.turns = append(w.turns, h)
	if w.onTurn != nil {
		w.onTurn(t.Number)
	}
}

func (w *witness) Note(n arena.Note) { w.notes = append(w.notes, n) }

func (w *witness) Output(o arena.Output) { w.output = append(w.output, o) }

func (w *witness) End(e *arena.End) { w.end, w.err = e.Result, e.Err }

// said reports whether a note contained a text.
func (w *witness) said(text string) bool {
	return slices.ContainsFunc(w.notes, func(n arena.Note) bool { return strings.Contains(n.Text, text) })
}

// play plays a match that must reach its end.
func play(t *testing.T, a *arena.Arena, c arena.Config, w *witness) *arena.Result {
	t.Helper()
	r, err := a.Play(t.Context(), c, w)
	if err != nil {
		t.Fatalf("%v; notes: %v", err, w.notes)
	}
	if w.end != r || w.err != nil || len(w.turns) != r.Turns {
		t.Fatalf("the sink heard of %d turns and the result %+v, %v; it is %+v", len(w.turns), w.end, w.err, r)
	}
	return r
}
