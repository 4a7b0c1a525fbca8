package picture

import (
	"math"

	"blastyard/game/viewer"
)

// A layout contains the positions in a picture. It depends only on the options and on what is constant during a
// match, so that all pictures of a match have the same layout.
type layout struct {
	width, height int
	margin        float64
	textSize      float64
	header        float64 // height of the header; 0: none
	column        float64 // x of the standings; 0: none
	rows          int     // rows of the standings

	shape  viewer.Shape
	origin point   // the middle of the cell 0, 0
	step   point   // distance to the next cell in a row, and to the next row
	size   float64 // of a hexagon, from its middle to its top corner; of a square, its side
}

// Widths below which pictures omit parts.
const (
	headerWidth    = 160
	standingsWidth = 360
)

// rowHeight is the height of a row of the standings in text sizes.
const rowHeight = 2.9

// wantedRows is how many rows of the standings may increase the height of a picture.
const wantedRows = 12

// newLayout uses the largest cells with which the board fits: no wider than its part of the picture, and not much
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

// setSize sets the largest cells with which a board fits into the given room. span is the distance between the
// middles of its outermost cells, and mostSquare and mostHexagon limit the cells. Steps between cells are whole
// pixels, so that all cells look the same.
func (l *layout) setSize(width, height, mostSquare, mostHexagon float64, span point) {
	if l.shape == viewer.Square {
		l.size = l.whole(min(width/(span.x+1), height/(span.y+1), mostSquare), 1)
		l.step = point{l.size, l.size}
		return
	}
	slope := math.Sqrt(3) / 2 // width of a hexagon per height of a row
	l.step.x = l.whole(min(width/(span.x+1), height/slope/(span.y+4./3), mostHexagon), 2)
	if l.step.y = l.step.x * slope; l.step.y >= snapped {
		l.step.y = math.Round(l.step.y)
	}
	l.size = l.step.y / 1.5
}

// snapped is the cell size in pixels from which cells have whole pixels.
const snapped = 8

// whole rounds a size down to a multiple of some pixels, unless the cells are so small that this would change the
// board.
func (l *layout) whole(size, pixels float64) float64 {
	if size < snapped {
		return size
	}
	return pixels * math.Floor(size/pixels)
}

// snap rounds to a whole pixel or, for squares with a middle between pixels, to the middle of a pixel.
func (l *layout) snap(v float64) float64 {
	if l.shape == viewer.Square {
		return math.Round(v-l.size/2) + l.size/2
	}
	return math.Round(v)
}

// above returns how far a cell extends above its middle.
func (l *layout) above() float64 {
	if l.shape == viewer.Square {
		return l.size / 2
	}
	return l.size
}

// bounds returns the smallest and the largest middles of cells, in steps.
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

// middleOf returns the middle of a cell in steps. Hexagons have a corner at the top, and each row is shifted half a
// step to the right.
func middleOf(shape viewer.Shape, c *viewer.Cell) point {
	x, y := float64(c.X), float64(c.Y)
	if shape == viewer.Square {
		return point{x, y}
	}
	return point{x + y/2, y}
}

// at returns the middle of a cell in pixels.
func (l *layout) at(c *viewer.Cell) point {
	m := middleOf(l.shape, c)
	return point{l.origin.x + m.x*l.step.x, l.origin.y + m.y*l.step.y}
}

// inner returns the radius of the circle inside a cell.
func (l *layout) inner() float64 {
	if l.shape == viewer.Square {
		return l.size / 2
	}
	return l.step.x / 2
}

// fill is the factor for the size of things in a square, which has more room beside its circle than a hexagon.
func (l *layout) fill() float64 {
	if l.shape == viewer.Square {
		return 1.15
	}
	return 1
}

// outline returns a cell's polygon around a point, with a gap to its neighbours.
func (l *layout) outline(at point) []point {
	if l.shape != viewer.Square {
		return hexagon(at, l.step.x/2*0.955, l.size*0.955)
	}
	gap := l.gap()
	return rectangle(at.x-l.size/2, at.y-l.size/2, l.size-gap, l.size-gap)
}

// gap returns the width of the line between two squares, in whole pixels.
func (l *layout) gap() float64 {
	if l.size < 8 {
		return 0
	}
	return math.Max(1, math.Round(l.size*0.035))
}

// hexagon returns the six corners of a hexagon with a corner at the top. w is the distance from its middle to a side,
// and h that to the top corner.
func hexagon(at point, w, h float64) []point {
	return []point{{at.x, at.y - h}, {at.x + w, at.y - h/2}, {at.x + w, at.y + h/2}, {at.x, at.y + h},
		{at.x - w, at.y + h/2}, {at.x - w, at.y - h/2}}
}
