package picture

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"blastyard/game/viewer"
	"blastyard/internal/stage"
	"blastyard/show/internal/meaning"
)

// TestPicturesSayWhatTheFrameHolds: for four games, cells that hold something else look different, in the shapes of an
// SVG and in the pixels of a PNG; and beside the board there are all names and figures.
func TestPicturesSayWhatTheFrameHolds(t *testing.T) {
	stage.Plain(t, "draws 200 pictures, one after the other")
	for name, match := range meaning.Matches(t) {
		t.Run(name, func(t *testing.T) {
			o := Options{Width: 1500, Standings: true}
			if match.Frames[0].Shape == viewer.Tree {
				if _, err := Image(match.Header, match.Frames[0], o); err == nil {
					t.Error("there is a picture of a game without a board")
				}
				return
			}
			var shapes, pixels meaning.Book
			for _, f := range match.Frames {
				p, err := newPainter(match.Header, f, o)
				if err != nil {
					t.Fatal(err)
				}
				drawn := p.draw(f)
				checkFigures(t, f, string(drawn.svg()))
				looks := shapesByCell(p, f, drawn)
				image, err := Image(match.Header, f, o)
				if err != nil {
					t.Fatal(err)
				}
				for i, holds := range meaning.Cells(f) {
					shapes.Add(holds, looks[i])
					at, r := p.layout.at(&f.Cells[i]), p.layout.inner()*0.92
					var look strings.Builder
					for y := -r; y <= r; y++ {
						for x := -r; x <= r; x++ {
							if math.Hypot(x, y) > r {
								continue // it may be a neighbour's
							}
							c := image.RGBAAt(int(math.Round(at.x+x)), int(math.Round(at.y+y)))
							look.Write([]byte{c.R, c.G, c.B})
						}
					}
					pixels.Add(holds, look.String())
				}
			}
			shapes.Check(t, meaning.Least[name])
			pixels.Check(t, meaning.Least[name])
		})
	}
}

// checkFigures: each player's name, score and columns are in a picture.
func checkFigures(t *testing.T, f *viewer.Frame, svg string) {
	t.Helper()
	for i := range f.Players {
		row := &f.Players[i]
		want := []string{">" + row.Name + "<", fmt.Sprintf(">%d<", row.Score)}
		for c := range f.Legend.Columns {
			want = append(want, f.Legend.Say(phrase(&f.Legend.Columns[c]), row))
		}
		for _, text := range want {
			if !strings.Contains(svg, text) {
				t.Fatalf("turn %d: there is no %q about %s", f.Turn, text, row.Name)
			}
		}
	}
}

// shapesByCell returns the shapes on each cell as text, relative to the cell.
func shapesByCell(p *painter, f *viewer.Frame, d *drawing) []string {
	looks := make([][]string, len(f.Cells))
	add := func(at point, format string, args ...any) {
		for i := range f.Cells {
			c := p.layout.at(&f.Cells[i])
			if math.Hypot(at.x-c.x, at.y-c.y) < p.layout.inner() {
				looks[i] = append(looks[i], fmt.Sprintf("%.1f,%.1f ", at.x-c.x, at.y-c.y)+fmt.Sprintf(format, args...))
			}
		}
	}
	for _, s := range d.shapes {
		switch s := s.(type) {
		case area:
			for _, polygon := range s.polygons {
				add(centre(polygon), "%d corners in %v", len(polygon), s.fill)
			}
		case circle:
			add(s.middle, "circle of %.1f in %v", s.radius, s.fill)
		case text:
			add(s.at, "%s in %v", s.s, s.fill)
		}
	}
	all := make([]string, len(looks))
	for i := range looks {
		slices.Sort(looks[i])
		all[i] = strings.Join(looks[i], "\n")
	}
	return all
}
