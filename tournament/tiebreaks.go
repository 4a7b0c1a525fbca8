package tournament

import (
	"cmp"
	"math"
	"slices"

	"blastyard/game/rating"
)

// A tieBreak orders entrants that all tie-breaks before it left equal. More is better.
type tieBreak struct {
	name string // for people
	of   func(t *Tally, m *rating.Model) []float64
}

// The tie-breaks. docs/ratings.md says how each is computed.
var (
	byPlace    = tieBreak{"place in the bracket", (*Tally).bracketPlaces}
	byPoints   = tieBreak{"points a match", func(t *Tally, _ *rating.Model) []float64 { return t.each(t.points) }}
	byStrength = tieBreak{"strength", func(_ *Tally, m *rating.Model) []float64 { return slices.Clone(m.Strengths) }}
	byMeetings = tieBreak{"head to head", nil} // depends on which entrants are tied: see Tally.meetings
	byBuchholz = tieBreak{"Buchholz", func(t *Tally, _ *rating.Model) []float64 { return t.each(t.buchholz) }}
	bySonne    = tieBreak{"Sonneborn–Berger", func(t *Tally, _ *rating.Model) []float64 { return t.each(t.sonneborn) }}
	byWins     = tieBreak{"wins a match", func(t *Tally, _ *rating.Model) []float64 { return t.each(t.winShare) }}
	byScore    = tieBreak{"mean score", func(t *Tally, _ *rating.Model) []float64 { return t.each(t.meanScore) }}
)

// tieBreaks returns the tie-breaks of a format, in order. Where entrants do not meet the same opponents, points say
// little, so strengths come first.
func tieBreaks(f Format) []tieBreak {
	switch f {
	case Swiss:
		return []tieBreak{byPoints, byBuchholz, bySonne, byWins, byScore}
	case Knockout:
		return []tieBreak{byPlace, byPoints, byWins, byScore}
	case Ladder, Gauntlet, "":
		return []tieBreak{byStrength, byPoints, byWins, byScore}
	default: // RoundRobin, SPRT
		return []tieBreak{byPoints, byMeetings, bySonne, byWins, byScore}
	}
}

// needsModel reports whether the ranks of a format depend on strengths.
func needsModel(f Format) bool { return f == Ladder || f == Gauntlet || f == "" }

func (t *Tally) each(of func(i int) float64) []float64 {
	values := make([]float64, len(t.rows))
	for i := range values {
		values[i] = of(i)
	}
	return values
}

func (t *Tally) bracketPlaces(*rating.Model) []float64 {
	if len(t.places) != len(t.rows) {
		return make([]float64, len(t.rows))
	}
	return t.each(func(i int) float64 { return -float64(t.places[i]) })
}

// buchholz returns the mean of the points of the opponents, over all matches.
func (t *Tally) buchholz(i int) float64 {
	sum, met := 0.0, int32(0)
	for j := range t.rows {
		sum += float64(t.pair(i, j).met) * t.points(j)
		met += t.pair(i, j).met
	}
	return sum / float64(max(1, met))
}

// sonneborn returns the mean over all matches of the opponent's points if it was beaten, and half of them if it was
// equal.
func (t *Tally) sonneborn(i int) float64 {
	sum, met := 0.0, int32(0)
	for j := range t.rows {
		sum += t.against(i, j) * t.points(j)
		met += t.pair(i, j).met
	}
	return sum / float64(max(1, met))
}

func (t *Tally) winShare(i int) float64 { return t.mean(i, float64(t.rows[i].wins)) }

func (t *Tally) meanScore(i int) float64 { return t.mean(i, float64(t.rows[i].scores)) }

// meetings returns the mean points of each entrant in its meetings with those of the same value; 0.5 if it met none of
// them.
func (t *Tally) meetings(values []float64) []float64 {
	return t.each(func(i int) float64 {
		points, met := 0.0, int32(0)
		for j := range t.rows {
			if i != j && values[j] == values[i] {
				points += t.against(i, j)
				met += t.pair(i, j).met
			}
		}
		if met == 0 {
			return 0.5
		}
		return points / float64(met)
	})
}

// exact rounds values, so that values that are equal on paper are equal here, too.
func exact(values []float64) []float64 {
	for i, v := range values {
		values[i] = math.Round(v*1e9) / 1e9
	}
	return values
}

// order ranks the entrants. It returns their indexes, the best first; entrants that all tie-breaks leave equal stay in
// the order of the stage. It also returns the values of each tie-break by entrant.
func (t *Tally) order(m *rating.Model) (order []int, values [][]float64) {
	for _, b := range tieBreaks(t.format) {
		if b.of == nil {
			values = append(values, exact(t.meetings(values[0])))
			continue
		}
		values = append(values, exact(b.of(t, m)))
	}
	order = make([]int, len(t.rows))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		if x, y := t.rows[a].status.behind(), t.rows[b].status.behind(); x != y {
			return cmp.Compare(x, y)
		}
		for _, v := range values {
			if v[a] != v[b] {
				return cmp.Compare(v[b], v[a])
			}
		}
		return 0
	})
	return order, values
}

// model fits the strengths.
func (t *Tally) model() *rating.Model {
	m, err := rating.Fit(t.data, len(t.rows))
	if err != nil {
		panic("tournament: a fit with a prior failed: " + err.Error())
	}
	return m
}

// ranking returns the entrants of a stage as the standings rank them, the best first; entrants that all tie-breaks
// leave equal stay in their order in the stage.
func (s *Schedule) ranking(stage int) []int {
	t := s.Tally(stage, false)
	for i, e := range s.stages[stage].who { // who left later is still among those who go on
		if a := s.absent[e]; a != nil && a.stage > stage {
			t.rows[i].status = Takes
		}
	}
	var m *rating.Model
	if needsModel(t.format) {
		m = t.model()
	}
	order, _ := t.order(m)
	for i, at := range order {
		order[i] = s.stages[stage].who[at]
	}
	return order
}
