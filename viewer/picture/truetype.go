package picture

import (
	"encoding/binary"
	"sync"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
)

// A face is the letters of a font, in fractions of its size.
type face struct {
	glyphs  map[rune]*glyph
	missing *glyph // the box that stands for a letter that the font does not have
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
	regularFace = sync.OnceValue(func() *face { return readTrueType(goregular.TTF) })
	boldFace    = sync.OnceValue(func() *face { return readTrueType(gobold.TTF) })
)

// A trueType reads the tables of the fonts that are part of the program, so it trusts them.
type trueType struct {
	tables   map[string][]byte
	longLoca bool
	metrics  int // glyphs with an advance of their own
	scale    float64
}

func u16(b []byte, at int) int { return int(binary.BigEndian.Uint16(b[at:])) }
func i16(b []byte, at int) int { return int(int16(u16(b, at))) }
func u32(b []byte, at int) int { return int(binary.BigEndian.Uint32(b[at:])) }

func readTrueType(data []byte) *face {
	t := trueType{tables: map[string][]byte{}}
	for i := range u16(data, 4) {
		entry := data[12+16*i:]
		start := u32(entry, 8)
		t.tables[string(entry[:4])] = data[start : start+u32(entry, 12)]
	}
	t.longLoca = u16(t.tables["head"], 50) == 1
	t.metrics = u16(t.tables["hhea"], 34)
	t.scale = 1 / float64(u16(t.tables["head"], 18))
	f := face{glyphs: map[rune]*glyph{}, missing: t.glyph(0)}
	t.eachRune(func(r rune, index int) { f.glyphs[r] = t.glyph(index) })
	return &f
}

// eachRune calls f with every letter of the Unicode table, which has format 4: segments of letters that follow each other.
func (t *trueType) eachRune(f func(r rune, index int)) {
	cmap := t.tables["cmap"]
	for i := range u16(cmap, 2) {
		if table := cmap[u32(cmap, 8+8*i):]; u16(cmap, 4+8*i) == 3 && u16(table, 0) == 4 {
			cmap = table
			break
		}
	}
	n := u16(cmap, 6) // twice the segments
	for s := 0; s < n; s += 2 {
		end, start, delta, offset := u16(cmap, 14+s), u16(cmap, 16+n+s), u16(cmap, 16+2*n+s), u16(cmap, 16+3*n+s)
		for c := start; c <= end && c < 0xffff; c++ {
			index := c + delta
			if offset != 0 {
				if index = u16(cmap, 16+3*n+s+offset+2*(c-start)); index != 0 {
					index += delta
				}
			}
			if index &= 0xffff; index != 0 {
				f(rune(c), index)
			}
		}
	}
}

func (t *trueType) glyph(index int) *glyph {
	g := &glyph{advance: t.scale * float64(u16(t.tables["hmtx"], 4*min(index, t.metrics-1)))}
	for _, curve := range t.curves(index) {
		for i := range curve {
			curve[i].x, curve[i].y = t.scale*curve[i].x, -t.scale*curve[i].y
		}
		g.curves = append(g.curves, curve)
	}
	return g
}

// curves are a glyph's outline in the font's units, y counting upwards.
func (t *trueType) curves(index int) [][]knot {
	loca := t.tables["loca"]
	var start, end int
	if t.longLoca {
		start, end = u32(loca, 4*index), u32(loca, 4*index+4)
	} else {
		start, end = 2*u16(loca, 2*index), 2*u16(loca, 2*index+2)
	}
	data := t.tables["glyf"][start:end]
	switch {
	case len(data) == 0:
		return nil
	case i16(data, 0) < 0:
		return t.compound(data[10:])
	}
	return simpleCurves(data[10:], i16(data, 0))
}

// Flags of the points of a simple glyph.
const (
	onCurve = 1 << iota
	shortX
	shortY
	repeated
	sameX // or positive, where short
	sameY
)

func simpleCurves(data []byte, curves int) [][]knot {
	points := u16(data, 2*curves-2) + 1
	ends := data
	data = data[2*curves+2+u16(data, 2*curves):] // past the instructions
	flags := make([]byte, 0, points)
	for len(flags) < points {
		flag, times := data[0], 1
		data = data[1:]
		if flag&repeated != 0 {
			times += int(data[0])
			data = data[1:]
		}
		for range times {
			flags = append(flags, flag)
		}
	}
	knots := make([]knot, points)
	read := func(short, same byte, set func(k *knot, v int)) {
		value := 0
		for i, flag := range flags {
			switch {
			case flag&short != 0:
				if flag&same != 0 {
					value += int(data[0])
				} else {
					value -= int(data[0])
				}
				data = data[1:]
			case flag&same == 0:
				value += i16(data, 0)
				data = data[2:]
			}
			set(&knots[i], value)
		}
	}
	read(shortX, sameX, func(k *knot, v int) { k.x = float64(v) })
	read(shortY, sameY, func(k *knot, v int) { k.y = float64(v) })
	for i, flag := range flags {
		knots[i].on = flag&onCurve != 0
	}
	var all [][]knot
	first := 0
	for i := range curves {
		end := u16(ends, 2*i) + 1
		all = append(all, knots[first:end])
		first = end
	}
	return all
}

// Flags of the parts of a compound glyph.
const (
	wordArguments  = 0x1
	oneScale       = 0x8
	moreParts      = 0x20
	twoScales      = 0x40
	scalesAndTurns = 0x80
)

// compound puts glyphs together: a letter and its accent. The fonts move the parts and do not scale them.
func (t *trueType) compound(data []byte) [][]knot {
	var all [][]knot
	for {
		flags, index := u16(data, 0), u16(data, 2)
		dx, dy := int(int8(data[4])), int(int8(data[5]))
		next := 6
		if flags&wordArguments != 0 {
			dx, dy, next = i16(data, 4), i16(data, 6), 8
		}
		switch {
		case flags&oneScale != 0:
			next += 2
		case flags&twoScales != 0:
			next += 4
		case flags&scalesAndTurns != 0:
			next += 8
		}
		for _, curve := range t.curves(index) {
			for i := range curve {
				curve[i].x += float64(dx)
				curve[i].y += float64(dy)
			}
			all = append(all, curve)
		}
		if flags&moreParts == 0 {
			return all
		}
		data = data[next:]
	}
}
