// Package design draws the built-in maps.
//
// Places are thought of as on a screen: rows of constant R, and across them the column x = Q + R/2, in half cells
// here so that it is an integer: X = 2*Q + R. A field with its middle at the origin has up to twelve symmetries; maps
// for two and four players use the turn by 180° and the mirrors from left to right and from top to bottom, those for
// three and six the turns by 120° and 60°.
package design

import (
	"slices"

	"blastyard/rules/hexabomb"
)

// A Design is a map and its name.
type Design struct {
	Name string
	Map  *hexabomb.Map
}

// All draws every map.
func All() []Design {
	return []Design{{"arena3", arena3()}, {"arena4", arena4()}, {"duel", duel()}, {"maze4", maze4()}, {"tiny", tiny()},
		{"yard", yard()}}
}

// at returns the position in row r and half-column x, which must both be even or both odd.
func at(x, r int) hexabomb.Coord { return hexabomb.Coord{Q: (x - r) / 2, R: r} }

// turn rotates a position n times by 60° about the origin.
func turn(c hexabomb.Coord, n int) hexabomb.Coord {
	for range n {
		c = hexabomb.Coord{Q: c.Q + c.R, R: -c.Q}
	}
	return c
}

// mirrorX and mirrorY reflect a position from left to right and from top to bottom.
func mirrorX(c hexabomb.Coord) hexabomb.Coord { return hexabomb.Coord{Q: -c.Q - c.R, R: c.R} }
func mirrorY(c hexabomb.Coord) hexabomb.Coord { return hexabomb.Coord{Q: c.Q + c.R, R: -c.R} }

// each transforms several positions.
func each(list []hexabomb.Coord, carry func(hexabomb.Coord) hexabomb.Coord) []hexabomb.Coord {
	carried := make([]hexabomb.Coord, len(list))
	for i, c := range list {
		carried[i] = carry(c)
	}
	return carried
}

// turned returns the positions rotated n times by 60°, in the same order.
func turned(list []hexabomb.Coord, n int) []hexabomb.Coord {
	return each(list, func(c hexabomb.Coord) hexabomb.Coord { return turn(c, n) })
}

// quarters returns the starts of four players from the first's: the first two are opposite each other.
func quarters(first []hexabomb.Coord) [][]hexabomb.Coord {
	return [][]hexabomb.Coord{first, turned(first, 3), each(first, mirrorX), each(first, mirrorY)}
}

// hexagon returns the cells up to a distance from the origin.
func hexagon(radius int) []hexabomb.Coord {
	var cells []hexabomb.Coord
	for q := -radius; q <= radius; q++ {
		for r := -radius; r <= radius; r++ {
			if c := (hexabomb.Coord{Q: q, R: r}); c.Distance(hexabomb.Coord{}) <= radius {
				cells = append(cells, c)
			}
		}
	}
	return cells
}

// rectangle returns the cells up to so many rows and half-columns from the origin.
func rectangle(columns, rows int) []hexabomb.Coord {
	var cells []hexabomb.Coord
	for r := -rows; r <= rows; r++ {
		for x := -columns; x <= columns; x++ {
			if (x-r)%2 == 0 {
				cells = append(cells, at(x, r))
			}
		}
	}
	return cells
}

// without returns the cells that are none of the holes.
func without(cells []hexabomb.Coord, holes ...[]hexabomb.Coord) []hexabomb.Coord {
	return slices.DeleteFunc(cells, func(c hexabomb.Coord) bool { return slices.Contains(slices.Concat(holes...), c) })
}

func tiny() *hexabomb.Map {
	m := &hexabomb.Map{Cells: hexagon(3), SpecialStarts: []hexabomb.Coord{{}}}
	for _, n := range []int{0, 3, 1, 4, 2, 5} { // the first two opposite, the first four a rectangle
		m.Starts = append(m.Starts, []hexabomb.Coord{turn(hexabomb.Coord{Q: -3}, n)})
	}
	return m
}

func duel() *hexabomb.Map {
	west := []hexabomb.Coord{at(-7, -3), at(-10, 0), at(-7, 3)}
	return &hexabomb.Map{Cells: hexagon(5), Starts: [][]hexabomb.Coord{west, each(west, mirrorX)},
		SpecialStarts: []hexabomb.Coord{{}}}
}

func yard() *hexabomb.Map {
	pillars := []hexabomb.Coord{at(-5, -3), at(-2, -4)}
	passages := []hexabomb.Coord{at(-4, 0), at(4, 0)}
	corner := []hexabomb.Coord{at(-10, -6), at(-6, -6), at(-9, -3)}
	return &hexabomb.Map{
		Cells:         without(rectangle(10, 6), append(quarters(pillars), passages)...),
		Starts:        quarters(corner),
		SpecialStarts: []hexabomb.Coord{at(-2, 0), at(2, 0)},
	}
}

func arena3() *hexabomb.Map {
	m := &hexabomb.Map{Cells: hexagon(7)}
	corner := []hexabomb.Coord{{Q: -7}, {Q: -7, R: 3}, {Q: -5, R: 1}, {Q: -4, R: -3}}
	for n := 0; n < 6; n += 2 {
		m.Starts = append(m.Starts, turned(corner, n))
		m.SpecialStarts = append(m.SpecialStarts, turn(hexabomb.Coord{Q: -1}, n))
		m.Cells = without(m.Cells, turned([]hexabomb.Coord{{Q: -4}, {Q: 3}}, n))
	}
	return m
}

func arena4() *hexabomb.Map {
	pillars := []hexabomb.Coord{at(-14, -4), at(-7, -5), at(-5, -1)}
	middle := at(-17, -5)
	camp := []hexabomb.Coord{middle}
	for d := range hexabomb.Direction(hexabomb.NumDirections) {
		camp = append(camp, middle.Add(d, 2))
	}
	return &hexabomb.Map{
		Cells:         without(rectangle(22, 9), quarters(pillars)...),
		Starts:        quarters(camp),
		SpecialStarts: []hexabomb.Coord{at(-2, 0), {}, at(2, 0)},
	}
}
