package engine

import (
	"time"

	"blastyard/tournament"
)

// A job is about this much work: long enough that giving it out costs little, short enough that little is lost when a
// machine is.
const (
	jobTime    = 400 * time.Millisecond
	jobMatches = 1000 // at most

	blindMatches = 8 // at most, as long as nothing was played

	firstProgram = 500 * time.Millisecond // what a match is expected to take before one was played
	firstBuiltin = time.Millisecond
	leastMatch   = 50 * time.Microsecond // results count milliseconds: a quick match shows as 0
)

// account notes how long a match took, for each of its entrants, and returns it.
func (e *Engine) account(r *tournament.Result) time.Duration {
	took := max(time.Duration(r.Took)*time.Millisecond, leastMatch)
	for _, entrant := range r.Entrants {
		known := e.took[entrant]
		if known == 0 {
			known = took
		}
		e.took[entrant] = known + (took-known)/8
	}
	return took
}

// expected is how long a match is expected to take: as long as those of its slowest entrant do.
func (e *Engine) expected(f *tournament.Fixture) time.Duration {
	longest := leastMatch
	for _, entrant := range f.Entrants {
		took := e.took[entrant]
		if took == 0 {
			took = e.first(entrant)
		}
		longest = max(longest, took)
	}
	return longest
}

// first is what a match of an entrant is expected to take before one was played.
func (e *Engine) first(entrant int) time.Duration {
	if e.isBuiltin(entrant) {
		return firstBuiltin
	}
	return firstProgram
}

// cost is how much machine time an entrant has used, in milliseconds. The schedule adds matches under way, by those
// before; of an entrant without any, it is done here.
func (e *Engine) cost(entrant int) int64 {
	used := e.schedule.Used(entrant)
	if e.took[entrant] == 0 {
		used += e.pending[entrant] * e.first(entrant).Milliseconds()
	}
	return used
}

// pend notes that the entrants of fixtures have so many matches more, or less, under way.
func (e *Engine) pend(fixtures []tournament.Fixture, by int64) {
	for i := range fixtures {
		for _, entrant := range fixtures[i].Entrants {
			e.pending[entrant] += by
		}
	}
}
