package lettering

import (
	"bytes"
	"encoding/binary"
	"image/color"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/go-text/typesetting/font"
	"golang.org/x/image/font/gofont/goregular"
)

// The paints of a glyph in the table COLR, version 1, as the specification of OpenType writes them.

type paint []byte

func be(values ...any) (out paint) {
	for _, v := range values {
		switch v := v.(type) {
		case byte:
			out = append(out, v)
		case float64: // a fraction with 14 bits
			out = binary.BigEndian.AppendUint16(out, uint16(int16(math.Round(v*(1<<14)))))
		case int16:
			out = binary.BigEndian.AppendUint16(out, uint16(v))
		case uint16:
			out = binary.BigEndian.AppendUint16(out, v)
		case uint32:
			out = binary.BigEndian.AppendUint32(out, v)
		case paint:
			out = append(out, v...)
		default:
			panic(v)
		}
	}
	return out
}

// offset24 is an offset with 24 bits.
func offset24(n int) paint { return paint{byte(n >> 16), byte(n >> 8), byte(n)} }

func solid(index uint16, alpha float64) paint { return be(byte(2), index, alpha) }

// line is a line of colours with stops at 0, at and 1.
func line(at float64, indices ...uint16) paint {
	out := be(byte(0), uint16(len(indices)))
	for i, index := range indices {
		stop := 0.0
		switch {
		case i == len(indices)-1:
			stop = 1
		case i > 0:
			stop = at
		}
		out = append(out, be(stop, index, 1.0)...)
	}
	return out
}

func linear(stops paint) paint {
	p := be(byte(4), offset24(16), int16(0), int16(0), int16(100), int16(0), int16(0), int16(100))
	return append(p, stops...)
}

func radial(stops paint) paint {
	return append(be(byte(6), offset24(16), int16(0), int16(0), uint16(0), int16(0), int16(0), uint16(100)), stops...)
}

func sweep(stops paint) paint {
	return append(be(byte(8), offset24(12), int16(0), int16(0), -1.0, 1.0), stops...)
}

func glyph(id uint16, fill paint) paint { return append(be(byte(10), offset24(6), id), fill...) }

func translate(dx, dy int16, what paint) paint {
	return append(be(byte(14), offset24(8), dx, dy), what...)
}

func scale(by float64, what paint) paint { return append(be(byte(20), offset24(6), by), what...) }

func rotate(by float64, what paint) paint { return append(be(byte(24), offset24(6), by), what...) }

func affine(xx, yx, xy, yy, dx, dy float64, what paint) paint {
	out := be(byte(12), offset24(7+24), offset24(7))
	for _, v := range []float64{xx, yx, xy, yy, dx, dy} {
		out = append(out, be(uint32(int32(math.Round(v*(1<<16)))))...)
	}
	return append(out, what...)
}

func composite(mode byte, source, backdrop paint) paint {
	out := be(byte(32), offset24(8), mode, offset24(8+len(source)))
	return append(append(out, source...), backdrop...)
}

// withColours is a font with tables COLR and CPAL. Its palette is red, green, blue, half transparent white.
func withColours(data []byte, base uint16, root paint, layers ...paint) []byte {
	list := be(uint32(1), base, uint32(10), root) // of base glyphs
	var layerList paint
	at := 4 + 4*len(layers)
	layerList = be(uint32(len(layers)))
	var bodies paint
	for _, l := range layers {
		layerList = append(layerList, be(uint32(at+len(bodies)))...)
		bodies = append(bodies, l...)
	}
	layerList = append(layerList, bodies...)
	colr := be(uint16(1), uint16(0), uint32(0), uint32(0), uint16(0), uint32(34), uint32(34+len(list)), uint32(0), uint32(0), uint32(0))
	colr = append(append(colr, list...), layerList...)
	cpal := be(uint16(0), uint16(4), uint16(1), uint16(4), uint32(14), uint16(0),
		byte(0), byte(0), byte(255), byte(255), byte(0), byte(255), byte(0), byte(255), byte(255), byte(0), byte(0), byte(255),
		byte(255), byte(255), byte(255), byte(128))
	return withTables(data, map[string][]byte{"COLR": colr, "CPAL": cpal})
}

