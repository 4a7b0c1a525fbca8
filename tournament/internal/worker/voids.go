package worker

import (
	"fmt"
	"slices"
	"sync"
)

// voids counts the matches that this worker has voided because the machine made a bot late, so that a bot which keeps
// the machine busy does not gain by it: beyond a bound its matches are played alone and count.
type voids struct {
	mu    sync.Mutex
	pairs map[string]int // by all entrants of a match
	bots  map[int]int    // by entrant: matches in which somebody else was late
}

// Bounds of a worker, as multiples of how often the event repeats a match.
const (
	pairVoids = 3
	botVoids  = 12
)

// spent reports whether a match of these entrants may be void no more. tries is how often the event repeats a match.
func (v *voids) spent(entrants []int, tries int) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.pairs[pairOf(entrants)] >= pairVoids*tries ||
		slices.ContainsFunc(entrants, func(e int) bool { return v.bots[e] >= botVoids*tries })
}

// add counts a void match. late says who was late by the machine's fault; the others may have kept it busy.
func (v *voids) add(entrants []int, late func(entrant int) bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.pairs == nil {
		v.pairs, v.bots = map[string]int{}, map[int]int{}
	}
	v.pairs[pairOf(entrants)]++
	for _, e := range entrants {
		if !late(e) {
			v.bots[e]++
		}
	}
}

func pairOf(entrants []int) string {
	return fmt.Sprint(slices.Sorted(slices.Values(entrants)))
}
