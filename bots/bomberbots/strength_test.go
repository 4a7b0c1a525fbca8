package bomberbots

import (
	"strings"
	"testing"
)

// TestReferenceBeatsRandom is a quick look with a safe bound; docs/bots-bomberman.md has the real figures.
func TestReferenceBeatsRandom(t *testing.T) {
	for _, bots := range []string{"reference random", "reference random random random"} {
		c := contest{bots: strings.Fields(bots), matches: 40, first: 1000}
		if got := c.run(t); got.wins[0] < 36 {
			t.Errorf("%s: %d of %d matches won, expected at least 36", bots, got.wins[0], c.matches)
		}
	}
}

func TestReferenceKillsIdlePlayers(t *testing.T) {
	c := contest{bots: []string{"reference", "idle"}, matches: 15, first: 2000}
	got := c.run(t)
	if got.wins[0] < 14 || got.survived[0] < 14 || got.survived[1] > 1 {
		t.Errorf("of %d matches %d won, %d survived; idle survived %d", c.matches, got.wins[0], got.survived[0], got.survived[1])
	}
}

// BenchmarkStrength plays the contests of docs/bots-bomberman.md:
//
//	go test ./bots/bomberbots -run '^$' -bench Strength -benchtime 400x
//
// plays 400 matches of each.
func BenchmarkStrength(b *testing.B) {
	for _, bots := range []string{
		"reference random", "reference random random random", "reference idle", "reference stroller",
		"reference stroller stroller stroller", "random random", "reference reference", "reference reference reference reference",
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
