package picture

import (
	"math"

	"blastyard/game/viewer"
)

// A layout says where things lie. It depends on the options and on what stays the same during a match only, so that the
// pictures of a match lie on each other.
type layout struct {
	width, height int
	margin        float64
	textSize      float64
	header        float64 // its height; 0: none
	column        float64 // where the standings begin; 0: none
	rows          int     // of the standings

	shape  viewer.Shape
	origin point   // the middle of the cell at 0, 0
	step   point   // from a cell to the next one in its row, and from row to row
	size   float64 // of a hexagon from its middle to the corner above; of a square its side
}

// What pictures below these widths have no room for.
const (
	headerWidth    = 160
	standingsWidth = 360
)

// rowHeight is the height of a row of the standings in sizes of the text.
const rowHeight = 2.9

// wantedRows is how many rows of the standings make a picture higher than its board.
const wantedRows = 12

// newLayout finds the largest cells with which the board fits: no wider than its part of the picture, and not much
// higher than the picture is wide.
func newLayout(o Options, header *viewer.Header, f *viewer.Frame) layout {
	w := float64(o.Width)
	l := layout{width: o.Width, shape: f.Shape, margin: math.Round(max(4, w/50)), textSize: max(8, w/52)}
	if o.Width >= headerWidth {
		l.header = math.Round(1.9 * l.textSize)
	}
	room := w - 2*l.margin
	if o.Standings && o.Width >= standingsWidth {
		column := math.Round(w * 0.31)
		l.column = w - l.margin - column
		room = l.column - 2*l.margin
	}
	least, most := bounds(f)
	span := point{most.x - least.x, most.y - least.y}
	l.setSize(room, 1.25*w, w/12, w/10, span)
	boardTop, boardHeight := l.margin+l.header, span.y*l.step.y+2*l.above()
	content := boardHeight
	if l.column > 0 {
		row := rowHeight * l.textSize
		content = max(content, row*float64(min(max(len(f.Players), len(header.Players)), wantedRows)))
		l.rows = int(content/row + 0.01)
	}
	l.height = int(math.Ceil(boardTop + content + l.margin))
	left := l.margin + (room-span.x*l.step.x)/2
	top := boardTop + l.above()
	l.origin = point{l.snap(left) - least.x*l.step.x, l.snap(top) - least.y*l.step.y}
	return l
}

// setSize finds the largest cells with which a board whose outermost middles are span apart fits into a room: at most
// so many pixels wide. Steps between cells are whole pixels, so that all cells look the same.
func (l *layout) setSize(width, height, mostSquare, mostHexagon float64, span point) {
	if l.shape == viewer.Square {
		l.size = l.whole(min(width/(span.x+1), height/(span.y+1), mostSquare), 1)
		l.step = point{l.size, l.size}
		return
	}
	slope := math.Sqrt(3) / 2 // of a row's height to a hexagon's width
	l.step.x = l.whole(min(width/(span.x+1), height/slope/(span.y+4./3), mostHexagon), 2)
	if l.step.y = l.step.x * slope; l.step.y >= snapped {
		l.step.y = math.Round(l.step.y)
	}
	l.size = l.step.y / 1.5
}

// snapped is the size in pixels from which cells are whole pixels.
const snapped = 8

// whole is the next lower multiple of some pixels, but for cells so small that it would make a difference to the board.
func (l *layout) whole(size, pixels float64) float64 {
	if size < snapped {
		return size
	}
	return pixels * math.Floor(size/pixels)
}

// snap is the nearest whole pixel, or for squares with a middle between pixels the nearest such place.
func (l *layout) snap(v float64) float64 {
	if l.shape == viewer.Square {
		return math.Round(v-l.size/2) + l.size/2
	}
	return math.Round(v)
}

// above is how far a cell reaches above its middle.
func (l *layout) above() float64 {
	if l.shape == viewer.Square {
		return l.size / 2
	}
	return l.size
}

// bounds are the least and the most that middles of cells have, in steps.
func bounds(f *viewer.Frame) (least, most point) {
	for i := range f.Cells {
		at := middleOf(f.Shape, &f.Cells[i])
		if i == 0 {
			least, most = at, at
		}
		least = point{min(least.x, at.x), min(least.y, at.y)}
		most = point{max(most.x, at.x), max(most.y, at.y)}
	}
	return least, most
}

// middleOf is the middle of a cell in steps. Hexagons stand on a corner, each row half a step to the right of the one
// above.
func middleOf(shape viewer.Shape, c *viewer.Cell) point {
	x, y := float64(c.X), float64(c.Y)
	if shape == viewer.Square {
		return point{x, y}
	}
	return point{x + y/2, y}
}

// at is the middle of a cell in pixels.
func (l *layout) at(c *viewer.Cell) point {
	m := middleOf(l.shape, c)
	return point{l.origin.x + m.x*l.step.x, l.origin.y + m.y*l.step.y}
}

// inner is the radius of the circle within a cell.
func (l *layout) inner() float64 {
	if l.shape == viewer.Square {
		return l.size / 2
	}
	return l.step.x / 2
}

// fill is how much larger than in a hexagon things are drawn: a square has corners beside its circle.
func (l *layout) fill() float64 {
	if l.shape == viewer.Square {
		return 1.15
	}
	return 1
}

// outline is a cell's polygon around a point, with a gap to its neighbours.
func (l *layout) outline(at point) []point {
	if l.shape != viewer.Square {
		return hexagon(at, l.step.x/2*0.955, l.size*0.955)
	}
	gap := l.gap()
	return rectangle(at.x-l.size/2, at.y-l.size/2, l.size-gap, l.size-gap)
}

// gap is the line between two squares: whole pixels.
func (l *layout) gap() float64 {
	if l.size < 8 {
		return 0
	}
	return math.Max(1, math.Round(l.size*0.035))
}

// hexagon is the six corners of a hexagon that stands on one: so far from its middle to the sides and to the corner
// above.
func hexagon(at point, w, h float64) []point {
	return []point{{at.x, at.y - h}, {at.x + w, at.y - h/2}, {at.x + w, at.y + h/2}, {at.x, at.y + h},
		{at.x - w, at.y + h/2}, {at.x - w, at.y - h/2}}
}
