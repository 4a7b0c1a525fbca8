package tournament

// matching pairs as many vertices of a graph as possible, by Edmonds' blossom algorithm. A caller can then remove pairs
// of its choice, as long as this leaves no other vertex alone.
type matching struct {
	edge func(a, b int) bool // symmetric
	mate []int               // -1: alone
	out  []bool              // removed

	parent, base    []int // state of a search
	inPath, blossom []bool
	reached         []bool
	queue           []int
}

// newMatching finds a maximum matching of the vertices 0 to n-1. It prefers to pair small numbers with small ones.
func newMatching(n int, edge func(a, b int) bool) *matching {
	m := &matching{edge: edge, mate: make([]int, n), out: make([]bool, n), parent: make([]int, n), base: make([]int, n),
		inPath: make([]bool, n), blossom: make([]bool, n), reached: make([]bool, n)}
	for a := range m.mate {
		m.mate[a] = -1
	}
	for a := range n { // this finds most pairs at once
		for b := a + 1; b < n && m.mate[a] < 0; b++ {
			if m.mate[b] < 0 && edge(a, b) {
				m.mate[a], m.mate[b] = b, a
			}
		}
	}
	for a := range n {
		if m.mate[a] < 0 {
			m.augment(a)
		}
	}
	return m
}

// alone returns the number of vertices without a mate.
func (m *matching) alone() (n int) {
	for a, b := range m.mate {
		if b < 0 && !m.out[a] {
			n++
		}
	}
	return n
}

// fix removes two vertices as a pair if every other vertex that had a mate can still have one.
func (m *matching) fix(a, b int) bool {
	a2, b2 := m.mate[a], m.mate[b]
	m.out[a], m.out[b] = true, true
	if a2 == b {
		return true
	}
	m.mate[a], m.mate[b] = -1, -1
	if a2 >= 0 {
		m.mate[a2] = -1
	}
	if b2 >= 0 {
		m.mate[b2] = -1
	}
	if a2 < 0 || b2 < 0 || m.augment(a2) {
		return true
	}
	m.out[a], m.out[b] = false, false
	m.mate[a], m.mate[b], m.mate[a2], m.mate[b2] = a2, b2, a, b
	return false
}

// augment gives the vertex root a mate, if no other vertex loses its mate by that.
func (m *matching) augment(root int) bool {
	for i := range m.parent {
		m.parent[i], m.base[i], m.reached[i] = -1, i, false
	}
	m.reached[root] = true
	m.queue = append(m.queue[:0], root)
	for i := 0; i < len(m.queue); i++ {
		a := m.queue[i]
		for b := range m.mate {
			if m.out[b] || m.base[a] == m.base[b] || m.mate[a] == b || !m.edge(a, b) {
				continue
			}
			switch {
			case b == root || m.mate[b] >= 0 && m.parent[m.mate[b]] >= 0:
				m.contract(a, b)
			case m.parent[b] < 0:
				m.parent[b] = a
				if m.mate[b] < 0 {
					m.flip(b)
					return true
				}
				m.reached[m.mate[b]] = true
				m.queue = append(m.queue, m.mate[b])
			}
		}
	}
	return false
}

// flip swaps the pairs on the path that ends at a vertex without a mate.
func (m *matching) flip(b int) {
	for b >= 0 {
		a := m.parent[b]
		next := m.mate[a]
		m.mate[a], m.mate[b] = b, a
		b = next
	}
}

// contract shrinks the odd cycle that the edge from a to b closes into one vertex.
func (m *matching) contract(a, b int) {
	base := m.commonBase(a, b)
	clear(m.blossom)
	m.mark(a, base, b)
	m.mark(b, base, a)
	for i := range m.base {
		if m.blossom[m.base[i]] {
			m.base[i] = base
			if !m.reached[i] {
				m.reached[i] = true
				m.queue = append(m.queue, i)
			}
		}
	}
}

// commonBase returns the vertex where the paths from a and b to the root meet.
func (m *matching) commonBase(a, b int) int {
	clear(m.inPath)
	for {
		a = m.base[a]
		m.inPath[a] = true
		if m.mate[a] < 0 {
			break
		}
		a = m.parent[m.mate[a]]
	}
	for {
		b = m.base[b]
		if m.inPath[b] {
			return b
		}
		b = m.parent[m.mate[b]]
	}
}

// mark marks the path from a to the base of a blossom. The search reached a from child.
func (m *matching) mark(a, base, child int) {
	for m.base[a] != base {
		m.blossom[m.base[a]], m.blossom[m.base[m.mate[a]]] = true, true
		m.parent[a] = child
		child = m.mate[a]
		a = m.parent[m.mate[a]]
	}
}
