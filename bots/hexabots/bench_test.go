package hexabots

import (
	"slices"
	"testing"
	"time"

	"blastyard/rules/hexabomb"
	"blastyard/rules/maps"
)

// BenchmarkAct shows what a turn costs a bot: on arena4 (415 cells) for 7 characters, or 3 special ones, and random on
// tiny (37 cells) for 1. The states are those of whole games against its like.
func BenchmarkAct(b *testing.B) {
	for _, row := range []struct {
		name, mapName string
		specials      int
	}{
		{"random", "tiny", 0}, {"random", "arena4", 0}, {"greedy", "arena4", 0}, {"hunter", "arena4", 0},
		{"hunter", "arena4", 1}, {"ghost", "arena4", 1}, {"plotter", "tiny", 0},
		{"plotter", "arena4", 0}, {"expert", "tiny", 0}, {"expert", "arena4", 0},
		{"expert", "arena4", 1},
	} {
		name := row.name + "/" + row.mapName
		if row.specials > 0 {
			name += "/sudden-death"
		}
		b.Run(name, func(b *testing.B) {
			m, err := maps.Load(row.mapName)
			if err != nil {
				b.Fatal(err)
			}
			board, err := hexabomb.NewBoard(m, len(m.Starts), row.specials)
			if err != nil {
				b.Fatal(err)
			}
			bench(b, row.name, board)
		})
	}
}

// bench measures the bot of one player on the states of whole games.
func bench(b *testing.B, name string, board *hexabomb.Board) {
	bots := make([]Bot, board.NumPlayers())
	measured := 0
	for p := range bots {
		sits := name
		switch {
		case board.Special(p):
			sits = "ghost"
		case name == "ghost":
			sits = "hunter"
		}
		bots[p], _ = New(sits, board, p, uint64(p))
		if sits == name {
			measured = p
		}
	}
	var states []*hexabomb.State
	var actions []hexabomb.Action
	for s := hexabomb.NewState(board); s.Turn() < 100; s.Step(actions, nil) {
		states = append(states, s.Clone())
		actions = actions[:0]
		for _, bot := range bots {
			actions = bot.Act(actions, s)
		}
	}
	var times []time.Duration
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		before := time.Now()
		actions = bots[measured].Act(actions[:0], states[i%len(states)])
		times = append(times, time.Since(before))
	}
	slices.Sort(times)
	for _, q := range []struct {
		share float64
		unit  string
	}{{0.5, "p50-µs"}, {0.99, "p99-µs"}, {1, "max-µs"}} {
		b.ReportMetric(float64(times[int(q.share*float64(len(times)-1))].Microseconds()), q.unit)
	}
}
