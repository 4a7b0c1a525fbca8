package arena

import "blastyard/arena/internal/cores"

// takeCores gives each program of the match a processor of its own if there are enough. Programs that are started each
// round, one after the other, share one. The match must call giveBack when its programs have ended.
func (r *Run) takeCores() (giveBack func()) {
	if r.Prepared.Config.NoTimeout {
		return func() {}
	}
	place := make([]int, len(r.Prepared.Seats)) // which of the processors a seat has, from 1; 0: none
	programs, shared := 0, 0
	for k := range r.Prepared.Seats {
		s := &r.Prepared.Seats[k]
		switch {
		case s.Kind != ProgramSeat:
		case s.EachRound() && r.Prepared.Config.Rounds.Jobs <= 1 && shared > 0:
			place[k] = shared
		default:
			programs++
			if place[k] = programs; s.EachRound() {
				shared = programs
			}
		}
	}
	own, giveBack := cores.Take(programs)
	for k, n := range place {
		if n > 0 && own != nil {
			r.Cores[k] = []int{own[n-1]}
		}
	}
	return giveBack
}
