package arena_test

import (
	"testing"

	"blastyard/arena"
)

// BenchmarkSeriesInProcess measures one match of a series with six random bots in this process.
func BenchmarkSeriesInProcess(b *testing.B) {
	for _, c := range []struct {
		name   string
		config arena.Config
	}{
		{"hexabomb", arena.Config{Map: "tiny", Seats: bots("random", "random", "random", "random", "random", "random"), Seed: 1}},
		{"bomberman", arena.Config{Game: "bomberman", Seats: bots("random", "random", "random", "random"), Seed: 1}},
	} {
		b.Run(c.name, func(b *testing.B) {
			p, err := ownArena().Prepare(c.config)
			if err != nil {
				b.Fatal(err)
			}
			defer p.Close()
			b.ReportAllocs()
			if _, err := p.PlaySeries(b.Context(), arena.Series{Matches: b.N, Jobs: 1}); err != nil {
				b.Fatal(err)
			}
		})
	}
}
