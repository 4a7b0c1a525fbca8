package explain

import (
	"fmt"
	"io"
	"slices"

	"blastyard/internal/english"
	"blastyard/internal/plain"
)

// A Tally counts what a player and its bombs did in a match.
type Tally struct {
	Player  int `json:"player_id"`
	Bombs   int `json:"bombs"`   // bombs that exploded
	Painted int `json:"painted"` // in hexabomb: cells painted by its bombs
	Walked  int `json:"walked"`  // in hexabomb: cells painted by moving
	Walls   int `json:"walls"`   // in Bomberman: walls that its bombs broke
	Kills   int `json:"kills"`   // characters of others that died in its blasts
	Lost    int `json:"lost"`    // its own characters that died
	Own     int `json:"own"`     // those of Lost that only its own bombs reached
}

// mean returns the average gain of a bomb: cells or walls.
func (t *Tally) mean() float64 { return float64(t.Painted+t.Walls) / float64(max(1, t.Bombs)) }

// leastBombs is how many bombs a player needs for a comparison of their mean.
const leastBombs = 5

// compareBombs adds a lesson for each player whose bombs gained clearly less than another's. worth is the value of a
// cell or a wall in points.
func (l *ledger) compareBombs(tallies []Tally, what string, worth float64) {
	best := -1
	for p := range tallies {
		if t := &tallies[p]; t.Bombs >= leastBombs && (best < 0 || t.mean() > tallies[best].mean()) {
			best = p
		}
	}
	for p := range tallies {
		t := &tallies[p]
		if t.Bombs < leastBombs || l.gone[p] || t.mean()*5 > tallies[best].mean()*4 {
			continue
		}
		l.add(Lesson{Turn: 1, Last: l.turns, Player: p, Kind: Bombs, Text: fmt.Sprintf("%s's bombs %s each, %s's %.1f",
			l.mark(p), fmt.Sprintf(what, t.mean()), l.mark(best), tallies[best].mean())},
			0, (tallies[best].mean()-t.mean())*float64(t.Bombs)*worth)
	}
}

// writeTallies writes the gains of the players' bombs.
func (r *Report) writeTallies(out io.Writer, names []string, mark func(player int) string) {
	told := false
	players := make([]int, len(r.Tallies))
	for p := range players {
		players[p] = p
	}
	slices.SortStableFunc(players, func(a, b int) int { return byMark(mark(a), mark(b)) })
	for _, p := range players {
		t := &r.Tallies[p]
		if t.Bombs == 0 || p >= len(names) {
			continue
		}
		if !told {
			fmt.Fprintln(out, "what bombs gained")
			told = true
		}
		gained := fmt.Sprintf("painted %s, %.1f each", english.Count(t.Painted, "cell"), t.mean())
		if r.walls {
			gained = fmt.Sprintf("broke %s, %.1f each", english.Count(t.Walls, "wall"), t.mean())
		}
		fmt.Fprintf(out, "  %s (%s): %s %s, and killed %d; it lost %d (%d only to its own bombs)\n", mark(p),
			plain.Text(names[p]), english.Count(t.Bombs, "bomb"), gained, t.Kills, t.Lost, t.Own)
	}
}
