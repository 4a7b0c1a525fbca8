package hexabomb

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// TestPlaces: grid and map find what was set, and nothing else, wherever the positions are.
func TestPlaces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		near, far := rapid.IntRange(-9, 9), rapid.SampledFrom([]int{math.MinInt, -MaxCoord, -1, 0, 1, 70000, MaxCoord, math.MaxInt})
		number := rapid.OneOf(near, near, far)
		if rapid.Bool().Draw(t, "near") {
			number = near
		}
		coord := rapid.Custom(func(t *rapid.T) Coord { return Coord{number.Draw(t, "q"), number.Draw(t, "r")} })
		coords := rapid.SliceOfN(coord, 0, 40).Draw(t, "coords")
		p := newPlaces(coords)
		want := map[Coord]Cell{}
		for i, c := range coords {
			if i%3 < 2 {
				p.set(c, Cell(i))
				want[c] = Cell(i)
			}
		}
		for _, c := range append(coords, rapid.SliceOf(coord).Draw(t, "others")...) {
			n, ok := p.at(c)
			if w, has := want[c]; ok != has || ok && n != w {
				t.Fatalf("at %v: %d, %v, expected %d, %v", c, n, ok, w, has)
			}
		}
	})
}
