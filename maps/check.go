package maps

import (
	"slices"

	"blastyard/hexabomb"
)

// MaxMatrix is the largest number of players for which a Check lists the distances of each from each.
const MaxMatrix = 8

// Apart is the distance of places between which there is no way.
const Apart = -1

// A Check is what can be told of a map without playing on it.
type Check struct {
	Symmetries []Symmetry       // with all players
	Fair       []int            // the numbers of players for which the map is fair; see FairPlayers
	Parts      []int            // the numbers of cells that are connected with each other, the largest first
	Idle       []hexabomb.Coord // cells that no character can reach, a special one neither; by row

	// By ordinary player. Ways lead from a start to a start of another player over cells, whoever stands there.
	Nearest   []int   // steps to the nearest start of another player, or Apart
	Distances [][]int // least steps to a start of each other player, 0 to oneself, or Apart; nil for more than MaxMatrix players
	Near      []int   // cells that are nearer to one of the player's starts than to all of the others'
	Contested int     // cells that are as near to several players
}

// Inspect checks a map for a number of players, the first of its seats: from 1 to all of them. m must be valid.
func Inspect(m *hexabomb.Map, players int) (*Check, error) {
	special := min(1, len(m.SpecialStarts))
	b, err := hexabomb.NewBoard(m, players, special)
	if err != nil {
		return nil, err
	}
	c := &Check{Symmetries: Symmetries(m, players), Fair: FairPlayers(m)}
	w := newWalk(b)
	starts := make([][]hexabomb.Cell, players)
	for p := range starts {
		first, end := b.Characters(p + special)
		for id := first; id < end; id++ {
			starts[p] = append(starts[p], b.Start(id))
		}
	}
	c.parts(w)
	c.idle(w)
	c.distances(w, starts)
	c.shares(w, starts)
	return c, nil
}

func (c *Check) parts(w *walk) {
	seen := make([]bool, w.board.NumCells())
	for i := range seen {
		if seen[i] {
			continue
		}
		reached := w.from(hexabomb.Cell(i))
		for _, cell := range reached {
			seen[cell] = true
		}
		c.Parts = append(c.Parts, len(reached))
	}
	slices.Sort(c.Parts)
	slices.Reverse(c.Parts)
}

func (c *Check) idle(w *walk) {
	var all []hexabomb.Cell
	for id := range w.board.NumCharacters() {
		all = append(all, w.board.Start(id))
	}
	w.from(all...)
	for i := range w.board.NumCells() {
		if _, ok := w.steps(hexabomb.Cell(i)); !ok {
			c.Idle = append(c.Idle, w.board.Coord(hexabomb.Cell(i)))
		}
	}
	c.Idle = inRows(c.Idle)
}

func (c *Check) distances(w *walk, starts [][]hexabomb.Cell) {
	owner := map[hexabomb.Cell]int{}
	for p, cells := range starts {
		for _, cell := range cells {
			owner[cell] = p
		}
	}
	for p, cells := range starts {
		nearest, row := Apart, slices.Repeat([]int{Apart}, len(starts))
		row[p] = 0
		w.begin(cells...)
		for cell, ok := w.next(); ok; cell, ok = w.next() {
			other, isStart := owner[cell]
			if !isStart || other == p {
				continue
			}
			steps, _ := w.steps(cell)
			if nearest == Apart {
				nearest = steps
			}
			if row[other] == Apart {
				row[other] = steps
			}
			if len(starts) > MaxMatrix {
				break
			}
		}
		c.Nearest = append(c.Nearest, nearest)
		if len(starts) <= MaxMatrix {
			c.Distances = append(c.Distances, row)
		}
	}
}

// shares finds out to whom each cell is nearest: a cell takes its players from those of its neighbours that are a step
// nearer to a start.
func (c *Check) shares(w *walk, starts [][]hexabomb.Cell) {
	const free, contested = -1, -2
	c.Near = make([]int, len(starts))
	owner := slices.Repeat([]int{free}, w.board.NumCells())
	for p, cells := range starts {
		for _, cell := range cells {
			owner[cell] = p
		}
	}
	w.begin(slices.Concat(starts...)...)
	for cell, ok := w.next(); ok; cell, ok = w.next() {
		if owner[cell] == contested {
			c.Contested++
		} else {
			c.Near[owner[cell]]++
		}
		steps, _ := w.steps(cell)
		for d := range hexabomb.Direction(hexabomb.NumDirections) {
			n, isCell := w.board.Neighbour(cell, d)
			if !isCell {
				continue
			}
			if far, _ := w.steps(n); far == steps+1 {
				if owner[n] == free {
					owner[n] = owner[cell]
				} else if owner[n] != owner[cell] {
					owner[n] = contested
				}
			}
		}
	}
}
