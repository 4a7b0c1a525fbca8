package hexabomb

import (
	"cmp"
	"fmt"
)

// Coord is the position of a cell in axial coordinates; both may be any integer.
type Coord struct{ Q, R int }

// Add returns the place n steps away from c in direction d.
func (c Coord) Add(d Direction, n int) Coord {
	v := directionVectors[d]
	return Coord{c.Q + n*v.Q, c.R + n*v.R}
}

// Distance is the number of steps between two places on a board without holes.
func (c Coord) Distance(o Coord) int {
	q, r := c.Q-o.Q, c.R-o.R
	return max(q, -q, r, -r, q+r, -q-r)
}

// Compare orders positions by Q, then R: the order of the cells in a state.
func (c Coord) Compare(o Coord) int {
	return cmp.Or(cmp.Compare(c.Q, o.Q), cmp.Compare(c.R, o.R))
}

// tooFar reports whether a position is beyond the limits of a map.
func (c Coord) tooFar() bool { return max(c.Q, c.R) > MaxCoord || min(c.Q, c.R) < -MaxCoord }

func (c Coord) String() string { return fmt.Sprintf("(q=%d, r=%d)", c.Q, c.R) }

// Direction is one of the six ways from a cell to a neighbour.
type Direction uint8

// The six directions, as the rules name them.
const (
	XPlus  Direction = iota // (+1, 0)
	YPlus                   // (+1, -1)
	ZPlus                   // (0, -1)
	XMinus                  // (-1, 0)
	YMinus                  // (-1, +1)
	ZMinus                  // (0, +1)

	NumDirections = 6
)

var directionVectors = [NumDirections]Coord{{+1, 0}, {+1, -1}, {0, -1}, {-1, 0}, {-1, +1}, {0, +1}}

var directionNames = [NumDirections]string{"x+", "y+", "z+", "x-", "y-", "z-"}

// Opposite returns the opposite direction.
func (d Direction) Opposite() Direction { return (d + 3) % NumDirections }

func (d Direction) String() string {
	if d < NumDirections {
		return directionNames[d]
	}
	return fmt.Sprintf("Direction(%d)", uint8(d))
}