// withTables is a font with more tables.
func withTables(data []byte, more map[string][]byte) []byte {
	n := int(binary.BigEndian.Uint16(data[4:]))
	tables := map[string][]byte{}
	for i := range n {
		r := data[12+16*i:]
		at, size := binary.BigEndian.Uint32(r[8:]), binary.BigEndian.Uint32(r[12:])
		tables[string(r[:4])] = data[at : at+size]
	}
	for name, t := range more {
		tables[name] = t
	}
	names := make([]string, 0, len(tables))
	for name := range tables {
		names = append(names, name)
	}
	slices.Sort(names)
	head := be(uint32(0x10000), uint16(len(names)), uint16(0), uint16(0), uint16(0))
	var body []byte
	for _, name := range names {
		head = append(append(head, name...), be(uint32(0), uint32(12+16*len(names)+len(body)), uint32(len(tables[name])))...)
		body = append(body, tables[name]...)
		for len(body)%4 != 0 {
			body = append(body, 0)
		}
	}
	return append(head, body...)
}

// TestPaintedGlyphs: glyphs that a font paints with version 1 of COLR are drawn in flat colours: solid ones as they are,
// gradients in their mean colour, moved, and one above the other.
func TestPaintedGlyphs(t *testing.T) {
	red, green := color.RGBA{255, 0, 0, 255}, color.RGBA{0, 255, 0, 255}
	const a, b = 36, 37 // glyphs with outlines
	plain := contoursOfFont(t, goregular.TTF, a)
	move := func(f func(Point) Point) (out []Step) {
		out = slices.Clone(plain)
		for i := range out {
			for n := range out[i].Count {
				out[i].Points[n] = f(out[i].Points[n])
			}
		}
		return out
	}
	for name, row := range map[string]struct {
		root    paint
		layers  []paint
		colours []color.RGBA // the zero value: of the text
		first   []Step       // nil: not looked at
	}{
		"solid":                   {root: glyph(a, solid(0, 1)), colours: []color.RGBA{red}, first: plain},
		"half transparent":        {root: glyph(a, solid(0, 0.5)), colours: []color.RGBA{{128, 0, 0, 128}}},
		"alpha of the palette":    {root: glyph(a, solid(3, 1)), colours: []color.RGBA{{128, 128, 128, 128}}},
		"colour of the text":      {root: glyph(a, solid(inkOfText, 1)), colours: []color.RGBA{{}}},
		"linear":                  {root: glyph(a, linear(line(0, 0, 1))), colours: []color.RGBA{{128, 128, 0, 255}}},
		"radial, three stops":     {root: glyph(a, radial(line(0.5, 0, 0, 1))), colours: []color.RGBA{{191, 64, 0, 255}}},
		"sweep":                   {root: glyph(a, sweep(line(0, 1, 2))), colours: []color.RGBA{{0, 128, 128, 255}}},
		"fill that is turned":     {root: glyph(a, rotate(0.5, linear(line(0, 0, 1)))), colours: []color.RGBA{{128, 128, 0, 255}}, first: plain},
		"layers":                  {root: be(byte(1), byte(2), uint32(0)), layers: []paint{glyph(a, solid(0, 1)), glyph(b, solid(1, 1))}, colours: []color.RGBA{red, green}, first: plain},
		"source over":             {root: composite(3, glyph(b, solid(1, 1)), glyph(a, solid(0, 1))), colours: []color.RGBA{red, green}},
		"destination over":        {root: composite(4, glyph(b, solid(1, 1)), glyph(a, solid(0, 1))), colours: []color.RGBA{green, red}},
		"source in":               {root: composite(5, glyph(b, solid(1, 1)), glyph(a, solid(0, 1))), colours: []color.RGBA{green}},
		"multiply":                {root: composite(23, glyph(b, solid(1, 1)), glyph(a, solid(0, 1))), colours: []color.RGBA{red, green}},
		"translated":              {root: translate(10, -20, glyph(a, solid(0, 1))), colours: []color.RGBA{red}, first: move(func(p Point) Point { return Point{p.X + 10, p.Y - 20} })},
		"turned, then moved":      {root: translate(10, 0, rotate(0.5, glyph(a, solid(0, 1)))), colours: []color.RGBA{red}, first: move(func(p Point) Point { return Point{10 - p.Y, p.X} })},
		"moved, then half":        {root: scale(0.5, translate(10, 0, glyph(a, solid(0, 1)))), colours: []color.RGBA{red}, first: move(func(p Point) Point { return Point{(p.X + 10) / 2, p.Y / 2} })},
		"affine":                  {root: affine(1, 0, 0.5, 2, 3, 4, glyph(a, solid(0, 1))), colours: []color.RGBA{red}, first: move(func(p Point) Point { return Point{p.X + p.Y/2 + 3, 2*p.Y + 4} })},
		"of itself":               {root: be(byte(11), uint16(a))},
		"layers that are missing": {root: be(byte(1), byte(9), uint32(5))},
	} {
		face := faceOf(t, withColours(goregular.TTF, a, row.root, row.layers...))
		painted, ok := face.GlyphDataColor(a)
		if !ok {
			t.Errorf("%s: the font has no such paint", name)
			continue
		}
		layers := paintedLayers(face, painted)
		var colours []color.RGBA
		for _, l := range layers {
			if l.Colour == nil {
				colours = append(colours, color.RGBA{})
				continue
			}
			colours = append(colours, *l.Colour)
		}
		if !slices.Equal(colours, row.colours) {
			t.Errorf("%s: %v, expected %v", name, colours, row.colours)
		}
		if row.first != nil && (len(layers) == 0 || !same(layers[0].Contours, row.first)) {
			t.Errorf("%s: the first outline is elsewhere", name)
		}
	}
}

