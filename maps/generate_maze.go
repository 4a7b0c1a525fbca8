package maps

import (
	"maps"
	"slices"

	"blastyard/hexabomb"
)

// A mazeBuilder opens doors between rooms. Rooms lie on every second place in each direction; the place between two rooms
// is a door, open or not.
type mazeBuilder struct {
	cells map[hexabomb.Coord]bool           // rooms and open doors
	rooms map[hexabomb.Coord]hexabomb.Coord // a room's parent in its tree of connected rooms
	doors [][]hexabomb.Coord                // in orbits
}

// maze opens doors, always a whole orbit: first until all rooms are connected, then for loops until there are enough
// cells. It starts with the most rooms that this may work with.
func (g *generator) maze() ([]hexabomb.Coord, bool) {
	for rooms := g.plan.Cells*9/20 + 1; rooms > 0; rooms = rooms*29/30 - 1 {
		z := g.newMaze(rooms)
		if !z.connect() {
			continue
		}
		z.loop(g.plan.Cells)
		if cells := slices.SortedFunc(maps.Keys(z.cells), hexabomb.Coord.Compare); g.near(cells) {
			return cells, true
		}
	}
	return nil, false
}

func (g *generator) newMaze(rooms int) *mazeBuilder {
	z := &mazeBuilder{cells: map[hexabomb.Coord]bool{}, rooms: map[hexabomb.Coord]hexabomb.Coord{}}
	orbits := g.orbits(hexagonCells(hexagonRadius(rooms) + 1))
	sortByKey(orbits, func(c hexabomb.Coord) int { return c.Distance(hexabomb.Coord{}) })
	var doors []hexabomb.Coord
	for _, c := range fill(nil, orbits, rooms) {
		room := hexabomb.Coord{Q: 2 * c.Q, R: 2 * c.R}
		z.cells[room], z.rooms[room] = true, room
		for d := range hexabomb.Direction(hexabomb.NumDirections) {
			if _, isRoom := z.rooms[room.Add(d, 2)]; isRoom {
				doors = append(doors, room.Add(d, 1))
			}
		}
	}
	z.doors = g.orbits(doors)
	return z
}

// connect opens doors until ways lead from each room to each other; at first none beside another.
func (z *mazeBuilder) connect() bool {
	for _, strict := range []bool{true, false} {
		for _, o := range z.doors {
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

// loop opens more doors until there are as many cells as wanted; at first none beside another.
func (z *mazeBuilder) loop(want int) {
	for _, strict := range []bool{true, false} {
		for _, o := range z.doors {
			after := len(z.cells) + len(o)
			if len(z.cells) < want && after-want < want-len(z.cells) && !z.cells[o[0]] && !(strict && z.wide(o)) {
				z.open(o)
			}
		}
	}
}

// sides are the rooms on the two sides of a door.
func (z *mazeBuilder) sides(door hexabomb.Coord) (a, b hexabomb.Coord) {
	for d := range hexabomb.Direction(hexabomb.NumDirections / 2) {
		a, b = door.Add(d, 1), door.Add(d, -1)
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

// wide tells whether doors are beside open ones, or would be beside each other.
func (z *mazeBuilder) wide(doors []hexabomb.Coord) bool {
	for d := range hexabomb.Direction(hexabomb.NumDirections) {
		next := doors[0].Add(d, 1)
		if _, isRoom := z.rooms[next]; z.cells[next] && !isRoom || slices.Contains(doors, next) {
			return true
		}
	}
	return false
}

func (z *mazeBuilder) open(doors []hexabomb.Coord) {
	for _, d := range doors {
		a, b := z.sides(d)
		z.cells[d] = true
		z.rooms[z.root(a)] = z.root(b)
	}
}
