package bomberman

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// BenchmarkStep plays games of random commands, with a new map for each: at least 20,000 rounds of fresh randomness,
// too many for the processor to learn.
func BenchmarkStep(b *testing.B) {
	const rounds = 20000
	for _, players := range []int{2, 4, 12} {
		b.Run(fmt.Sprintf("%dplayers", players), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 2))
			var starts []*State
			var games [][]Command
			for n := 0; n < rounds; {
				m, err := Generate(DefaultSettings(), players, int32(rng.Uint32()))
				if err != nil {
					b.Fatal(err)
				}
				s := NewState(m)
				starts = append(starts, s.Clone())
				var game []Command
				for ; !s.Over(); n++ {
					from := len(game)
					for range players {
						game = append(game, Command(rng.IntN(NumCommands)))
					}
					s.Step(game[from:], nil)
				}
				games = append(games, game)
			}
			played := 0
			work := make([]*State, len(starts))
			for i := range work {
				work[i] = starts[i].Clone()
			}
			b.ReportAllocs()
			for b.Loop() {
				for i, game := range games {
					s := work[i]
					s.CopyFrom(starts[i])
					for len(game) > 0 {
						s.Step(game[:players], nil)
						game = game[players:]
						played++
					}
				}
			}
			b.ReportMetric(float64(played)/b.Elapsed().Seconds(), "rounds/s")
		})
	}
}

func BenchmarkGenerator(b *testing.B) {
	for _, players := range []int{2, 4, 12} {
		b.Run(fmt.Sprintf("%dplayers", players), func(b *testing.B) {
			g, err := NewGenerator(DefaultSettings(), players)
			if err != nil {
				b.Fatal(err)
			}
			seed := int32(0)
			for b.Loop() {
				if _, err := g.Generate(seed); err != nil {
					b.Fatal(err)
				}
				seed++
			}
			b.ReportMetric(float64(seed)/b.Elapsed().Seconds(), "maps/s")
		})
	}
}

func BenchmarkGenerate(b *testing.B) {
	for _, players := range []int{2, 4, 12} {
		b.Run(fmt.Sprintf("%dplayers", players), func(b *testing.B) {
			seed := int32(0)
			for b.Loop() {
				if _, err := Generate(DefaultSettings(), players, seed); err != nil {
					b.Fatal(err)
				}
				seed++
			}
			b.ReportMetric(float64(seed)/b.Elapsed().Seconds(), "maps/s")
		})
	}
}
