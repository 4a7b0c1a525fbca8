package tournament

import "slices"

// TakingPart returns the standings of the entrants that have a place: those that take part, the best first. Who was
// withdrawn or disqualified leads nothing, wins nothing and is not on a podium, whatever its results are.
func (s *Standings) TakingPart() []Standing { return s.Entrants[:s.placed()] }

// Gone returns the standings of the entrants that have left: those who were withdrawn, then those disqualified.
func (s *Standings) Gone() []Standing { return s.Entrants[s.placed():] }

// placed returns the number of entrants that take part. All others stand behind them.
func (s *Standings) placed() int {
	if i := slices.IndexFunc(s.Entrants, func(e Standing) bool { return e.Status != Takes }); i >= 0 {
		return i
	}
	return len(s.Entrants)
}
