package hexabots

import (
	"fmt"
	"strings"
	"testing"
)

// BenchmarkStrength plays the contests of docs/bots.md: go test ./bots/hexabots -run '^$' -bench Strength -benchtime 400x
// plays 400 games each.
func BenchmarkStrength(b *testing.B) {
	for _, c := range []contest{
		{mapName: "duel", bots: []string{"greedy", "random"}, turns: 100},
		{mapName: "yard", bots: []string{"greedy", "random", "random", "random"}, turns: 100},
		{mapName: "arena4", bots: []string{"greedy", "random", "random", "random"}, turns: 100},
		{mapName: "duel", bots: []string{"hunter", "greedy"}, turns: 100},
		{mapName: "yard", bots: []string{"hunter", "greedy", "greedy", "greedy"}, turns: 100},
		{mapName: "arena4", bots: []string{"hunter", "greedy", "greedy", "greedy"}, turns: 100},
		{mapName: "maze4", bots: []string{"hunter", "greedy", "greedy", "greedy"}, turns: 100},
		{mapName: "maze4", bots: []string{"hunter", "hunter", "hunter", "hunter"}, ghost: "ghost", turns: 300},
		{mapName: "maze4", bots: []string{"hunter", "greedy", "greedy", "greedy"}, ghost: "ghost", turns: 300},
		{mapName: "arena4", bots: []string{"hunter", "greedy", "greedy", "greedy"}, ghost: "ghost", turns: 300},
	} {
		name := c.mapName + "/" + strings.Join(c.bots, "-")
		if c.ghost != "" {
			name += "/" + c.ghost
		}
		b.Run(name, func(b *testing.B) {
			c.games, c.seed = b.N, 1
			t := c.run(b)
			n := float64(b.N)
			b.ReportMetric(100*float64(t.wins[0])/n, "%won")
			b.ReportMetric(100*float64(t.draws)/n, "%drawn")
			for i, score := range t.score[:2] {
				b.ReportMetric(float64(score)/n, fmt.Sprintf("score%d", i))
			}
			if c.ghost != "" {
				b.ReportMetric(100*float64(t.dead)/n, "%alldead")
				b.ReportMetric(float64(t.lastTurns)/n, "lastturn")
			}
		})
	}
}
