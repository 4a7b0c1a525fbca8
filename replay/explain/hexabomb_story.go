package explain

import (
	"fmt"
	"math"

	"blastyard/internal/english"
)

// part is the fraction of a match that a moment must change.
const part = 0.02

// leastSwing is what a player gains in a turn and a half if all own equally many cells, or a fraction of the final
// lead of the first player, if that is more.
func (h *hexabombRules) leastSwing(l *timeline) float64 {
	if h.board.SuddenDeath() {
		return max(1, part*float64(len(h.history)))
	}
	best, last := 0.0, l.scores[len(l.scores)-1]
	for p := range last {
		best = max(best, l.lead(last, p))
	}
	return max(1.5*float64(h.cells)/float64(len(last)), part*best)
}

func (h *hexabombRules) story(r *review, winner int, report *Report, names *callNames) string {
	second, l := r.second(winner), &r.timeline
	switch {
	case second < 0:
		return names.of(winner) + " won: it was alone."
	case h.board.SuddenDeath():
		return because(fmt.Sprintf("%s won by living %s longer than %s", names.of(winner),
			english.Count(l.margin(winner, second), "turn"), names.of(second)),
			survivalReasons(l, winner, second, names))
	}
	return l.wonBy(winner, second, report, names)
}

// survivalReasons returns why one player lived longer than another.
func survivalReasons(l *timeline, winner, second int, names *callNames) []reason {
	a, b, other := &l.tallies[winner], &l.tallies[second], names.of(second)
	return []reason{
		{math.Inf(1), l.outlived(winner, second, names)},
		versus(float64(b.Lost-a.Lost)/2, a.Lost, b.Lost, "lost", "character", other),
	}
}
