package picture

import (
	"image"
	"math"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestClean(t *testing.T) {
	for _, c := range [][2]string{
		{"plain", "plain"}, {"", ""}, {" \t\n ", ""}, {"a\tb\nc", "a b c"}, {"\x1b[31mred\x00", "[31mred"}, {"\u202eltr\u200f\u200b", "ltr"},
		{"e\u0301\u0301", "é\u0301"}, {"Jose\u0301", "José"}, {"👩\u200d🚀", "👩\u200d🚀"}, {"हिन्दी", "हिन्दी"}, {"فريق", "فريق"}, {"é日本", "é日本"}, {"\xff?", "??"}, {"\u009b2J", "2J"}, {"\ufeffx\ufffe", "x"},
	} {
		if got := clean(c[0]); got != c[1] {
			t.Errorf("clean(%q) is %q, expected %q", c[0], got, c[1])
		}
	}
	if got := clean(strings.Repeat("漢", 1<<20)); len(got) > maxText || !utf8.ValidString(got) {
		t.Errorf("a long name is %d bytes long", len(got))
	}
}

func TestFit(t *testing.T) {
	f := boldFace()
	for _, name := range append(hostileNames, "a name", "W", "wider than that") {
		name = clean(name)
		for _, width := range []float64{0, 0.5, 1, 3, 8, 1e6} {
			got := f.fit(name, width)
			if w := f.width(got); w > width {
				t.Errorf("%q cut to %v is %v wide", name, width, w)
			}
			if f.width(name) <= width && got != name {
				t.Errorf("%q was cut to %q though it fits into %v", name, got, width)
			}
			if got != name && got != "" && !strings.HasSuffix(got, "…") {
				t.Errorf("%q was cut to %q", name, got)
			}
		}
	}
}

// TestFonts: both weights have the letters of European alphabets. Other letters take a square.
func TestFonts(t *testing.T) {
	for name, f := range map[string]face{"regular": regularFace(), "bold": boldFace()} {
		for _, r := range "!0129:;<=>?@ABCXYZ[]^_`abcxyz{|}~ßñŁéΩЖы…" {
			index, err := f.font.GlyphIndex(nil, r)
			if w := f.advance(string(r)); err != nil || index == 0 || w < 0.15 || w > 1.1 {
				t.Errorf("%s: %c is %v wide, glyph %d, %v", name, r, w, index, err)
			}
		}
		for _, letter := range []string{"日", "👩\u200d🚀", "न्"} {
			if w := f.advance(letter); w != 1 || f.has(letter) {
				t.Errorf("%s: a letter that is not there is %v wide", name, w)
			}
		}
		bounds, _, _ := f.sized(1000).GlyphBounds('H')
		if high := float64(-bounds.Min.Y.Round()) / 1000; math.Abs(high-capital) > 0.02 {
			t.Errorf("%s: capital letters are %v high", name, high)
		}
	}
	if regularFace().width("hello") >= boldFace().width("hello") {
		t.Error("bold is not wider")
	}
}

// TestLabelsAreCentred: a label is centred in both directions, even if it is made smaller or if its letters are
// missing in the font.
func TestLabelsAreCentred(t *testing.T) {
	for _, label := range []string{"A", "H2", "B12", "Ж", "日", "日日"} {
		for _, size := range []float64{8, 12, 17.5, 60} {
			d := drawing{width: 100, height: 100, ground: white}
			d.label(text{fill: black, at: point{50, 50}, size: size, bold: true, s: label}, 60)
			var r raster
			img := r.draw(&d)
			ink := image.Rectangle{Min: img.Rect.Max}
			for y := range 100 {
				for x := range 100 {
					if img.RGBAAt(x, y).R < 240 {
						ink = image.Rect(min(ink.Min.X, x), min(ink.Min.Y, y), max(ink.Max.X, x+1), max(ink.Max.Y, y+1))
					}
				}
			}
			beside, above := ink.Min.X+ink.Max.X-100, ink.Min.Y+ink.Max.Y-100
			if most := 1 + int(size/10); ink.Empty() || max(beside, -beside) > most || max(above, -above) > most {
				t.Errorf("%s, size %v: the ink is %v, expected it in the middle of 100 by 100", label, size, ink)
			}
		}
	}
}

// TestLettersAreSolid: the strokes of a letter are filled and its hole is not.
func TestLettersAreSolid(t *testing.T) {
	d := drawing{width: 100, height: 100, ground: white}
	d.add(text{fill: black, at: point{50, 86}, anchor: middle, size: 100, bold: true, s: "O"})
	var r raster
	img := r.draw(&d)
	dark := func(x, y int) bool { return img.RGBAAt(x, y) == black }
	if dark(50, 50) || dark(2, 50) || !dark(50, 18) || !dark(50, 82) {
		t.Error("an O is no ring")
	}
	if img.Rect != image.Rect(0, 0, 100, 100) {
		t.Errorf("the picture is %v", img.Rect)
	}
}

func TestClip(t *testing.T) {
	square := rectangle(0, 0, 2, 2)
	for _, c := range []struct {
		nx, ny, limit, area float64
	}{{1, 0, 1, 2}, {1, 0, 3, 4}, {1, 0, -1, 0}, {1, 1, 2, 2}, {-1, 0, -0.5, 3}, {0, 1, 2, 4}} {
		if got := areaOf(clip(square, c.nx, c.ny, c.limit)); math.Abs(got-c.area) > 1e-9 {
			t.Errorf("%+v: area %v", c, got)
		}
	}
}

func areaOf(polygon []point) float64 {
	sum := 0.0
	for i, p := range polygon {
		q := polygon[(i+1)%len(polygon)]
		sum += p.x*q.y - q.x*p.y
	}
	return math.Abs(sum) / 2
}
