package maps

import (
	"cmp"
	"math"
	"slices"

	"blastyard/rules/hexabomb"
)

// An archipelago contains the middles of islands. Land is what is clearly nearer to one middle than to all others.
type archipelago struct {
	middles []hexabomb.Coord
	orbitOf []int // by middle: symmetric middles have the same number
	growth  []int // by orbit: the smaller, the larger its islands
}

// islands puts middles into a field, connects them by straight paths, and lets islands grow until there are enough
// cells. It uses the smallest field in which this works.
func (g *generator) islands() ([]hexabomb.Coord, bool) {
	smallest := hexagonRadius(g.plan.Cells * 3 / 2)
	for radius := smallest; radius <= 2*smallest+8; radius++ {
		a := g.newArchipelago(hexagonCells(radius))
		if a == nil {
			continue
		}
		var paths []hexabomb.Coord
		if !g.plan.Apart {
			var ok bool
			if paths, ok = g.paths(a); !ok {
				continue
			}
		}
		cells := g.grow(a, hexagonCells(radius), paths)
		if g.near(cells) && (g.plan.Apart || connected(cells)) {
			return cells, true
		}
	}
	return nil, false
}

// spacing is the least distance between the middles of two islands.
func (g *generator) spacing() int { return max(4, int(math.Sqrt(float64(g.plan.Cells)))/3) }

// newArchipelago finds middles: first one for each player, then all that fit. It returns nil if there is no room for
// the players.
func (g *generator) newArchipelago(field []hexabomb.Coord) *archipelago {
	a := &archipelago{}
	spacing := g.spacing()
	add := func(o []hexabomb.Coord) {
		for i, c := range o {
			if slices.ContainsFunc(o[:i], func(to hexabomb.Coord) bool { return c.Distance(to) < spacing }) {
				return
			}
			if slices.ContainsFunc(a.middles, func(to hexabomb.Coord) bool { return c.Distance(to) < spacing }) {
				return
			}
		}
		for _, c := range o {
			a.middles, a.orbitOf = append(a.middles, c), append(a.orbitOf, len(a.growth))
		}
		a.growth = append(a.growth, 7+g.rng.IntN(7))
	}
	orbits := g.orbits(field)
	if g.centred() {
		add([]hexabomb.Coord{{}})
	}
	players := len(a.middles)
	for _, o := range orbits {
		if len(o) == len(g.group) && len(a.middles) == players {
			add(o)
		}
	}
	if len(a.middles) == players {
		return nil
	}
	for _, o := range orbits {
		if !g.plan.Apart {
			add(o)
		}
	}
	return a
}

// paths returns the cells of straight paths between near middles, until all are connected. ok is false if that is
// impossible.
func (g *generator) paths(a *archipelago) (cells []hexabomb.Coord, ok bool) {
	type pair struct{ from, to int }
	var pairs []pair
	for i, c := range a.middles {
		for j := range i {
			if c.Distance(a.middles[j]) <= 3*g.spacing() {
				pairs = append(pairs, pair{i, j})
			}
		}
	}
	length := func(p pair) int { return a.middles[p.from].Distance(a.middles[p.to]) }
	slices.SortStableFunc(pairs, func(x, y pair) int { return cmp.Compare(length(x), length(y)) })
	number := map[hexabomb.Coord]int{}
	group := make([]int, len(a.middles)) // middles with the same number are connected
	for i, c := range a.middles {
		number[c], group[i] = i, i
	}
	for _, p := range pairs {
		if group[p.from] == group[p.to] {
			continue
		}
		for _, s := range g.group {
			for _, c := range line(a.middles[p.from], a.middles[p.to]) {
				cells = append(cells, s.apply(c))
			}
			from, to := group[number[s.apply(a.middles[p.from])]], group[number[s.apply(a.middles[p.to])]]
			for i := range group {
				if group[i] == from {
					group[i] = to
				}
			}
		}
	}
	slices.SortStableFunc(cells, hexabomb.Coord.Compare)
	return slices.Compact(cells), len(slices.Compact(slices.Sorted(slices.Values(group)))) == 1
}

// line returns the positions of a shortest path between two, including both.
func line(from, to hexabomb.Coord) []hexabomb.Coord {
	places := []hexabomb.Coord{from}
	for at := from; at != to; places = append(places, at) {
		next := at
		off := math.Inf(1)
		for d := range hexabomb.Direction(hexabomb.NumDirections) {
			n := at.Add(d, 1)
			if side := beside(from, to, n); n.Distance(to) < at.Distance(to) && side < off {
				next, off = n, side
			}
		}
		at = next
	}
	return places
}

// beside returns the distance of a position from the straight line through two others, in a unit of that line.
func beside(from, to, c hexabomb.Coord) float64 {
	return math.Abs(float64((to.Q-from.Q)*(c.R-from.R) - (to.R-from.R)*(c.Q-from.Q)))
}

// grow lets islands grow from their middles, together with the paths, until there are enough cells.
func (g *generator) grow(a *archipelago, field, paths []hexabomb.Coord) []hexabomb.Coord {
	growth := map[hexabomb.Coord]int{}
	var land []hexabomb.Coord
	for _, c := range field {
		if k, isLand := a.land(c); isLand {
			land = append(land, c)
			growth[c] = a.growth[a.orbitOf[k]] * c.Distance(a.middles[k])
		}
	}
	orbits := g.orbits(land)
	sortByKey(orbits, func(c hexabomb.Coord) int { return growth[c] })
	return fill(paths, orbits, g.plan.Cells)
}

// land returns the island to which a position may belong: it is at least two steps nearer to its middle than to any
// other.
func (a *archipelago) land(c hexabomb.Coord) (island int, ok bool) {
	least, second := math.MaxInt, math.MaxInt
	for i, m := range a.middles {
		switch d := c.Distance(m); {
		case d < least:
			island, least, second = i, d, least
		case d < second:
			second = d
		}
	}
	return island, second > least+1
}
