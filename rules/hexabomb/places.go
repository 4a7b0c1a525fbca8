package hexabomb

// places maps the positions of cells to numbers. On a map as people draw them it is a grid, which is fast; where the
// cells are far apart it is a Go map. The zero value is empty and takes no position.
type places struct {
	min           Coord
	width, height uint64         // of the grid: by Q, by R
	grid          []Cell         // by (Q-min.Q)*height + R-min.R
	far           map[Coord]Cell // instead of the grid
}

const (
	emptyPlace = Cell(MaxCells) // no index of a cell: the largest is one less
	gridFactor = 8              // places of a grid for each cell, at the most
)

// newPlaces returns places for these positions, without a number yet.
func newPlaces(coords []Coord) places {
	if len(coords) == 0 {
		return places{}
	}
	low, high := coords[0], coords[0]
	for _, c := range coords {
		low = Coord{min(low.Q, c.Q), min(low.R, c.R)}
		high = Coord{max(high.Q, c.Q), max(high.R, c.R)}
	}
	// The differences are right for any two integers.
	p := places{min: low, width: uint64(high.Q) - uint64(low.Q) + 1, height: uint64(high.R) - uint64(low.R) + 1}
	most := uint64(len(coords)*gridFactor + 64)
	if p.width == 0 || p.height == 0 || p.width > most || p.height > most || p.width*p.height > most {
		return places{far: make(map[Coord]Cell, len(coords))}
	}
	p.grid = make([]Cell, p.width*p.height)
	for i := range p.grid {
		p.grid[i] = emptyPlace
	}
	return p
}

// set gives a position, which must be among those of newPlaces, a number below emptyPlace.
func (p *places) set(c Coord, n Cell) {
	if p.far != nil {
		p.far[c] = n
		return
	}
	p.grid[uint64(c.Q-p.min.Q)*p.height+uint64(c.R-p.min.R)] = n
}

// at returns the number of a position, if it has one.
func (p *places) at(c Coord) (Cell, bool) {
	if p.far != nil {
		n, ok := p.far[c]
		return n, ok
	}
	q, r := uint64(c.Q-p.min.Q), uint64(c.R-p.min.R)
	if q >= p.width || r >= p.height {
		return emptyPlace, false
	}
	n := p.grid[q*p.height+r]
	return n, n != emptyPlace
}
