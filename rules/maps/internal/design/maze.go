package design

import (
	"math/rand/v2"
	"slices"

	"blastyard/rules/hexabomb"
)

// A maze has a room on every second cell of every second row. The cell between two rooms is a passage, open or not.
type maze struct {
	cells map[hexabomb.Coord]bool
	rooms map[hexabomb.Coord]hexabomb.Coord // a room's parent in its tree of connected rooms
	rng   *rand.Rand
}

// maze4 opens passages, always all symmetric ones at once: first until all rooms are connected, then each that would
// not be beside an open one.
func maze4() *hexabomb.Map {
	const columns, rows = 28, 10
	z := &maze{cells: map[hexabomb.Coord]bool{}, rooms: map[hexabomb.Coord]hexabomb.Coord{},
		rng: rand.New(rand.NewPCG(4, 18))}
	var passages []hexabomb.Coord
	for _, c := range rectangle(columns, rows) {
		if c.Q%2 == 0 && c.R%2 == 0 {
			z.cells[c], z.rooms[c] = true, c
		} else if c.R <= 0 && 2*c.Q+c.R <= 0 { // one of four
			passages = append(passages, c)
		}
	}
	z.rng.Shuffle(len(passages), func(i, j int) { passages[i], passages[j] = passages[j], passages[i] })
	for _, strict := range []bool{true, false} {
		for _, d := range passages {
			if a, b, ok := z.sides(d); ok && z.root(a) != z.root(b) && !(strict && z.wide(d)) {
				z.open(d)
			}
		}
	}
	for _, d := range passages {
		if _, _, ok := z.sides(d); ok && !z.wide(d) {
			z.open(d)
		}
	}
	return z.furnish()
}

// sides returns the rooms on the two sides of a passage.
func (z *maze) sides(passage hexabomb.Coord) (a, b hexabomb.Coord, ok bool) {
	for d := range hexabomb.Direction(3) {
		a, b = passage.Add(d, 1), passage.Add(d, -1)
		_, isA := z.rooms[a]
		if _, isB := z.rooms[b]; isA && isB {
			return a, b, true
		}
	}
	return a, b, false
}

func (z *maze) root(room hexabomb.Coord) hexabomb.Coord {
	for z.rooms[room] != room {
		room = z.rooms[room]
	}
	return room
}

// wide reports whether a passage is or would be beside an open one.
func (z *maze) wide(passage hexabomb.Coord) bool {
	for d := range hexabomb.Direction(hexabomb.NumDirections) {
		next := passage.Add(d, 1)
		if _, isRoom := z.rooms[next]; z.cells[next] && !isRoom {
			return true
		}
	}
	return z.cells[passage]
}

func (z *maze) open(passage hexabomb.Coord) {
	for _, d := range []hexabomb.Coord{passage, mirrorX(passage), mirrorY(passage), turn(passage, 3)} {
		a, b, _ := z.sides(d)
		z.cells[d] = true
		z.rooms[z.root(a)] = z.root(b)
	}
}

func (z *maze) furnish() *hexabomb.Map {
	corner := []hexabomb.Coord{at(-28, -8), at(-26, -10), at(-22, -10), at(-24, -8)}
	m := &hexabomb.Map{Starts: quarters(corner), SpecialStarts: []hexabomb.Coord{at(-4, 0), {}, at(4, 0)}}
	for c := range z.cells { // sorted below
		m.Cells = append(m.Cells, c)
	}
	slices.SortStableFunc(m.Cells, hexabomb.Coord.Compare)
	return m
}
