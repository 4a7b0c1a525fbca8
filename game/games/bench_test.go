package games

import (
	"testing"

	"blastyard/game"
	"blastyard/game/match"
)

// play plays a match of built-in bots, by player, to its end or for so many turns.
func play(tb testing.TB, m game.Match, turns int, seed uint64, names ...string) {
	bots, order := make([]game.Bot, len(names)), make([]int, len(names))
	for player, name := range names {
		var err error
		if bots[player], err = m.Bot(name, player, match.Draws{Seed: seed}.PlayerSeed(player)); err != nil {
			tb.Fatal(err)
		}
		order[player] = player
	}
	for !m.Over() && m.Turn() < turns {
		for _, b := range bots {
			b.Act(m)
		}
		m.Play(order, false)
	}
}

// BenchmarkMatch plays whole matches of fast bots one after the other, as a series in one process does.
func BenchmarkMatch(b *testing.B) {
	for _, c := range []struct {
		kind *game.Kind
		bots []string
	}{
		{Hexabomb(), []string{"random", "random", "random", "random", "random", "random"}},
		{Bomberman(), []string{"random", "random", "random", "random"}},
	} {
		b.Run(c.kind.Name, func(b *testing.B) {
			s := game.Setup{Players: len(c.bots), Seed: 1}
			if c.kind.OpenMap != nil {
				var err error
				if s.Map, err = c.kind.OpenMap("tiny"); err != nil {
					b.Fatal(err)
				}
			}
			m, err := c.kind.New(s)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			turns := 0
			for seed := uint64(0); b.Loop(); seed++ {
				if err := m.Restart(seed); err != nil {
					b.Fatal(err)
				}
				play(b, m, 100, seed, c.bots...)
				turns += m.Turn()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(turns), "ns/turn")
		})
	}
}
