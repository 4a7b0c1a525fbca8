package bombers

import (
	"strings"
	"testing"
)

// BenchmarkStrength plays the contests of docs/bots-bomberman.md:
//
//	go test ./bots/builtin/bombers -run '^$' -bench Strength -benchtime 400x
//
// plays 400 matches of each.
func BenchmarkStrength(b *testing.B) {
	for _, bots := range []string{
		"reference random", "reference random random random", "reference idle", "random random", "reference reference",
		"reference reference reference reference",
	} {
		b.Run(strings.ReplaceAll(bots, " ", "-"), func(b *testing.B) {
			c := contest{bots: strings.Fields(bots), matches: b.N, first: 1}
			t := c.run(b)
			n := float64(b.N)
			b.ReportMetric(100*float64(t.wins[0])/n, "%won")
			b.ReportMetric(100*float64(t.survived[0])/n, "%survived")
			b.ReportMetric(100*float64(t.kills)/n, "%kill")
			b.ReportMetric(100*float64(t.nobody)/n, "%nobody")
			b.ReportMetric(float64(t.rounds)/n, "rounds")
			b.ReportMetric(float64(t.points[0])/n, "points")
		})
	}
}
