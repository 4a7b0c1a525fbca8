package rerun

import (
	"slices"
	"time"
)

// Times summarises the times of turns.
type Times struct {
	list    []time.Duration
	Longest time.Duration
	Turn    int // of the longest time
}

func (t *Times) add(turn int, took time.Duration) {
	if took <= 0 {
		return
	}
	t.list = append(t.list, took)
	if took > t.Longest {
		t.Longest, t.Turn = took, turn
	}
}

// median returns the median, or 0 if nothing was measured.
func (t *Times) median() time.Duration {
	if len(t.list) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(t.list))
	return sorted[len(sorted)/2]
}
