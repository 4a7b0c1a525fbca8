package explain

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"blastyard/internal/english"
)

// A reason is something that one player did better than another, with what it was worth: in points, an estimate.
type reason struct {
	worth float64
	text  string
}

// weakest is what a reason is worth that is given where there is no other.
const weakest = 0.1

// maxReasons is how many reasons a story gives.
const maxReasons = 2

// because joins the weightiest reasons to a sentence that says who won.
func because(won string, reasons []reason) string {
	reasons = slices.DeleteFunc(reasons, func(r reason) bool { return r.worth <= 0 })
	slices.SortStableFunc(reasons, func(a, b reason) int { return cmp.Compare(b.worth, a.worth) })
	var texts []string
	for i, r := range reasons[:min(len(reasons), maxReasons)] {
		if i > 0 && r.worth <= weakest {
			break
		}
		texts = append(texts, r.text)
	}
	if len(texts) == 0 {
		return won + "."
	}
	return won + ": " + strings.Join(texts, ", and ") + "."
}

// versus says that the winner did something so many times, and another so many times.
func versus(worth float64, won, lost int, did, thing, other string) reason {
	return reason{worth, fmt.Sprintf("it %s %s and %s %s", did, countOf(won, thing), other, english.Number(lost))}
}

func countOf(n int, thing string) string { return english.Number(n) + " " + english.Plural(n, thing) }

// second is the player with the highest score beside the winner, or -1.
func (l *timeline) second(winner int) int {
	second, scores := -1, l.scores[len(l.scores)-1]
	for p := range scores {
		if p != winner && !l.special[p] && (second < 0 || scores[p] > scores[second]) {
			second = p
		}
	}
	return second
}

// margin is by how many points a player beat another.
func (l *timeline) margin(winner, second int) int {
	scores := l.scores[len(l.scores)-1]
	return scores[winner] - scores[second]
}

// turning is the moment that alone was worth more than the margin of the winner, as a reason.
func turning(moments []Moment, winner, second, margin int) []reason {
	for _, m := range moments {
		if m.Player == winner && m.Swing > margin || m.Player == second && -m.Swing > margin {
			return []reason{{math.Inf(1), fmt.Sprintf("turn %d alone was worth %s, more than it won by", m.Turn,
				english.Count(abs(m.Swing), "point"))}}
		}
	}
	return nil
}

// tellStory implements walk.
func (w *hexabombWalk) tellStory(report *Report, names *callNames, whole bool) {
	tried := w.heaviest()
	w.replayWithout(tried)
	report.Tallies = w.tallies
	report.Moments = w.moments(tried, w.leastSwing(), names)
	winner := w.after.Winner()
	if !whole || winner < 0 {
		return
	}
	second := w.second(winner)
	switch {
	case second < 0:
		report.Story = names.of(winner) + " won: it was alone."
	case w.board.SuddenDeath():
		report.Story = because(fmt.Sprintf("%s won by living %s longer than %s", names.of(winner),
			english.Count(w.margin(winner, second), "turn"), names.of(second)), w.survival(winner, second, names))
	default:
		margin := w.margin(winner, second)
		report.Story = because(fmt.Sprintf("%s won by %s over %s", names.of(winner), english.Count(margin, "point"),
			names.of(second)),
			append(turning(report.Moments, winner, second, margin), w.reasons(winner, second, names)...))
	}
}

// leastSwing is the smallest change of a lead that decides: what a player gains in a turn and a half if all own as many
// cells, or a part of what the first is ahead of the others in the end.
func (w *hexabombWalk) leastSwing() float64 {
	if w.board.SuddenDeath() {
		return max(1, part*float64(len(w.history)))
	}
	best, last := 0.0, w.scores[len(w.scores)-1]
	for p := range last {
		best = max(best, w.lead(last, p))
	}
	return max(1.5*float64(w.board.NumCells())/float64(w.board.NumPlayers()), part*best)
}

// part is how much of a match has to change by a moment.
const part = 0.02

