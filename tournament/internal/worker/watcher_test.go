package worker

import (
	"slices"
	"testing"
	"time"

	"blastyard/arena"
	"blastyard/arena/overrounds"
)

// TestUsedTime: the time of answers is summed up; a turn that was missed takes its whole limit, once, though its answer
// comes in a later turn. Of a program that is started each round the move says how long it took.
func TestUsedTime(t *testing.T) {
	const limit = 400 * time.Millisecond
	move := func(player int, ms int, late bool) arena.Move {
		return arena.Move{Player: player, Took: time.Duration(ms) * time.Millisecond, Late: late}
	}
	for name, c := range map[string]struct {
		turns []arena.Turn
		want  []int64
	}{
		"in time":          {[]arena.Turn{{Moves: []arena.Move{move(0, 10, false), move(1, 20, false)}}, {Moves: []arena.Move{move(1, 5, false)}}}, []int64{10, 25}},
		"no answer at all": {[]arena.Turn{{Late: []int{1}}, {Late: []int{1}}}, []int64{0, 800}},
		"a late answer": {[]arena.Turn{{Late: []int{0}}, {Moves: []arena.Move{move(0, 700, true), move(1, 3, false)}},
			{Moves: []arena.Move{move(0, 30, false)}}}, []int64{430, 3}},
		"started each round": {[]arena.Turn{{Late: []int{0}, Moves: []arena.Move{move(0, 390, false)},
			Details: overrounds.Turn{Runs: make([]overrounds.Run, 1)}}}, []int64{390, 0}},
	} {
		w := watcher{used: make([]time.Duration, 2), tell: func(int) {}}
		w.Begin(&arena.Begin{Limit: limit})
		for i := range c.turns {
			w.Turn(&c.turns[i])
		}
		if got := w.usedMillis(); !slices.Equal(got, c.want) {
			t.Errorf("%s: used %v ms, want %v", name, got, c.want)
		}
	}
}
