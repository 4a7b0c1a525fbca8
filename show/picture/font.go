package picture

import (
	"sync"
	"unicode/utf8"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"blastyard/internal/letters"
	"blastyard/show/internal/lettering"
)

// A face is a weight of the Go fonts, which have Latin, Greek and Cyrillic letters. It is safe for concurrent use.
type face struct {
	font   *sfnt.Font
	bold   bool
	others *lettering.Fonts // for texts with other letters; nil: each of those is a box
}

// systemFonts are the fonts of this machine.
var systemFonts = sync.OnceValue(func() *lettering.Fonts {
	return lettering.New(goregular.TTF, gobold.TTF, lettering.Folders())
})

var (
	regularFace = sync.OnceValue(func() face { return newFace(goregular.TTF, false) })
	boldFace    = sync.OnceValue(func() face { return newFace(gobold.TTF, true) })
)

func newFace(data []byte, bold bool) face {
	parsed, err := sfnt.Parse(data)
	if err != nil {
		panic(err) // the font is embedded and valid
	}
	return face{font: parsed, bold: bold}
}

// face returns the font of a weight, with those of the machine where the drawing takes them.
func (d *drawing) face(bold bool) face {
	f := faceOf(bold)
	f.others = d.fonts
	return f
}

// line is a text with letters that the font does not have, placed; nil if it has them all, or there are no other fonts.
func (f face) line(s string) *lettering.Line {
	if f.others == nil || f.has(s) {
		return nil
	}
	return f.others.Line(s, f.bold)
}

// faceOf returns the font of a weight.
func faceOf(bold bool) face {
	if bold {
		return boldFace()
	}
	return regularFace()
}

// has reports whether the font has all of a letter.
func (f face) has(letter string) bool {
	for _, r := range letter {
		if index, err := f.font.GlyphIndex(nil, r); err != nil || index == 0 {
			return false
		}
	}
	return true
}

// advance is how wide a letter is with what belongs to it, in fractions of its size. The box for a letter that the font
// does not have takes a square, as most such letters do.
func (f face) advance(letter string) float64 {
	first, _ := utf8.DecodeRuneInString(letter)
	index, err := f.font.GlyphIndex(nil, first)
	if err != nil || index == 0 {
		return 1
	}
	unit := fixed.I(int(f.font.UnitsPerEm()))
	advance, err := f.font.GlyphAdvance(nil, index, unit, font.HintingNone)
	if err != nil {
		return 0
	}
	return float64(advance) / float64(unit)
}

// width returns the width of clean text as a fraction of its size.
func (f face) width(s string) float64 {
	if line := f.line(s); line != nil {
		return line.Width
	}
	sum := 0.0
	for letter := range letters.All(s) {
		sum += f.advance(letter)
	}
	return sum
}

// sized returns the font at a size in pixels, for one goroutine.
func (f face) sized(size float64) font.Face {
	sized, _ := opentype.NewFace(f.font, &opentype.FaceOptions{Size: size, DPI: 72}) // cannot fail
	return sized
}
