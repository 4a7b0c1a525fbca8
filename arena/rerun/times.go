package rerun

import (
	"slices"
	"time"
)

// Times sums up what turns took.
type Times struct {
	list    []time.Duration
	Longest time.Duration
	Turn    int // of the longest
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

// median is the one in the middle; 0 where nothing was measured.
func (t *Times) median() time.Duration {
	if len(t.list) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(t.list))
	return sorted[len(sorted)/2]
}
