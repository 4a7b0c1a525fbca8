package games_test

import (
	"testing"

	"blastyard/game"
	"blastyard/game/games"
	"blastyard/rules/maps"
)

// BenchmarkLoad opens a built-in map, asks how many can play on it and makes a match on it: what stands before the
// first turn. It reports the time by cell.
func BenchmarkLoad(b *testing.B) {
	k := games.Hexabomb()
	for _, name := range []string{"tiny", "yard", "arena4"} {
		m, err := maps.Load(name)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				m, err := k.OpenMap(name)
				if err != nil {
					b.Fatal(err)
				}
				if _, err := k.New(game.Setup{Map: m, Players: k.Seats(m)}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(m.Cells)), "ns/cell")
		})
	}
}
