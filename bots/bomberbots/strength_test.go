package bomberbots

import (
	"math"
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

// BenchmarkCrossTable plays each bot against each other, for the cross table of docs/bots-bomberman.md:
//
//	go test ./bots/bomberbots -run '^$' -bench CrossTable -benchtime 400x -timeout 0
//
// plays 400 matches of each pair: how many the first one won, with the ends of the 95 % interval of Wilson.
func BenchmarkCrossTable(b *testing.B) {
	order := []string{"expert", "reference", "hunter", "gatherer", "random", "idle"}
	for i, first := range order {
		for _, second := range order[i+1:] {
			b.Run(first+"-"+second, func(b *testing.B) {
				t := contest{bots: []string{first, second}, matches: b.N, first: 1}.run(b)
				low, high := wilson(t.wins[0], b.N)
				b.ReportMetric(100*float64(t.wins[0])/float64(b.N), "%won")
				b.ReportMetric(100*low, "%low")
				b.ReportMetric(100*high, "%high")
				b.ReportMetric(float64(t.rounds)/float64(b.N), "rounds")
			})
		}
	}
}

// wilson is the 95 % interval of a share of wins.
func wilson(wins, matches int) (low, high float64) {
	const z = 1.96
	n := float64(matches)
	p := float64(wins) / n
	middle, half := p+z*z/(2*n), z*math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return (middle - half) / (1 + z*z/n), (middle + half) / (1 + z*z/n)
}

// TestWilson holds it against values from the literature: 15 of 50, and all of 10.
func TestWilson(t *testing.T) {
	for _, c := range []struct {
		wins, matches int
		low, high     float64
	}{{15, 50, 0.1910, 0.4375}, {10, 10, 0.7225, 1}} {
		low, high := wilson(c.wins, c.matches)
		if math.Abs(low-c.low) > 0.0005 || math.Abs(high-c.high) > 0.0005 {
			t.Errorf("%d of %d: %.4f to %.4f, expected %.4f to %.4f", c.wins, c.matches, low, high, c.low, c.high)
		}
	}
}

// BenchmarkStrength plays more contests of docs/bots-bomberman.md:
//
//	go test ./bots/bomberbots -run '^$' -bench Strength -benchtime 400x
//
// plays 400 matches of each.
func BenchmarkStrength(b *testing.B) {
	for _, bots := range []string{
		"reference random", "reference random random random", "reference idle", "reference stroller",
		"reference stroller stroller stroller", "random random", "reference reference", "reference reference reference reference",
		"hunter random", "hunter idle", "hunter stroller", "hunter reference", "hunter hunter", "hunter hunter hunter hunter",
		"hunter hunter hunter reference",
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
