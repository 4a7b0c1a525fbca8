package terminal

import (
	"testing"

	"blastyard/game/viewer"
)

func TestProgress(t *testing.T) {
	f := viewer.Frame{Turn: 10, Turns: 100, Players: []viewer.Player{
		{ID: 0, Name: "random", Score: 80, Connected: true}, {ID: 1, Name: "greedy", Score: 123, Connected: true},
		{ID: 2, Name: "slow", Score: 7, Connected: true, Note: "late"}, {ID: 3, Name: "ghost", Special: true, Living: 2, Connected: true}}}
	tests := []struct {
		width int
		want  string
	}{
		{0, "turn 10/100: B greedy 123, A random 80, C slow 7 (late), D ghost 2 up"},
		{60, "turn 10/100: B greedy 123, A random 80, 2 more"},
		{45, "turn 10/100: B greedy 123, 3 more"},
		{30, "turn 10/100: 4 more"},
		{5, "turn…"},
	}
	for _, tt := range tests {
		if got := Progress(&f, tt.width); got != tt.want {
			t.Errorf("width %d: got %q, want %q", tt.width, got, tt.want)
		}
	}
	f.Turns, f.Players = 0, nil
	if got, want := Progress(&f, 80), "turn 10: "; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestTenthDone(t *testing.T) {
	for _, turns := range []int{1, 3, 9, 10, 11, 99, 100, 101, 1234} {
		n := 0
		for turn := range turns + 2 {
			if TenthDone(turn, turns) {
				n++
			}
		}
		if want := min(turns, 10); n != want || !TenthDone(turns, turns) {
			t.Errorf("%d turns: %d lines, want %d and one for the last turn", turns, n, want)
		}
	}
	if TenthDone(5, 0) {
		t.Error("a tenth of nothing")
	}
}
