package hexabomb

import (
	"math/rand/v2"
	"testing"
)

// BenchmarkStep plays games of 20,000 turns of fresh random actions, long enough not to be learnt by the processor.
func BenchmarkStep(b *testing.B) {
	const turns = 20000
	for _, size := range []struct {
		name                       string
		cells, players, characters int
	}{{"37cells", 37, 6, 1}, {"415cells", 415, 4, 7}} {
		board := testBoard(b, size.cells, size.players, size.characters, 0)
		for _, kind := range []struct {
			name string
			draw func([]Action, *State, *rand.Rand) []Action
		}{{"legal", legalActions}, {"random", randomActions}} {
			b.Run(size.name+"/"+kind.name, func(b *testing.B) {
				rng := rand.New(rand.NewPCG(3, 4))
				s := NewState(board)
				var all []Action
				ends := make([]int, 0, turns)
				for range turns {
					from := len(all)
					all = kind.draw(all, s, rng)
					s.Step(all[from:], nil)
					ends = append(ends, len(all))
				}
				start := NewState(board)
				b.ReportAllocs()
				for b.Loop() {
					s.CopyFrom(start)
					from := 0
					for _, end := range ends {
						s.Step(all[from:end], nil)
						from = end
					}
				}
				b.ReportMetric(float64(b.N)*turns/b.Elapsed().Seconds(), "turns/s")
				b.ReportMetric(float64(len(all))/turns, "actions/turn")
			})
		}
	}
}
