package terminal

import (
	"slices"

	"blastyard/game/viewer"
)

// A camera is the visible part of a board: the columns and lines from its origin on, in coordinates of the grid.
type camera struct {
	origin        point
	width, height int
	pan           point // the effective part of the wanted pan
	hidden        int   // cells that are not completely visible
}

// extent returns the size of the picture of the whole board, and its upper left corner.
func extent(f *viewer.Frame, g grid) (corner point, width, height int) {
	if len(f.Cells) == 0 {
		return point{}, 0, 0
	}
	low, high := g.place(&f.Cells[0]), g.place(&f.Cells[0])
	for i := range f.Cells {
		p := g.place(&f.Cells[i])
		low = point{min(low.x, p.x), min(low.y, p.y)}
		high = point{max(high.x, p.x), max(high.y, p.y)}
	}
	s := newStamp(g)
	return point{low.x, low.y - s.top}, high.x - low.x + g.w, high.y - low.y + g.h + s.top + s.bottom
}

// aim points a camera of at most width columns and height lines at the board: at all of it if it fits, otherwise at
// the part with the most cells, moved by pan but kept on the board.
func aim(f *viewer.Frame, g grid, width, height int, pan point) camera {
	corner, w, h := extent(f, g)
	c := camera{origin: corner, width: max(0, min(w, width)), height: max(0, min(h, height))}
	if c.width == w && c.height == h {
		return c
	}
	s := newStamp(g)
	top, bottom := s.top, s.bottom
	ys := make([]int, 0, len(f.Cells))
	for i := range f.Cells {
		ys = append(ys, g.place(&f.Cells[i]).y-top)
	}
	y := keep(fullest(ys, g.h+top+bottom, c.height), corner.y, h-c.height)
	c.origin.y = keep(y+pan.y, corner.y, h-c.height)
	xs := make([]int, 0, len(f.Cells))
	for i := range f.Cells {
		if p := g.place(&f.Cells[i]); p.y-top >= c.origin.y && p.y+g.h+bottom <= c.origin.y+c.height {
			xs = append(xs, p.x)
		}
	}
	x := keep(fullest(xs, g.w, c.width), corner.x, w-c.width)
	c.origin.x = keep(x+pan.x, corner.x, w-c.width)
	c.pan = point{c.origin.x - x, c.origin.y - y}
	for i := range f.Cells {
		p := g.place(&f.Cells[i])
		if p.x < c.origin.x || p.x+g.w > c.origin.x+c.width || p.y < c.origin.y || p.y+g.h > c.origin.y+c.height {
			c.hidden++
		}
	}
	return c
}

func keep(v, low, room int) int { return min(max(v, low), low+max(0, room)) }

// fullest returns the start of the window that contains the most spans. All spans have the same size. Of several such
// windows it returns the middle one.
func fullest(starts []int, size, window int) int {
	if len(starts) == 0 {
		return 0
	}
	slices.Sort(starts)
	best, first, last := -1, 0, 0
	for i, j := 0, 0; i < len(starts); i++ {
		for j < len(starts) && starts[j]+size <= starts[i]+window {
			j++
		}
		if j-i > best {
			best, first = j-i, starts[i]
		}
		if j-i == best {
			last = starts[i]
		}
	}
	// Between the first and the last best start there may be worse ones. Take the middle one of the best.
	middle := first + (last-first)/2
	i, _ := slices.BinarySearch(starts, middle)
	j, _ := slices.BinarySearch(starts, middle+window-size+1)
	if j-i == best {
		return middle
	}
	return first
}
