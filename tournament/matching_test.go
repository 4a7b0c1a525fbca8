package tournament

import (
	"testing"

	"pgregory.net/rapid"
)

// largest returns the size of a maximum matching of the unused vertices, by trying everything.
func largest(n int, used uint, edge func(a, b int) bool) int {
	a := 0
	for a < n && used&(1<<a) != 0 {
		a++
	}
	if a == n {
		return 0
	}
	best := largest(n, used|1<<a, edge)
	for b := a + 1; b < n; b++ {
		if used&(1<<b) == 0 && edge(a, b) {
			best = max(best, 1+largest(n, used|1<<a|1<<b, edge))
		}
	}
	return best
}

// TestMatching: no matching is larger, and a pair can be removed exactly if the other vertices lose nothing by it.
func TestMatching(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 10).Draw(t, "n")
		edges := map[[2]int]bool{}
		dense := rapid.IntRange(1, 4).Draw(t, "dense")
		for a := range n {
			for b := range a {
				if rapid.IntRange(0, 4).Draw(t, "edge") < dense {
					edges[[2]int{b, a}] = true
				}
			}
		}
		edge := func(a, b int) bool { return edges[[2]int{min(a, b), max(a, b)}] }
		m := newMatching(n, edge)
		size := largest(n, 0, edge)
		if got := (n - m.alone()) / 2; got != size {
			t.Fatalf("%d pairs, want %d", got, size)
		}
		checkPairs(t, m)
		used := uint(0)
		for range n {
			a, b := rapid.IntRange(0, n-1).Draw(t, "a"), rapid.IntRange(0, n-1).Draw(t, "b")
			if m.out[a] || m.out[b] || !edge(a, b) || m.mate[a] < 0 || m.mate[b] < 0 {
				continue
			}
			taken := used | 1<<a | 1<<b
			can := largest(n, taken, edge) == size-1
			// Another vertex that is alone could fill the gap, too; fix only rematches vertices that lost their mates.
			if got := m.fix(a, b); got && !can || !got && can && m.alone() == 0 {
				t.Fatalf("taking %d and %d out: %v, want %v", a, b, got, can)
			} else if got {
				used = taken
				size--
			}
			checkPairs(t, m)
		}
	})
}

func checkPairs(t *rapid.T, m *matching) {
	for a, b := range m.mate {
		if b >= 0 && !m.out[a] && (m.mate[b] != a || m.out[b] || !m.edge(a, b)) {
			t.Fatalf("%d has the mate %d, who has %d", a, b, m.mate[b])
		}
	}
}
