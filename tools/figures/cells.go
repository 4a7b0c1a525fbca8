package main

import (
	"fmt"
	"math"
	"strconv"

	"blastyard/train/observe"
)

// Sizes of the picture of numbered cells, in pixels.
const (
	cellRadius = 34
	cellMargin = 46
)

// directions name the neighbours of a cell of hexabomb in the order of observe.Spec.Neighbours.
var directions = [...]string{"x+", "y+", "z+", "x-", "y-", "z-"}

// drawCells draws the board with the number of each cell. One cell and its neighbours are dark, with the directions.
func (x *position) drawCells() file {
	centre := centreOf(x.spec)
	low, high := x.middle(0), x.middle(0)
	for c := range x.spec.Cells {
		at := x.middle(c)
		low = [2]float64{min(low[0], at[0]), min(low[1], at[1])}
		high = [2]float64{max(high[0], at[0]), max(high[1], at[1])}
	}
	b := beginSVG(int(high[0]-low[0])+2*cellMargin, int(high[1]-low[1])+2*cellMargin, "The numbers of cells")
	for c := range x.spec.Cells {
		value, below := byte(0), ""
		if c == centre {
			value = 255
		}
		for d, next := range x.spec.Neighbours[centre] {
			if c == next {
				value, below = 120, directions[d]
			}
		}
		at := x.middle(c)
		left, top := at[0]-low[0]+cellMargin, at[1]-low[1]+cellMargin
		fmt.Fprint(b, `<path d="`)
		for i := range 6 {
			sin, cos := math.Sincos(math.Pi * (float64(i)/3 + 1./6))
			fmt.Fprintf(b, "%c%.1f %.1f", "MLLLLL"[i], left+(cellRadius-1)*cos, top+(cellRadius-1)*sin)
		}
		fmt.Fprintf(b, "Z\" fill=\"%s\"/>\n", shade(value))
		up := 5.
		if below != "" {
			up = 0
			middle(b, left, top+17, 13, ink(value), below)
		}
		middle(b, left, top+up, 16, ink(value), strconv.Itoa(c))
	}
	b.WriteString("</svg>\n")
	return file{x.name + "-cells.svg", b.Bytes()}
}

// middle is where the middle of a cell lies.
func (x *position) middle(cell int) [2]float64 {
	q, r := float64(x.spec.Places[cell][0]), float64(x.spec.Places[cell][1])
	return [2]float64{cellRadius * math.Sqrt(3) * (q + r/2), cellRadius * 1.5 * r}
}

// centreOf is the first cell that has all its neighbours, as have all of theirs.
func centreOf(s *observe.Spec) int {
	full := func(c int) bool {
		for _, next := range s.Neighbours[c] {
			if next < 0 {
				return false
			}
		}
		return true
	}
	for c := range s.Cells {
		inner := full(c)
		for _, next := range s.Neighbours[c] {
			inner = inner && full(next)
		}
		if inner {
			return c
		}
	}
	return 0
}
