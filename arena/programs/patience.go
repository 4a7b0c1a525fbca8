package programs

import (
	"time"

	"blastyard/arena"
)

// LongestWait is a factor: the arena waits for at most this many times the limit, however little processor time a bot
// got.
const LongestWait = 5

// Ending is a program that may end by itself.
type Ending interface {
	Done() <-chan struct{}
	HostTime() time.Duration
}

// AwaitAll waits up to arena.Goodbye for programs to end by themselves, unless the match is broken off. Time in which
// a program was ready but had no processor does not count.
func AwaitAll[P Ending](programs []P, broken <-chan struct{}) {
	began := time.Now()
	before := make([]time.Duration, len(programs))
	for i, p := range programs {
		before[i] = p.HostTime()
	}
	for i, p := range programs {
		left := func() time.Duration {
			took := time.Since(began)
			return min(arena.Goodbye-(took-(p.HostTime()-before[i])), LongestWait*arena.Goodbye-took)
		}
		if !awaitOne(p, left, broken) {
			return
		}
	}
}

// awaitOne waits until a program has ended or no time is left. It returns false if the match was broken off.
func awaitOne(p Ending, left func() time.Duration, broken <-chan struct{}) bool {
	for d := left(); ; d = left() {
		select {
		case <-p.Done():
			return true
		case <-broken:
			return false
		case <-time.After(max(0, d)):
			if d <= 0 {
				return true
			}
		}
	}
}
