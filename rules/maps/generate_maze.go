package maps

import (
	"maps"
	"slices"

	"blastyard/rules/hexabomb"
)

// A mazeBuilder opens passages between rooms. Rooms are on every second position in each direction. The position
// between two rooms is a passage, open or not.
type mazeBuilder struct {
	cells    map[hexabomb.Coord]bool           // rooms and open passages
	rooms    map[hexabomb.Coord]hexabomb.Coord // a room's parent in its tree of connected rooms
	passages [][]hexabomb.Coord                // in orbits
}

// maze opens passages, always a whole orbit: first until all rooms are connected, then for loops until there are
// enough cells. It begins with the most rooms with which this may work.
func (g *generator) maze() ([]hexabomb.Coord, bool) {
	for rooms := g.plan.Cells*9/20 + 1; rooms > 0; rooms = rooms*29/30 - 1 {
		z := g.newMaze(rooms)
		if !z.connect() {
			continue
		}
		z.loop(g.plan.Cells)
		if cells := slices.SortedStableFunc(maps.Keys(z.cells), hexabomb.Coord.Compare); g.near(cells) {
			return cells, true
		}
	}
	return nil, false
}

func (g *generator) newMaze(rooms int) *mazeBuilder {
	z := &mazeBuilder{cells: map[hexabomb.Coord]bool{}, rooms: map[hexabomb.Coord]hexabomb.Coord{}}
	orbits := g.orbits(hexagonCells(hexagonRadius(rooms) + 1))
	sortByKey(orbits, func(c hexabomb.Coord) int { return c.Distance(hexabomb.Coord{}) })
	var passages []hexabomb.Coord
	for _, c := range fill(nil, orbits, rooms) {
		room := hexabomb.Coord{Q: 2 * c.Q, R: 2 * c.R}
		z.cells[room], z.rooms[room] = true, room
		for d := range hexabomb.Direction(hexabomb.NumDirections) {
			if _, isRoom := z.rooms[room.Add(d, 2)]; isRoom {
				passages = append(passages, room.Add(d, 1))
			}
		}
	}
	z.passages = g.orbits(passages)
	return z
}

// connect opens passages until all rooms are connected, at first none beside another.
func (z *mazeBuilder) connect() bool {
	for _, strict := range []bool{true, false} {
		for _, o := range z.passages {
			a, b := z.sides(o[0])
			if z.root(a) != z.root(b) && !(strict && z.wide(o)) {
				z.open(o)
			}
		}
	}
	root, first := hexabomb.Coord{}, true
	for room := range z.rooms { // whether they are all the same
		if first {
			root, first = z.root(room), false
		}
		if z.root(room) != root {
			return false
		}
	}
	return true
}

// loop opens more passages until there are enough cells, at first none beside another.
func (z *mazeBuilder) loop(want int) {
	for _, strict := range []bool{true, false} {
		for _, o := range z.passages {
			after := len(z.cells) + len(o)
			if len(z.cells) < want && after-want < want-len(z.cells) && !z.cells[o[0]] && !(strict && z.wide(o)) {
				z.open(o)
			}
		}
	}
}

// sides returns the rooms on the two sides of a passage.
func (z *mazeBuilder) sides(passage hexabomb.Coord) (a, b hexabomb.Coord) {
	for d := range hexabomb.Direction(hexabomb.NumDirections / 2) {
		a, b = passage.Add(d, 1), passage.Add(d, -1)
		if a.Q%2 == 0 && a.R%2 == 0 {
			break
		}
	}
	return a, b
}

func (z *mazeBuilder) root(room hexabomb.Coord) hexabomb.Coord {
	for z.rooms[room] != room {
		z.rooms[room] = z.rooms[z.rooms[room]]
		room = z.rooms[room]
	}
	return room
}

// wide reports whether passages are beside open ones, or would be beside each other.
func (z *mazeBuilder) wide(passages []hexabomb.Coord) bool {
	for d := range hexabomb.Direction(hexabomb.NumDirections) {
		next := passages[0].Add(d, 1)
		if _, isRoom := z.rooms[next]; z.cells[next] && !isRoom || slices.Contains(passages, next) {
			return true
		}
	}
	return false
}

func (z *mazeBuilder) open(passages []hexabomb.Coord) {
	for _, d := range passages {
		a, b := z.sides(d)
		z.cells[d] = true
		z.rooms[z.root(a)] = z.root(b)
	}
}
