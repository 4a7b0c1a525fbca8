// Package drawing reads what bots draw on the board for the people who debug them: lines of their output that begin
// with @draw. docs/drawing.md has the form of these lines. A drawing never changes a match.
//
// Parse reads one line. A Collector collects the drawings of the bots of a match, turn by turn, within bounds, as
// replays and pages hold them.
package drawing

import (
	"strconv"
)

// Limits of what a bot may draw. What is beyond them is dropped.
const (
	MaxShapes   = 1000      // shapes of a bot in a turn
	MaxBytes    = 32 << 10  // bytes of a bot's drawings of a turn, as replays hold them
	MaxAllBytes = 384 << 10 // bytes of all bots' drawings of a turn: so a turn fits into a replay
	MaxLayers   = 16        // layers of a bot in a match
	MaxLayer    = 24        // characters of a layer's name
	MaxText     = 40        // characters of a text; a longer one is cut
)

const (
	maxRadius     = 100   // cells
	maxCoordinate = 32767 // of a point, and at least its negative
)

// DefaultLayer is the layer of shapes that name none.
const DefaultLayer = "main"

// Kind is what a shape is.
type Kind string

// The kinds of shapes.
const (
	Cell   Kind = "cell"   // a filled cell, with a text in it or without
	Text   Kind = "text"   // a text in a cell
	Line   Kind = "line"   // from the middle of a cell to that of another
	Arrow  Kind = "arrow"  // a line with a head
	Circle Kind = "circle" // around the middle of a cell
)

// Point is a cell by its coordinates: those in which the game tells bots of cells.
type Point struct{ X, Y int }

// Shape is what one line draws.
type Shape struct {
	Kind   Kind
	At     Point   // the cell, or where a line begins
	To     Point   // where a line or an arrow ends
	Radius float64 // of a circle; 1 is the distance between the middles of two neighbours
	Text   string  // one line of up to MaxText characters; "": none
	Color  string  // #rrggbb
	Layer  string
}

// append appends the packed form of a shape: words with a space between them, as docs/replay-format.md lists them.
func (s *Shape) append(dst []byte) []byte {
	dst = append(dst, s.Kind...)
	dst = s.At.append(dst)
	switch s.Kind {
	case Line, Arrow:
		dst = s.To.append(dst)
	case Circle:
		dst = strconv.AppendFloat(append(dst, ' '), s.Radius, 'f', -1, 64)
	case Cell, Text:
	}
	dst = append(append(dst, ' '), s.Color...)
	if s.Text != "" {
		dst = append(append(dst, ' '), s.Text...)
	}
	return dst
}

func (p Point) append(dst []byte) []byte {
	dst = strconv.AppendInt(append(dst, ' '), int64(p.X), 10)
	return strconv.AppendInt(append(dst, ' '), int64(p.Y), 10)
}
