package match

import (
	"slices"
	"strings"
	"testing"
)

// TestRanking: failed players rank behind the others, or as the game ranks them.
func TestRanking(t *testing.T) {
	// A player is a score and a letter: f finished, c crashed, d disconnected, i interrupted, s special, x special
	// and crashed.
	for _, c := range []struct {
		players  string
		scores   []int
		ahead    int
		last     []int
		winner   int
		keep     []int
		original int
	}{
		{"ff", []int{3, 5}, 1, []int{2, 1}, 1, []int{2, 1}, 1},
		{"cf", []int{900, 5}, 0, []int{2, 1}, 1, []int{1, 2}, 0},
		{"cf", []int{5, 5}, NoWinner, []int{2, 1}, 1, []int{2, 1}, NoWinner},
		{"dc", []int{9, 5}, 0, []int{1, 2}, 0, []int{1, 2}, 0}, // all failed: by score
		{"ii", []int{9, 5}, 0, []int{1, 2}, 0, []int{1, 2}, 0}, // nobody failed
		{"cfff", []int{9, 5, 7, 5}, 0, []int{4, 2, 1, 2}, 2, []int{1, 3, 2, 3}, 0},
		{"cfcf", []int{9, 5, 7, 5}, 0, []int{3, 1, 4, 1}, NoWinner, []int{1, 3, 2, 3}, 0},
		{"fcf", []int{5, 4, 3}, 2, []int{2, 3, 1}, 2, []int{2, 3, 1}, 2}, // the game does not rank by score
		{"scf", []int{0, 9, 5}, 1, []int{2, 3, 1}, 2, []int{3, 1, 2}, 1},
		{"scc", []int{0, 9, 5}, 1, []int{1, 2, 3}, 1, []int{3, 1, 2}, 1}, // a special player cannot win
		{"xff", []int{0, 9, 5}, 1, []int{3, 1, 2}, 1, []int{3, 1, 2}, 1},
		{"fff", []int{5, 5, 1}, NoWinner, []int{1, 1, 3}, NoWinner, []int{1, 1, 3}, NoWinner},
		{"fff", []int{5, 5, 1}, 2, []int{2, 2, 1}, 2, []int{2, 2, 1}, 2},
		{"ffff", []int{0, 0, 0, 0}, NoWinner, []int{1, 1, 1, 1}, NoWinner, []int{1, 1, 1, 1}, NoWinner},
		{"cfcc", []int{4, 4, 4, 9}, NoWinner, []int{3, 1, 3, 2}, 1, []int{3, 2, 3, 1}, NoWinner},
		{"cf", []int{7, 7}, 0, []int{2, 1}, 1, []int{1, 2}, 0},
		{"cff", []int{-1, -3, -3}, 0, []int{3, 1, 1}, NoWinner, []int{1, 2, 2}, 0},
		{"cff", []int{-1, -3, -2}, 0, []int{3, 2, 1}, 2, []int{1, 3, 2}, 0},
	} {
		players := make([]Standing, len(c.players))
		for id, letter := range c.players {
			players[id] = Standing{Score: c.scores[id], Special: strings.ContainsRune("sx", letter),
				Reason: map[rune]Reason{'f': Finished, 's': Finished, 'i': Interrupted, 'c': Crashed, 'x': Crashed,
					'd': Disconnected}[letter]}
		}
		if got := FailedLast.Ranks(c.ahead, players); !slices.Equal(got, c.last) {
			t.Errorf("%s %v: last: ranks %v, expected %v", c.players, c.scores, got, c.last)
		}
		if got := FailedKeep.Ranks(c.ahead, players); !slices.Equal(got, c.keep) {
			t.Errorf("%s %v: keep: ranks %v, expected %v", c.players, c.scores, got, c.keep)
		}
		if got := FailedLast.Winner(c.ahead, players); got != c.winner {
			t.Errorf("%s %v: last: %d wins, expected %d", c.players, c.scores, got, c.winner)
		}
		if got := FailedKeep.Winner(c.ahead, players); got != c.original {
			t.Errorf("%s %v: keep: %d wins, expected %d", c.players, c.scores, got, c.original)
		}
	}
}

func TestParseRanking(t *testing.T) {
	for _, r := range []Ranking{FailedLast, FailedKeep} {
		if got, err := ParseRanking(r.String()); got != r || err != nil {
			t.Errorf("%v: got %v, %v", r, got, err)
		}
	}
	if _, err := ParseRanking("first"); err == nil {
		t.Error("first is a ranking")
	}
}

func TestFailure(t *testing.T) {
	if got := Failure(Crashed, 25); got != "failed in turn 25: crashed" {
		t.Error(got)
	}
	if got := Failure(Timeout, 0); got != "failed: timeout" {
		t.Error(got)
	}
}