func same(a, b []Step) bool {
	return slices.EqualFunc(a, b, func(x, y Step) bool {
		for n := range x.Count {
			if math.Hypot(x.Points[n].X-y.Points[n].X, x.Points[n].Y-y.Points[n].Y) > 0.01 {
				return false
			}
		}
		return x.Count == y.Count && x.Begin == y.Begin
	})
}

// TestPaintedLine: a letter that only such a font has is drawn by it, and no box.
func TestPaintedLine(t *testing.T) {
	arabic, err := os.ReadFile(filepath.Join("testdata", "NotoSansArabic-Regular.ttf"))
	if err != nil {
		t.Fatal(err)
	}
	id, _ := faceOf(t, goregular.TTF).NominalGlyph('Z')
	folder := t.TempDir()
	coloured := withColours(goregular.TTF, uint16(id), glyph(37, linear(line(0, 0, 1))))
	if err := os.WriteFile(filepath.Join(folder, "emoji.ttf"), coloured, 0o600); err != nil {
		t.Fatal(err)
	}
	drawn := New(arabic, arabic, []string{folder}).Line("ZY", false)
	if len(drawn.Missing) > 0 || len(drawn.Glyphs) != 2 {
		t.Fatalf("%q are missing of %d", drawn.Missing, len(drawn.Glyphs))
	}
	painted, plain := drawn.Glyphs[0].Layers, drawn.Glyphs[1].Layers
	if len(painted) != 1 || painted[0].Colour == nil || *painted[0].Colour != (color.RGBA{128, 128, 0, 255}) {
		t.Errorf("Z is %+v", painted)
	}
	if len(plain) != 1 || plain[0].Colour != nil {
		t.Errorf("Y is %+v, expected the colour of the text", plain)
	}
}

func faceOf(t *testing.T, data []byte) *font.Face {
	t.Helper()
	face, err := font.ParseTTF(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return face
}

func contoursOfFont(t *testing.T, data []byte, id font.GID) []Step {
	t.Helper()
	steps := contoursOf(faceOf(t, data), id)
	if len(steps) == 0 {
		t.Fatal("the glyph has no outline")
	}
	return steps
}
