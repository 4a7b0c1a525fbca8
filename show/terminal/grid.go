package terminal

import (
	"math"

	"blastyard/game/viewer"
)

// A grid says where the cells of a board are in the terminal. Each cell is w columns wide and h lines below the
// previous row. With hexagons each row is shifted half a cell to the right.
type grid struct {
	w, h   int
	square bool
}

// Sizes of cells, the largest first. Terminal columns are about half as wide as lines are high, so w is 2*h. Without
// colour one line for each cell is enough.
var (
	colourSizes = []grid{{w: 12, h: 6}, {w: 10, h: 5}, {w: 8, h: 4}, {w: 6, h: 3}, {w: 4, h: 2}, {w: 2, h: 1}}
	plainSizes  = []grid{{w: 4, h: 1}, {w: 2, h: 1}}
)

// A point is a position in columns and lines.
type point struct{ x, y int }

// far keeps the arithmetic from overflowing, because coordinates may be any integers.
const far = 1 << 27

// place returns the upper left corner of a cell's box.
func (g grid) place(c *viewer.Cell) point {
	x, y := min(max(c.X, -far), far), min(max(c.Y, -far), far)
	if g.square {
		return point{g.w * x, g.h * y}
	}
	return point{g.w*x + g.w/2*y, g.h * y}
}

// A stamp is the shape of a cell in quarters of characters, two by two for each.
type stamp struct {
	quarters []point // relative to the upper left quarter of the cell's box
	top      int     // lines of the shape above its box
	bottom   int     // lines of the shape below its box
}

// newStamp returns the quarters that are nearer to the cell's middle than to that of any neighbour. For a hexagon the
// shape extends between the cells of the rows above and below.
func newStamp(g grid) stamp {
	var s stamp
	if g.flat() {
		for i := range 4 * g.w * g.h {
			s.quarters = append(s.quarters, point{i % (2 * g.w), i / (2 * g.w)})
		}
		return s
	}
	middle := 0.5 // of a quarter; with few lines the shape looks better if its middle is that of a quarter
	if g.h%2 == 0 {
		middle = 0
	}
	for y := -2 * g.h; y < 4*g.h; y++ {
		for x := -2; x < 2*g.w+2; x++ {
			// The small offset puts a quarter between two cells into exactly one of them.
			dx := (float64(x)+0.5)/float64(2*g.w) - 0.5 + 1e-5
			dy := (float64(y)+middle)/float64(2*g.h) - 0.5 + 1e-6
			if !nearest(dx-dy/2, dy) {
				continue
			}
			s.quarters = append(s.quarters, point{x, y})
			s.top = max(s.top, (1-y)/2)
			s.bottom = max(s.bottom, y/2+1-g.h)
		}
	}
	return s
}

// flat reports whether the cells of the grid are boxes.
func (g grid) flat() bool { return g.square || g.h == 1 }

// nearest reports whether the point (q, r), in fractions of a step, belongs to the hexagon in the middle.
func nearest(q, r float64) bool {
	s := -q - r
	rq, rr, rs := math.Floor(q+0.5), math.Floor(r+0.5), math.Floor(s+0.5)
	dq, dr, ds := math.Abs(rq-q), math.Abs(rr-r), math.Abs(rs-s)
	switch {
	case dq > dr && dq > ds:
		rq = -rr - rs
	case dr > ds:
		rr = -rq - rs
	}
	return rq == 0 && rr == 0
}

// shade returns the shade of a cell, which differs from its neighbours'.
func (g grid) shade(c *viewer.Cell) int {
	if g.square {
		return 1 + (c.X+c.Y)&1
	}
	m := (c.X%shades - c.Y%shades) % shades
	return (m + shades) % shades
}
