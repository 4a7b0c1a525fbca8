package picture

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"strings"
	"testing"

	"blastyard/game/viewer"
	"blastyard/internal/stage"
)

func pngOf(tb testing.TB, header *viewer.Header, f *viewer.Frame, o Options) image.Image {
	tb.Helper()
	var b bytes.Buffer
	if err := PNG(&b, header, f, o); err != nil {
		tb.Fatal(err)
	}
	img, err := png.Decode(&b)
	if err != nil {
		tb.Fatal(err)
	}
	return img
}

func layoutOf(tb testing.TB, f *viewer.Frame, o Options) layout {
	tb.Helper()
	p, err := newPainter(nil, f, o)
	if err != nil {
		tb.Fatal(err)
	}
	return p.layout
}

// checkPixel checks a pixel near the middle of a cell. dx and dy are in radii of the circle inside the cell.
func checkPixel(t *testing.T, what string, img image.Image, f *viewer.Frame, o Options, cell int, dx, dy float64, want color.RGBA) {
	t.Helper()
	l := layoutOf(t, f, o)
	at := l.at(&f.Cells[cell])
	got := color.RGBAModel.Convert(img.At(int(at.x+dx*l.inner()), int(at.y+dy*l.inner())))
	if got != want {
		t.Errorf("%s: cell %d is %v, expected %v", what, cell, got, want)
	}
}

func TestPNGColours(t *testing.T) {
	stage.Plain(t, "draws many pixels")
	for _, o := range []Options{{}, {Dark: true}, {Width: 200}, {Width: 1500, Standings: true}} {
		f := smallHexagons()
		img := pngOf(t, nil, f, o)
		th := themeOf(o)
		if got := img.Bounds().Dx(); got != o.withDefaults().Width {
			t.Errorf("%+v: the picture is %d wide", o, got)
		}
		if got := color.RGBAModel.Convert(img.At(1, 1)); got != th.paper {
			t.Errorf("%+v: the paper is %v", o, got)
		}
		blast, _, core := blastColours(2, true)
		ash, _, ashCore := blastColours(viewer.Neutral, true)
		checkPixel(t, "owner", img, f, o, 4, -0.85, 0, viewer.OwnerOf(0).Colour())
		checkPixel(t, "owner", img, f, o, 1, -0.86, 0.1, viewer.OwnerOf(1).Colour())
		checkPixel(t, "blast", img, f, o, 5, -0.9, 0, blast)
		checkPixel(t, "blast", img, f, o, 5, 0, 0, core)
		checkPixel(t, "ash", img, f, o, 2, -0.9, 0, ash)
		checkPixel(t, "ash", img, f, o, 2, 0, 0, ashCore)
	}
}

func TestPNGSquares(t *testing.T) {
	for _, o := range []Options{{}, {Dark: true}} {
		f := smallSquares()
		img := pngOf(t, nil, f, o)
		th := themeOf(o)
		ground, _, core := blastColours(viewer.Neutral, false)
		checkPixel(t, "stone", img, f, o, 0, 0, 0, th.stone)
		checkPixel(t, "brick", img, f, o, 1, 0.2, 0.05, th.brick)
		checkPixel(t, "floor", img, f, o, 2, 0, 0, th.floor)
		checkPixel(t, "floor beside an item", img, f, o, 3, -0.8, -0.8, th.floor)
		checkPixel(t, "the tile of an item", img, f, o, 4, -0.45, -0.45, mix(gold, white, 0.75))
		checkPixel(t, "the super power-up", img, f, o, 5, 0, 0, gold)
		checkPixel(t, "blast", img, f, o, 8, -0.9, -0.9, ground)
		checkPixel(t, "blast", img, f, o, 8, 0, 0, core)
	}
}

func TestOwnersOfEmptyCells(t *testing.T) {
	stage.Plain(t, "draws many pixels")
	f := crowd()
	f.Tokens = nil
	o := Options{Width: 1200}
	img := pngOf(t, nil, f, o)
	for i := range len(viewer.Palette) {
		checkPixel(t, "owner", img, f, o, i, 0, 0, viewer.Palette[i])
	}
}

