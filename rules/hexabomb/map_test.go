package hexabomb

import (
	"errors"
	"math"
	"testing"
)

// TestFarPlaces: any integers are places, and their order and neighbourhood must not wrap around.
func TestFarPlaces(t *testing.T) {
	m := &Map{Cells: []Coord{{MaxCoord, 0}, {-MaxCoord, 0}, {0, -MaxCoord}, {0, MaxCoord}}, Starts: [][]Coord{{{MaxCoord, 0}}}}
	b, err := NewBoard(m, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	for c := range b.NumCells() - 1 {
		if x, y := b.Coord(Cell(c)), b.Coord(Cell(c+1)); x.Q > y.Q || x.Q == y.Q && x.R >= y.R {
			t.Errorf("cell %d at %v stands before cell %d at %v", c, x, c+1, y)
		}
	}
	if d := (Coord{-MaxCoord, -MaxCoord}).Distance(Coord{MaxCoord, MaxCoord}); d != 4*MaxCoord {
		t.Errorf("distance %d, want %d", d, 4*MaxCoord)
	}
	for _, c := range []Coord{{MaxCoord + 1, 0}, {0, -MaxCoord - 1}, {math.MinInt, 0}, {0, math.MaxInt}} {
		far := &Map{Cells: []Coord{{}, c}, Starts: [][]Coord{{{}}}}
		if _, err := NewBoard(far, 1, 0); !errors.Is(err, ErrMap) {
			t.Errorf("a cell at %v: %v, want an error that is ErrMap", c, err)
		}
	}
}
