package tournament

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// BenchmarkStandingsOfMany computes the standings of many entrants.
func BenchmarkStandingsOfMany(b *testing.B) {
	for _, n := range []int{24, 200, 1000} {
		t := NewTally(names(n))
		rng := rand.New(rand.NewPCG(1, 2))
		for block := range 40 * n / 2 {
			players := rng.Perm(n)[:2]
			for range 2 {
				ranks := []int{1, 2}
				if players[0]+rng.IntN(n) > players[1]+rng.IntN(n) {
					ranks = []int{2, 1}
				}
				if err := t.Add(block, players, ranks); err != nil {
					b.Fatal(err)
				}
			}
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				t.Tables(StandingsOptions{NoFingerprint: true})
			}
		})
	}
}

// BenchmarkStandingsOfAll computes the standings of 1,000 entrants of whom each met each other twice: 999,000 matches.
func BenchmarkStandingsOfAll(b *testing.B) {
	const n = 1000
	t := NewTally(names(n))
	rng := rand.New(rand.NewPCG(1, 2))
	block := 0
	for i := range n {
		for j := range i {
			for range 2 {
				ranks := []int{1, 2}
				if i+rng.IntN(n) > j+rng.IntN(n) {
					ranks = []int{2, 1}
				}
				if err := t.Add(block, []int{i, j}, ranks); err != nil {
					b.Fatal(err)
				}
			}
			block++
		}
	}
	for b.Loop() {
		t.Tables(StandingsOptions{NoFingerprint: true})
	}
}
