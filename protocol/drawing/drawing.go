// Package drawing reads what bots draw on the board for the people who debug them: lines of their output that begin
// with @draw. docs/drawing.md describes these lines. A drawing never changes a match.
//
// Parse reads one line. A Collector collects the drawings of the bots of a match, turn by turn, within limits, in the
// form of replays and pages.
package drawing

import (
	"strconv"
)

// Limits of a bot's drawings. The excess is dropped.
const (
	MaxShapes   = 1000      // shapes of a bot in a turn
	MaxBytes    = 32 << 10  // bytes of a bot's drawings of a turn, as replays hold them
	MaxAllBytes = 384 << 10 // bytes of all bots' drawings of a turn, so that it fits into a replay
	MaxLayers   = 16        // layers of a bot in a match
	MaxLayer    = 24        // characters of a layer's name
	MaxText     = 40        // characters of a text; a longer one is cut
)

const (
	maxRadius     = 100   // cells
	maxCoordinate = 32767 // largest absolute value of a coordinate
)

// DefaultLayer is the layer of shapes without one.
const DefaultLayer = "main"

// Kind is the kind of a shape.
type Kind string

// The values of Kind.
const (
	Cell   Kind = "cell"   // a filled cell, with or without a text
	Text   Kind = "text"   // a text in a cell
	Line   Kind = "line"   // from the middle of a cell to that of another
	Arrow  Kind = "arrow"  // a line with a head
	Circle Kind = "circle" // around the middle of a cell
)

// Point is a cell, in the coordinates that the game uses for bots.
type Point struct{ X, Y int }

// Shape is what one line draws.
type Shape struct {
	Kind   Kind
	At     Point   // the cell, or the start of a line
	To     Point   // the end of a line or an arrow
	Radius float64 // of a circle; 1 is the distance between the middles of two neighbours
	Text   string  // one line of up to MaxText characters; "": none
	Color  string  // #rrggbb
	Layer  string
}

// append appends the packed form of a shape: words separated by spaces, as docs/replay-format.md lists them.
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
