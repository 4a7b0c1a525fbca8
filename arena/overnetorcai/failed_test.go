package overnetorcai

import (
	"slices"
	"strings"
	"testing"

	"blastyard/arena"
	"blastyard/game/match"
)

// failures is a sink that records players that fail.
type failures struct {
	arena.NopSink
	lines   []string // notes before the first turn that was played without the player
	left    []arena.Left
	turn    int // the turn of left
	notes   []string
	failed  []bool // whether players failed, in the frame of that turn
	ranking []int
}

func (f *failures) Note(n arena.Note) {
	if n.Failed && f.left == nil {
		f.lines = append(f.lines, n.Text)
	}
}

func (f *failures) Turn(t *arena.Turn) {
	if len(t.Left) == 0 {
		return
	}
	f.left, f.turn = append(f.left, t.Left...), t.Number
	frame := t.Frame()
	for id := range frame.Players {
		f.notes, f.failed = append(f.notes, frame.Players[id].Note), append(f.failed, frame.Players[id].Failed)
	}
	f.ranking = frame.Ranking()
}

// TestFailedBotIsLast: a bot that crashes loses and is reported before the next turn. All reports name the same
// reason and turn. With Failed "keep" it wins, as in the original.
func TestFailedBotIsLast(t *testing.T) {
	for _, c := range []struct {
		failed string
		winner int
	}{{"", 1}, {"last", 1}, {"keep", 0}} {
		f := &failures{}
		r, err := play(t.Context(), arena.Config{Map: "tiny", Seats: seats("testbot crash", "builtin:idle"), IDs: []int{0, 1},
			Seed: 1, Turns: 12, NoTimeout: true, Failed: c.failed}, f)
		if err != nil {
			t.Fatal(err)
		}
		if r.Scores[0] == r.Scores[1] && c.failed == "keep" {
			c.winner = match.NoWinner
		}
		s := &r.Seats[0]
		if r.Winner != c.winner || s.Reason != match.Crashed || !strings.HasPrefix(s.Note, "exit code 3: panic: something") {
			t.Errorf("%q: winner %d, %s: %q", c.failed, r.Winner, s.Reason, s.Note)
		}
		if len(f.left) != 1 || f.left[0].Player != 0 || f.left[0].Reason != s.Reason || f.left[0].Note != s.Note || f.turn != s.LeftTurn {
			t.Errorf("%q: left are %+v in turn %d; the result says turn %d", c.failed, f.left, f.turn, s.LeftTurn)
		}
		if len(f.lines) != 1 || !strings.HasPrefix(f.lines[0], "turn 5: tester crashed (exit code 3): panic: something") || f.turn != 5 {
			t.Errorf("%q: told were %q in turn %d", c.failed, f.lines, f.turn)
		}
		if len(f.notes) != 2 || f.notes[0] != match.Failure(match.Crashed, 5) || !slices.Equal(f.failed, []bool{c.failed != "keep", false}) ||
			c.failed != "keep" && f.ranking[0] != 1 {
			t.Errorf("%q: the picture has %q, failed %v, ranking %v", c.failed, f.notes, f.failed, f.ranking)
		}
	}
	if _, err := play(t.Context(), arena.Config{Map: "tiny", Failed: "first"}); err == nil || !strings.Contains(err.Error(), "failed") {
		t.Errorf("failed: first gives %v", err)
	}
}
