package picture

import (
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// A face is the letters of a font, in fractions of its size. It is safe for concurrent use.
type face struct {
	font *sfnt.Font
	size fixed.Int26_6 // at which glyphs are read: one pixel a unit of the font

	mu     sync.Mutex
	buffer sfnt.Buffer
	glyphs map[rune]*glyph // read so far; nil: the font does not have it
	box    *glyph          // that stands for a letter that the font does not have
}

// A glyph is a letter's outline: y counts downwards from the baseline.
type glyph struct {
	advance float64
	curves  [][]knot
}

// A knot is a point of a closed curve: on it, or the control point of a quadratic one.
type knot struct {
	point
	on bool
}

var (
	regularFace = sync.OnceValue(func() *face { return newFace(goregular.TTF) })
	boldFace    = sync.OnceValue(func() *face { return newFace(gobold.TTF) })
)

func newFace(data []byte) *face {
	parsed, err := sfnt.Parse(data)
	if err != nil {
		panic(err) // the fonts are part of the program
	}
	f := &face{font: parsed, size: fixed.I(int(parsed.UnitsPerEm())), glyphs: map[rune]*glyph{}}
	f.box = f.read(0)
	return f
}

// glyph is a letter and its width in fractions of the size. A letter that the font does not have is a box as wide as it
// is high, as most such letters are.
func (f *face) glyph(r rune) (*glyph, float64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	g, known := f.glyphs[r]
	if !known {
		if index, err := f.font.GlyphIndex(&f.buffer, r); err == nil && index != 0 {
			g = f.read(index)
		}
		f.glyphs[r] = g
	}
	if g == nil {
		return f.box, 1
	}
	return g, g.advance
}

func (f *face) read(index sfnt.GlyphIndex) *glyph {
	g := &glyph{}
	advance, err := f.font.GlyphAdvance(&f.buffer, index, f.size, font.HintingNone)
	if err != nil {
		return g
	}
	g.advance = f.fraction(advance)
	segments, err := f.font.LoadGlyph(&f.buffer, index, f.size, nil)
	if err != nil {
		return g
	}
	for _, s := range segments {
		if s.Op == sfnt.SegmentOpMoveTo {
			g.curves = append(g.curves, nil)
		}
		last := len(g.curves) - 1
		if s.Op == sfnt.SegmentOpQuadTo {
			g.curves[last] = append(g.curves[last], f.knot(s.Args[0], false), f.knot(s.Args[1], true))
		} else {
			g.curves[last] = append(g.curves[last], f.knot(s.Args[0], true))
		}
	}
	return g
}

func (f *face) knot(p fixed.Point26_6, on bool) knot {
	return knot{point{f.fraction(p.X), f.fraction(p.Y)}, on}
}

func (f *face) fraction(x fixed.Int26_6) float64 { return float64(x) / float64(f.size) }
