package explain

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"blastyard/internal/english"
)

// A reason is something that one player did better than another, with its estimated value in points.
type reason struct {
	worth float64
	text  string
}

// weakest is the value of a reason that is used only if there is no other.
const weakest = 0.1

// maxReasons is how many reasons a story gives.
const maxReasons = 3

// because joins the most important reasons to a sentence about who won.
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

// versus says how often the winner and another player did something.
func versus(worth float64, won, lost int, did, thing, other string) reason {
	return reason{worth, fmt.Sprintf("it %s %s and %s %s", did, countOf(won, thing), other, english.Number(lost))}
}

func countOf(n int, thing string) string { return english.Number(n) + " " + english.Plural(n, thing) }

// turning returns as a reason the moment that alone was worth more than the winner's margin.
func turning(moments []Moment, winner, second, margin int) []reason {
	for _, m := range moments {
		if m.Player == winner && m.Swing > margin || m.Player == second && -m.Swing > margin {
			return []reason{{math.Inf(1), fmt.Sprintf("turn %d alone was worth %s, more than it won by", m.Turn,
				english.Count(abs(m.Swing), "point"))}}
		}
	}
	return nil
}

// tellStory adds to a report what decided the match and, if it reached its end, why the winner won.
func (r *review) tellStory(report *Report, names *callNames) {
	tried := r.heaviest()
	r.playWithout(tried)
	report.Tallies, report.walls = r.tallies, r.layout.walls
	report.winner = none
	if r.complete {
		report.winner = r.match.Winner()
	}
	report.Moments = r.moments(tried, r.rules.leastSwing(&r.timeline), report.winner, names)
	report.Differences = r.differences(report.winner, names)
	if report.winner >= 0 {
		report.Story = r.rules.story(r, report.winner, report, names)
	}
}

// wonBy returns the story of a player that beat another by points: by one moment, and by what its account says.
func (l *timeline) wonBy(winner, second int, report *Report, names *callNames) string {
	margin := l.margin(winner, second)
	won := fmt.Sprintf("%s won by %s over %s", names.of(winner), english.Count(margin, "point"), names.of(second))
	return because(won, append(turning(report.Moments, winner, second, margin),
		Between(report.Differences, winner, second).reasonsOf()...))
}