// TestPlayersDiffer: no two of 144 players have the same colour and pattern.
func TestPlayersDiffer(t *testing.T) {
	stage.Plain(t, "draws many pixels")
	f := &viewer.Frame{}
	const players = patterns * len(viewer.Palette)
	for i := range players {
		f.Cells = append(f.Cells, viewer.Cell{X: i%12 - i/12/2, Y: i / 12, Owner: viewer.OwnerOf(i)})
	}
	for _, o := range []Options{{Width: 600, Patterns: true}, {Width: 600}} {
		img := pngOf(t, nil, f, o)
		l := layoutOf(t, f, o)
		seen := map[string]int{}
		for i := range f.Cells {
			at, r := l.at(&f.Cells[i]), int(0.6*l.inner())
			var pixels []byte
			for y := int(at.y) - r; y <= int(at.y)+r; y++ {
				for x := int(at.x) - r; x <= int(at.x)+r; x++ {
					c := color.RGBAModel.Convert(img.At(x, y)).(color.RGBA)
					pixels = append(pixels, c.R, c.G, c.B)
				}
			}
			if other, has := seen[string(pixels)]; has {
				t.Errorf("%+v: players %d and %d look the same", o, other, i)
			}
			seen[string(pixels)] = i
		}
	}
}

func TestOddPictures(t *testing.T) {
	stage.Plain(t, "draws many pixels")
	frames := oddFrames()
	frames["crowd"] = crowd()
	for name, f := range frames {
		for _, o := range []Options{{Width: 64, Standings: true}, {Width: 700, Standings: true, Patterns: true, Coordinates: true}, {Width: 333, Dark: true}} {
			size := pngOf(t, nil, f, o).Bounds().Size()
			if size.X != o.Width || size.Y < 8 || size.Y > 2*o.Width {
				t.Errorf("%s: the picture is %v", name, size)
			}
		}
	}
}

func TestEverythingLiesInThePicture(t *testing.T) {
	frames := oddFrames()
	delete(frames, "far away") // numbers beyond 2^53 are not exact
	frames["hexagons"], frames["squares"], frames["crowd"] = smallHexagons(), smallSquares(), crowd()
	for name, f := range frames {
		for _, o := range []Options{{Width: 64}, {Width: 777, Standings: true}, {Width: 2000}} {
			l := layoutOf(t, f, o)
			for i := range f.Cells {
				for _, c := range l.outline(l.at(&f.Cells[i])) {
					right := float64(l.width)
					if l.column > 0 {
						right = l.column
					}
					if !(c.x >= 0 && c.x <= right && c.y >= l.header && c.y <= float64(l.height)) {
						t.Fatalf("%s, %+v: cell %d reaches %v of %dx%d", name, o, i, c, l.width, l.height)
					}
				}
			}
		}
	}
}

func TestAThousandPlayersSayHowManyAreLeftOut(t *testing.T) {
	f := crowd()
	l := layoutOf(t, f, Options{Standings: true})
	if l.rows < wantedRows || l.rows > 30 {
		t.Errorf("%d rows", l.rows)
	}
	d, err := drawOne(nil, f, Options{Standings: true})
	if err != nil {
		t.Fatal(err)
	}
	names, more := 0, ""
	for _, s := range d.shapes {
		if s, is := s.(text); is {
			switch {
			case strings.HasPrefix(s.s, "player "):
				names++
			case strings.HasPrefix(s.s, "and "):
				more = s.s
			}
		}
	}
	if names != l.rows-1 || more != fmt.Sprintf("and %d more", 1000-names) {
		t.Errorf("%d names of %d rows, then %q", names, l.rows, more)
	}
}

// TestPatternsAreThoseOfThePage: the page has the same number of patterns, for the same players. Each but the first
// is visible.
func TestPatternsAreThoseOfThePage(t *testing.T) {
	source, err := os.ReadFile("../web/src/palette.ts")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		fmt.Sprintf("export const patterns = %d;", patterns), "return (look + Math.floor(look / players.length)) % patterns;",
	} {
		if !strings.Contains(string(source), want) {
			t.Errorf("the page's palette does not say %s", want)
		}
	}
	outline := regular(6, point{50, 50}, 20, 0)
	for look := range patterns {
		marks := pattern(patternOf(viewer.OwnerOf(look)), outline, point{50, 50}, 17)
		if (len(marks) > 0) != (look > 0) {
			t.Errorf("pattern %d has %d marks", look, len(marks))
		}
		for _, m := range marks {
			for _, p := range m {
				if math.Hypot(p.x-50, p.y-50) > 20.01 {
					t.Errorf("pattern %d leaves its cell: %v", look, p)
				}
			}
		}
	}
}
