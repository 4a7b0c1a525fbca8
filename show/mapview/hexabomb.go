// Package mapview shows maps of hexabomb: as frames for terminals and pictures, as a description, and as tiles for
// the editor Tiled.
package mapview

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"blastyard/game/games"
	"blastyard/game/viewer"
	"blastyard/internal/english"
	"blastyard/rules/maps"
)

// Frame returns the frame of a map at the start of a match. Player ids are those of a match: a special player comes
// first.
func Frame(m *maps.Map, name string) (*viewer.Frame, *viewer.Header, error) {
	f := &viewer.Frame{}
	if err := games.PictureMap(f, m); err != nil {
		return nil, nil, err
	}
	return f, viewer.NewHeader(viewer.Header{Game: "hexabomb", Title: filepath.Base(name)}, f), nil
}

// Columns returns how many columns of a terminal a board needs at least. A cell takes two columns, and each row is
// shifted by one.
func Columns(m *maps.Map) int {
	left, right := math.MaxInt, math.MinInt
	for _, c := range m.Cells {
		left, right = min(left, 2*c.Q+c.R), max(right, 2*c.Q+c.R)
	}
	return right - left + 2
}

// Describe describes a map and its starts in some lines.
func Describe(m *maps.Map) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s of %s, %s\n", english.Count(len(m.Cells), "cell"), english.Count(len(m.Starts), "player"),
		english.Count(len(m.Starts[0]), "character"), specialText(m))
	fmt.Fprintf(&b, "symmetry: %s\nfair for: %s\n", maps.SymmetryText(maps.Symmetries(m, len(m.Starts))),
		maps.FairText(maps.FairPlayers(m), len(m.Starts)))
	special := min(1, len(m.SpecialStarts))
	if special > 0 {
		fmt.Fprintf(&b, "%-3s special player: %s\n", viewer.Mark(0), placesText(m.SpecialStarts))
	}
	for p, starts := range m.Starts {
		fmt.Fprintf(&b, "%-3s player %d: %s\n", viewer.Mark(p+special), p, placesText(starts))
	}
	first := slices.MinFunc(m.Cells, func(x, y maps.Coord) int { return x.R - y.R })
	for _, c := range m.Cells {
		if c.R == first.R && c.Q < first.Q {
			first = c
		}
	}
	fmt.Fprintf(&b, "places are (q,r): q grows along a row to the right, r from row to row down to the right;\n"+
		"the first cell of the top row is (%d,%d)\n", first.Q, first.R)
	return b.String()
}

func specialText(m *maps.Map) string {
	if len(m.SpecialStarts) == 0 {
		return "no sudden death"
	}
	return "sudden death with " + english.Count(len(m.SpecialStarts), "special character")
}

func placesText(places []maps.Coord) string {
	var words []string
	for _, c := range places {
		words = append(words, fmt.Sprintf("(%d,%d)", c.Q, c.R))
	}
	return strings.Join(words, " ")
}
