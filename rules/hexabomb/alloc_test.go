package hexabomb

import (
	"math/rand/v2"
	"testing"
)

// TestStepAllocatesNothing: no turn of 2,000 allocates, in any kind of game.
func TestStepAllocatesNothing(t *testing.T) {
	for _, size := range []struct {
		name                                string
		cells, players, characters, special int
	}{{"37 cells", 37, 6, 1, 0}, {"415 cells", 415, 4, 7, 0}, {"415 cells, sudden death", 415, 4, 7, 1}} {
		board := testBoard(t, size.cells, size.players, size.characters, size.special)
		for name, draw := range map[string]func([]Action, *State, *rand.Rand) []Action{"legal": legalActions, "random": randomActions, "wild": wildActions} {
			const turns = 2000
			rng := rand.New(rand.NewPCG(6, 7))
			s := NewState(board)
			var recorded [][]Action
			for range turns {
				recorded = append(recorded, draw(nil, s, rng))
				s.Step(recorded[len(recorded)-1], nil)
			}
			start, copied := NewState(board), NewState(board)
			played := NewState(board)
			if n := testing.AllocsPerRun(4, func() { // several runs, because other goroutines may allocate
				played.CopyFrom(start)
				for _, actions := range recorded {
					played.Step(actions, nil)
					copied.CopyFrom(played)
				}
			}); n != 0 {
				t.Errorf("%s, %s: %v allocations in %d turns", size.name, name, n, turns)
			}
			if !played.Equal(s) || !copied.Equal(s) {
				t.Errorf("%s, %s: played again, the game ends differently", size.name, name)
			}
		}
	}
}
