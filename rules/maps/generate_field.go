package maps

import "blastyard/rules/hexabomb"

// starRadius returns a distance from the origin that is large enough for a star of so many cells.
func starRadius(cells int) int {
	size := 0
	for 6*size*(size+1)+1 < cells {
		size++
	}
	return 2 * (size + 1)
}

// starKey orders positions so that those up to a number form a star, with its points last.
func starKey(c hexabomb.Coord) int {
	x, y, z := c.Q, c.R, -c.Q-c.R
	size := min(max(x, y, z), max(-x, -y, -z)) // a star is an upward triangle and a downward one
	return size<<16 + c.Distance(hexabomb.Coord{})
}

// field returns an open field that grows outwards by a key. Seeds change its rim. It omits the middle if the number
// of cells is then nearer to the wanted one.
func (g *generator) field(radius int, key func(hexabomb.Coord) int) ([]hexabomb.Coord, bool) {
	orbits := g.orbits(hexagonCells(radius))
	sortByKey(orbits, key)
	cells := fill(nil, orbits, g.plan.Cells)
	if len(cells) == g.plan.Cells || g.centred() {
		return cells, true
	}
	hollow := fill(nil, orbits[1:], g.plan.Cells)
	if off(hollow, g.plan.Cells) < off(cells, g.plan.Cells) && connected(hollow) {
		cells = hollow
	}
	return cells, connected(cells)
}

// off returns by how much the number of cells misses the wanted one.
func off(cells []hexabomb.Coord, want int) int { return max(len(cells)-want, want-len(cells)) }

// fill adds orbits to cells in their order up to a number. If the next one is too large, it looks for one that comes
// nearer to the number and touches the existing cells.
func fill(cells []hexabomb.Coord, orbits [][]hexabomb.Coord, want int) []hexabomb.Coord {
	set := setOf(cells)
	add := func(orbit []hexabomb.Coord) {
		for _, c := range orbit {
			set[c] = true
			cells = append(cells, c)
		}
	}
	next := 0
	for ; next < len(orbits) && len(cells) < want; next++ {
		if o := orbits[next]; !set[o[0]] {
			if len(cells)+len(o) > want {
				break
			}
			add(o)
		}
	}
	for len(cells) < want {
		best, least := -1, want-len(cells)
		for i, o := range orbits[next:] {
			missed := max(len(cells)+len(o)-want, want-len(cells)-len(o))
			if missed < least && len(cells)+len(o) <= hexabomb.MaxCells && !set[o[0]] && touches(set, o[0]) {
				best, least = next+i, missed
			}
		}
		if best < 0 {
			break
		}
		add(orbits[best])
	}
	return cells
}
