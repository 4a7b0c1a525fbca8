package tournament

import "blastyard/game/rating"

// Standings returns the standings of a stage.
func (s *Schedule) Standings(o StandingsOptions) *Standings {
	standings, _ := s.Tally(o.Stage, !o.NoFingerprint).Tables(o)
	return standings
}

// CrossTable returns how the entrants of a stage fared against each other. Tally.Tables computes it together with the
// standings.
func (s *Schedule) CrossTable(stage int) *CrossTable {
	_, table := s.Tally(stage, false).Tables(StandingsOptions{Stage: stage})
	return table
}

// Tables returns the standings and the cross table. The strengths and their intervals take most of the time.
func (t *Tally) Tables(o StandingsOptions) (*Standings, *CrossTable) {
	f := fitted{certainty: !o.NoStrengths, tested: t.test != ""}
	if f.certainty || needsModel(t.format) {
		f.model = t.model()
	}
	if f.certainty {
		f.certain = f.model.Posterior()
	}
	order, values := t.order(f.model)
	s := &Standings{Entrants: make([]Standing, len(order)), Matches: t.matches, Planned: t.planned,
		Complete: t.complete, Why: t.why, Test: t.test, TieBreaks: []string{}, Fingerprint: t.fingerprint}
	for _, b := range tieBreaks(t.format) {
		s.TieBreaks = append(s.TieBreaks, b.name)
	}
	for at, i := range order {
		e := t.standing(i)
		for _, v := range values {
			e.TieBreaks = append(e.TieBreaks, v[i])
		}
		if e.Rank = at + 1; at > 0 && t.equal(values, i, order[at-1]) {
			e.Rank = s.Entrants[at-1].Rank
		}
		next := -1
		if at+1 < len(order) && t.rows[order[at+1]].status == Takes {
			next = order[at+1]
		}
		f.fill(&e, i, next)
		s.Entrants[at] = e
	}
	return s, t.crossTable(order, f)
}

// equal reports whether two entrants share a rank. Those who have left for the same reason share one, for they have no
// places.
func (t *Tally) equal(values [][]float64, a, b int) bool {
	if x, y := t.rows[a].status, t.rows[b].status; x != Takes || y != Takes {
		return x == y
	}
	return equalIn(values, a, b)
}

func equalIn(values [][]float64, a, b int) bool {
	for _, v := range values {
		if v[a] != v[b] {
			return false
		}
	}
	return true
}

// standing returns an entrant's row without the fields that depend on other entrants.
func (t *Tally) standing(i int) Standing {
	r := &t.rows[i]
	places := 0
	for rank, times := range r.ranks {
		places += (rank + 1) * times
	}
	return Standing{Name: t.names[i], MeanPlace: t.mean(i, float64(places)), Points: r.points,
		Matches: r.matches, Wins: r.wins, Draws: r.draws,
		Losses: r.matches - r.wins - r.draws, Byes: r.byes, MeanScore: t.meanScore(i), Ranks: r.ranks,
		Failures: r.failures, UsedMS: r.used, Elo: rating.EloOf(0), EloLow: rating.EloOf(0),
		EloHigh: rating.EloOf(0), Status: r.status, Why: r.note}
}

// fitted has the fitted strengths.
type fitted struct {
	model     *rating.Model // nil: no strengths
	certain   *rating.Posterior
	tested    bool // a test says who is better: likelihoods would be a second verdict
	certainty bool // intervals and likelihoods, too
}

// fill sets the strength of entrant i. next is the entrant with the place after its own; -1: there is none.
func (f *fitted) fill(e *Standing, i, next int) {
	if f.model == nil {
		return
	}
	e.Strength = f.model.Strengths[i]
	e.Low, e.High = e.Strength, e.Strength
	if f.certainty {
		e.Low, e.High = f.certain.Intervals()[i].Low, f.certain.Intervals()[i].High
		if next >= 0 && !f.tested {
			e.Better = f.certain.Better(i, next)
		}
	}
	e.Elo, e.EloLow, e.EloHigh = rating.EloOf(e.Strength), rating.EloOf(e.Low), rating.EloOf(e.High)
}
