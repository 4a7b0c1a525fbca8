package maps

import (
	"slices"

	"blastyard/rules/hexabomb"
)

// seatGroup returns a group of as many rotations and reflections about the origin as there are players. The first two
// players are opposite each other, and the first four of six or twelve form a rectangle.
func seatGroup(players int) []Symmetry {
	all := latticeSymmetries() // turns by 60°, each followed by itself after the mirror from left to right
	numbers := map[int][]int{1: {0}, 2: {0, 6}, 3: {0, 4, 8}, 4: {0, 6, 1, 7}, 6: {0, 6, 2, 8, 4, 10},
		12: {0, 6, 2, 8, 4, 10, 1, 7, 3, 9, 5, 11}}[players]
	var group []Symmetry
	for _, i := range numbers {
		group = append(group, all[i])
	}
	return group
}

// orbitUnit returns the number that divides the sizes of all orbits except that of the origin.
func orbitUnit(players int) int {
	if players == 4 || players == 12 { // a cell on a mirror line is its own image
		return players / 2
	}
	return players
}

// orbit returns all images of a position, each once. The position itself is the first.
func (g *generator) orbit(c hexabomb.Coord) []hexabomb.Coord {
	places := make([]hexabomb.Coord, 0, len(g.group))
	for _, s := range g.group {
		if to := s.apply(c); !slices.Contains(places, to) {
			places = append(places, to)
		}
	}
	return places
}

// orbits divides positions into groups of symmetric ones, in a random order.
func (g *generator) orbits(places []hexabomb.Coord) [][]hexabomb.Coord {
	var found [][]hexabomb.Coord
	seen := make(map[hexabomb.Coord]bool, len(places))
	for _, c := range places {
		if seen[c] {
			continue
		}
		o := g.orbit(c)
		for _, to := range o {
			seen[to] = true
		}
		found = append(found, o)
	}
	g.rng.Shuffle(len(found), func(i, j int) { found[i], found[j] = found[j], found[i] })
	return found
}

// sortByKey sorts orbits by a number that their positions share, stably.
func sortByKey(orbits [][]hexabomb.Coord, key func(hexabomb.Coord) int) {
	slices.SortStableFunc(orbits, func(a, b []hexabomb.Coord) int { return key(a[0]) - key(b[0]) })
}

// hexagonCells are the places up to a distance from the origin, by Q, then R.
func hexagonCells(radius int) []hexabomb.Coord {
	var places []hexabomb.Coord
	for q := -radius; q <= radius; q++ {
		for r := max(-radius, -q-radius); r <= min(radius, -q+radius); r++ {
			places = append(places, hexabomb.Coord{Q: q, R: r})
		}
	}
	return places
}

// hexagonRadius is the radius of the smallest hexagon with so many cells.
func hexagonRadius(cells int) int {
	radius := 0
	for 3*radius*(radius+1)+1 < cells {
		radius++
	}
	return radius
}

// touches reports whether one of a place's neighbours is in a set.
func touches(set map[hexabomb.Coord]bool, c hexabomb.Coord) bool {
	for d := range hexabomb.Direction(hexabomb.NumDirections) {
		if set[c.Add(d, 1)] {
			return true
		}
	}
	return false
}

// connected reports whether all positions are connected.
func connected(places []hexabomb.Coord) bool {
	left := setOf(places)
	queue := slices.Clone(places[:min(1, len(places))])
	for _, c := range queue {
		delete(left, c)
	}
	for i := 0; i < len(queue); i++ {
		for d := range hexabomb.Direction(hexabomb.NumDirections) {
			if next := queue[i].Add(d, 1); left[next] {
				delete(left, next)
				queue = append(queue, next)
			}
		}
	}
	return len(left) == 0
}
