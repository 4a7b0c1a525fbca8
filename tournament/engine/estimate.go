package engine

import (
	"time"

	"blastyard/tournament"
)

// A job is about this much work: enough that queueing it costs little, and little enough to play again if a machine is
// lost.
const (
	jobTime    = 400 * time.Millisecond
	jobMatches = 1000 // maximum number

	blindMatches = 8 // maximum number before any match was played

	firstProgram = 500 * time.Millisecond // expected time of a match before one was played
	firstBuiltin = time.Millisecond
	leastMatch   = 50 * time.Microsecond // results count milliseconds, so a quick match has 0
)

// account records how long a match took for each of its entrants, and returns the time.
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

// expected returns the expected time of a match: that of its slowest entrant.
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

// first returns the expected time of a match of an entrant that has not played yet.
func (e *Engine) first(entrant int) time.Duration {
	if e.isBuiltin(entrant) {
		return firstBuiltin
	}
	return firstProgram
}

// cost returns the machine time that an entrant has used, in milliseconds. The schedule estimates matches in flight
// from earlier ones; for an entrant without any, cost adds an estimate.
func (e *Engine) cost(entrant int) int64 {
	used := e.schedule.Used(entrant)
	if e.took[entrant] == 0 {
		used += e.pending[entrant] * e.first(entrant).Milliseconds()
	}
	return used
}

// pend changes the number of matches in flight of the entrants of fixtures by this much.
func (e *Engine) pend(fixtures []tournament.Fixture, by int64) {
	for i := range fixtures {
		for _, entrant := range fixtures[i].Entrants {
			e.pending[entrant] += by
		}
	}
}
