package maps

import (
	"fmt"
	"slices"

	"blastyard/rules/hexabomb"
)

// A Symmetry maps the cells of a board to its cells: a rotation or reflection of the hexagonal lattice that maps (q,
// r) to (A*q + B*r + TQ, C*q + D*r + TR).
type Symmetry struct {
	A, B, C, D int
	TQ, TR     int
}

// apply returns the image of a position.
func (s Symmetry) apply(c hexabomb.Coord) hexabomb.Coord {
	return hexabomb.Coord{Q: s.A*c.Q + s.B*c.R + s.TQ, R: s.C*c.Q + s.D*c.R + s.TR}
}

// applyAll returns the images of positions, in the same order.
func (s Symmetry) applyAll(places []hexabomb.Coord) []hexabomb.Coord {
	carried := make([]hexabomb.Coord, len(places))
	for i, c := range places {
		carried[i] = s.apply(c)
	}
	return carried
}

// Symmetries returns every symmetry that maps cells to cells, special positions to special positions, and the starts
// of each of the first players to those of one of them. The identity is always among them.
func Symmetries(m *hexabomb.Map, players int) []Symmetry {
	var found []Symmetry
	for _, s := range boardSymmetries(m) {
		if _, ok := permutation(m, players, s); ok {
			found = append(found, s)
		}
	}
	return found
}

// Fair reports whether symmetries map the starts of the first player to those of every other of the first players, so
// that no seat is better than another, except for the order of actions.
func Fair(m *hexabomb.Map, players int) bool {
	return players >= 0 && players <= len(m.Starts) && fair(m, players, boardSymmetries(m))
}

// FairPlayers returns the numbers of players, from 1, for which m is Fair. There are at most 12 symmetries, so none
// is larger.
func FairPlayers(m *hexabomb.Map) []int {
	symmetries := boardSymmetries(m)
	var numbers []int
	for n := 1; n <= min(len(m.Starts), len(symmetries)); n++ {
		if fair(m, n, symmetries) {
			numbers = append(numbers, n)
		}
	}
	return numbers
}

func fair(m *hexabomb.Map, players int, symmetries []Symmetry) bool {
	reached := make([]bool, players)
	n := 0
	for _, s := range symmetries {
		if p, ok := permutation(m, players, s); ok && players > 0 && !reached[p[0]] {
			reached[p[0]] = true
			n++
		}
	}
	return n == players
}

// boardSymmetries returns the symmetries that map cells to cells and special positions to special positions.
func boardSymmetries(m *hexabomb.Map) []Symmetry {
	var sum hexabomb.Coord
	for _, c := range m.Cells {
		sum.Q, sum.R = sum.Q+c.Q, sum.R+c.R
	}
	cells, special := setOf(m.Cells), setOf(m.SpecialStarts)
	var found []Symmetry
	for _, s := range latticeSymmetries() {
		if n := len(m.Cells); n > 0 { // a symmetry maps the mean of the cells to itself, which gives the translation
			to := s.apply(sum)
			tq, tr := sum.Q-to.Q, sum.R-to.R
			if tq%n != 0 || tr%n != 0 {
				continue
			}
			s.TQ, s.TR = tq/n, tr/n
		}
		if s.keeps(m.Cells, cells) && s.keeps(m.SpecialStarts, special) {
			found = append(found, s)
		}
	}
	return found
}

// keeps reports whether the images of positions are in a set.
func (s Symmetry) keeps(places []hexabomb.Coord, set map[hexabomb.Coord]bool) bool {
	return !slices.ContainsFunc(places, func(c hexabomb.Coord) bool { return !set[s.apply(c)] })
}

// latticeSymmetries returns the 12 rotations and reflections about the origin that map the lattice to itself. The
// rules are the same for a map and its image.
func latticeSymmetries() []Symmetry {
	rotation, mirror := Symmetry{A: 1, D: 1}, Symmetry{A: -1, B: -1, D: 1}
	var group []Symmetry
	for range hexabomb.NumDirections {
		group = append(group, rotation, times(rotation, mirror))
		rotation = times(Symmetry{A: 1, B: 1, C: -1}, rotation) // by 60° from x+ to y+
	}
	return group
}

// times returns the linear part of a after b.
func times(a, b Symmetry) Symmetry {
	return Symmetry{A: a.A*b.A + a.B*b.C, B: a.A*b.B + a.B*b.D, C: a.C*b.A + a.D*b.C, D: a.C*b.B + a.D*b.D}
}

// permutation returns to which player's starts each player's are mapped. ok is false if s does not map them like
// that.
func permutation(m *hexabomb.Map, players int, s Symmetry) (carried []int, ok bool) {
	owner := map[hexabomb.Coord]int{}
	for p, starts := range m.Starts[:players] {
		for _, c := range starts {
			owner[c] = p
		}
	}
	for _, starts := range m.Starts[:players] {
		to, isStart := owner[s.apply(starts[0])]
		if !isStart {
			return nil, false
		}
		for _, c := range starts {
			if p, isStart := owner[s.apply(c)]; !isStart || p != to {
				return nil, false
			}
		}
		carried = append(carried, to)
	}
	return carried, true
}

func setOf(coords []hexabomb.Coord) map[hexabomb.Coord]bool {
	set := make(map[hexabomb.Coord]bool, len(coords))
	for _, c := range coords {
		set[c] = true
	}
	return set
}

// turns returns the angle, in steps of 60° counterclockwise, to which x+ is mapped.
func (s Symmetry) turns() int {
	for d := range hexabomb.Direction(hexabomb.NumDirections) {
		if (hexabomb.Coord{}).Add(d, 1) == (hexabomb.Coord{Q: s.A, R: s.C}) {
			return int(d)
		}
	}
	return 0
}

// mirrors reports whether s is a reflection.
func (s Symmetry) mirrors() bool { return s.A*s.D-s.B*s.C < 0 }

// String names the rotation, or the line of the reflection by its angle to a row. Angles are counterclockwise.
func (s Symmetry) String() string {
	switch angle := 60 * s.turns(); {
	case s.mirrors() && angle == 0:
		return "mirror top to bottom"
	case s.mirrors() && angle == 180:
		return "mirror left to right"
	case s.mirrors():
		return fmt.Sprintf("mirror at the line of %d°", angle/2)
	case angle == 0:
		return "identity"
	default:
		return fmt.Sprintf("rotation by %d°", angle)
	}
}

// MarshalText is String, for JSON.
func (s Symmetry) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// GroupName names a group of symmetries: C and the number of its rotations, D if it has mirrors, too.
func GroupName(group []Symmetry) string {
	if slices.ContainsFunc(group, Symmetry.mirrors) {
		return fmt.Sprintf("D%d", len(group)/2)
	}
	return fmt.Sprintf("C%d", len(group))
}
