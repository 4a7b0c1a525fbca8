package explain

import (
	"fmt"

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

func (h *hexabombRules) story(l *timeline, winner int, moments []Moment, names *callNames) string {
	second := l.second(winner)
	switch {
	case second < 0:
		return names.of(winner) + " won: it was alone."
	case h.board.SuddenDeath():
		return because(fmt.Sprintf("%s won by living %s longer than %s", names.of(winner),
			english.Count(l.margin(winner, second), "turn"), names.of(second)),
			survivalReasons(l, winner, second, names))
	}
	return l.wonBy(winner, second, h.reasons(l, winner, second, names), moments, names)
}

// reasons returns why one player scored more than another.
func (h *hexabombRules) reasons(l *timeline, winner, second int, names *callNames) []reason {
	a, b, other := &l.tallies[winner], &l.tallies[second], names.of(second)
	turns, scores := float64(max(1, len(h.history))), l.scores[len(l.scores)-1]
	bombs := fmt.Sprintf("its bombs painted %s and %s's %d", english.Count(a.Painted, "cell"), other, b.Painted)
	if a.mean() > b.mean() && b.Bombs > 0 {
		bombs = fmt.Sprintf("its bombs painted %.1f cells each and %s's %.1f", a.mean(), other, b.mean())
	}
	return []reason{
		{weakest, fmt.Sprintf("it held %.0f cells in the mean and %s %.0f", float64(scores[winner])/turns, other,
			float64(scores[second])/turns)},
		{float64(a.Walked-b.Walked) * paintTurns,
			fmt.Sprintf("it painted %s by moving and %s %d", english.Count(a.Walked, "cell"), other, b.Walked)},
		versus(float64(b.Lost-a.Lost)*deathTurns*h.share(), a.Lost, b.Lost, "lost", "character", other),
		{float64(a.Painted-b.Painted) * paintTurns, bombs},
	}
}

// survivalReasons returns why one player lived longer than another.
func survivalReasons(l *timeline, winner, second int, names *callNames) []reason {
	a, b, other := &l.tallies[winner], &l.tallies[second], names.of(second)
	return []reason{
		versus(float64(b.Own-a.Own), a.Own, b.Own, "killed", "character of its own", other),
		versus(float64(b.Lost-a.Lost)/2, a.Lost, b.Lost, "lost", "character", other),
	}
}