// reasons are why one player scored more than another.
func (w *hexabombWalk) reasons(winner, second int, names *callNames) []reason {
	a, b, other := &w.tallies[winner], &w.tallies[second], names.of(second)
	turns, scores := float64(max(1, len(w.history))), w.scores[len(w.scores)-1]
	list := []reason{
		{weakest, fmt.Sprintf("it held %.0f cells in the mean and %s %.0f", float64(scores[winner])/turns, other,
			float64(scores[second])/turns)},
		{float64(a.Walked-b.Walked) * paintTurns,
			fmt.Sprintf("it painted %s by moving and %s %d", english.Count(a.Walked, "cell"), other, b.Walked)},
		versus(float64(b.Lost-a.Lost)*deathTurns*w.share(), a.Lost, b.Lost, "lost", "character", other),
	}
	bombs := fmt.Sprintf("its bombs painted %s and %s's %d", english.Count(a.Painted, "cell"), other, b.Painted)
	if a.mean() > b.mean() && b.Bombs > 0 {
		bombs = fmt.Sprintf("its bombs painted %.1f cells each and %s's %.1f", a.mean(), other, b.mean())
	}
	return append(list, reason{float64(a.Painted-b.Painted) * paintTurns, bombs})
}

// survival is why one player lived longer than another.
func (w *hexabombWalk) survival(winner, second int, names *callNames) []reason {
	a, b, other := &w.tallies[winner], &w.tallies[second], names.of(second)
	return []reason{
		versus(float64(b.Own-a.Own), a.Own, b.Own, "killed", "character of its own", other),
		versus(float64(b.Lost-a.Lost)/2, a.Lost, b.Lost, "lost", "character", other),
	}
}

// tellStory implements walk.
func (w *bombermanWalk) tellStory(report *Report, names *callNames, whole bool) {
	tried := w.heaviest()
	w.replayWithout(tried)
	report.Tallies, report.walls = w.tallies, true
	report.Moments = w.moments(tried, max(1, float64(w.after.Map().Bounty)/4), names)
	winner := w.after.Winner()
	if !whole || winner < 0 {
		return
	}
	second := w.after.LeaderBoard()[1]
	if margin := w.margin(winner, second); w.after.Player(second).Alive {
		report.Story = because(fmt.Sprintf("%s won by %s over %s", names.of(winner), english.Count(margin, "point"),
			names.of(second)),
			append(turning(report.Moments, winner, second, margin), w.reasons(winner, second, names)...))
		return
	}
	report.Story = because(names.of(winner)+" won as the only one left", w.ends(winner, names))
}

// reasons are why one player that lives scored more than another.
func (w *bombermanWalk) reasons(winner, second int, names *callNames) []reason {
	a, b, other := &w.tallies[winner], &w.tallies[second], names.of(second)
	return []reason{
		versus(float64(a.Kills-b.Kills)*float64(w.after.Map().Bounty), a.Kills, b.Kills, "killed", "player", other),
		versus(float64((a.Walls-b.Walls)*w.after.Map().Settings.WallPoints), a.Walls, b.Walls, "broke", "wall", other),
		{float64(w.after.Covered(winner)-w.after.Covered(second)) / 2,
			fmt.Sprintf("it stood on %s and %s on %d", english.Count(w.after.Covered(winner), "block"), other,
				w.after.Covered(second))},
	}
}

// ends are how the others died.
func (w *bombermanWalk) ends(winner int, names *callNames) []reason {
	var own []string
	for p := range w.tallies {
		if w.tallies[p].Own > 0 {
			own = append(own, names.of(p))
		}
	}
	var list []reason
	if len(own) > 0 {
		list = append(list, reason{1, english.And(own) + " died in their own blasts"})
		if len(own) == 1 {
			list[0].text = own[0] + " died in its own blast"
		}
	}
	if kills := w.tallies[winner].Kills; kills > 0 {
		list = append(list, reason{2, "it killed " + countOf(kills, "player")})
	}
	return list
}
