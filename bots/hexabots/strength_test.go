package hexabots

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// fromEasyToHard are the bots of ordinary players.
var fromEasyToHard = []string{"idle", "random", "greedy", "hunter", "expert"}

// BenchmarkCrossTable makes the cross table of docs/bots.md: go test ./bots/hexabots -run '^$' -bench CrossTable
// -benchtime 400x plays 400 matches of 100 turns of each bot against each that is easier, on three maps. low and high
// bound the 95 % interval of the share of matches won.
func BenchmarkCrossTable(b *testing.B) {
	for _, mapName := range []string{"duel", "yard", "arena4"} {
		for i, harder := range fromEasyToHard {
			for _, easier := range fromEasyToHard[:i] {
				b.Run(mapName+"/"+harder+"-"+easier, func(b *testing.B) {
					c := contest{mapName: mapName, bots: []string{harder, easier}, turns: 100, games: b.N, seed: 1}
					t := c.run(b)
					low, high := interval(t.wins[0], b.N)
					b.ReportMetric(100*float64(t.wins[0])/float64(b.N), "%won")
					b.ReportMetric(100*low, "%low")
					b.ReportMetric(100*high, "%high")
					b.ReportMetric(float64(t.score[0])/float64(b.N), "score0")
					b.ReportMetric(float64(t.score[1])/float64(b.N), "score1")
				})
			}
		}
	}
}

// interval is the 95 % Wilson interval of a share of matches won. (The bots import no package that has it.)
func interval(won, matches int) (low, high float64) {
	const z = 1.959963984540054
	n := float64(matches)
	p := float64(won) / n
	centre, spread := p+z*z/(2*n), z*math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return max(0, (centre-spread)/(1+z*z/n)), min(1, (centre+spread)/(1+z*z/n))
}

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
		{mapName: "duel", bots: []string{"expert", "hunter"}, turns: 100},
		{mapName: "yard", bots: []string{"expert", "hunter"}, turns: 100},
		{mapName: "arena4", bots: []string{"expert", "hunter"}, turns: 100},
		{mapName: "yard", bots: []string{"expert", "hunter", "hunter", "hunter"}, turns: 100},
		{mapName: "arena4", bots: []string{"expert", "hunter", "hunter", "hunter"}, turns: 100},
		{mapName: "maze4", bots: []string{"expert", "hunter", "hunter", "hunter"}, ghost: "ghost", turns: 300},
		{mapName: "maze4", bots: []string{"expert", "expert", "expert", "expert"}, ghost: "ghost", turns: 300},
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
