package picture

import (
	"image/color"

	"blastyard/viewer"
)

// A quantiser finds the colour of a GIF that is nearest to a pixel's. The colours are those of the match, which stay as
// they are, and those half-way between them, which edges of shapes have.
type quantiser struct {
	palette []color.RGBA
	known   map[uint32]byte // numbers of colours found before
	last    uint32
	number  byte
}

// maxColours leaves one number for what is transparent.
const maxColours = transparent

func newQuantiser(t *theme, shape viewer.Shape, players int) *quantiser {
	q := &quantiser{known: map[uint32]byte{}}
	base := append(t.colours(), playerColours(t, shape, players)...)
	for _, c := range base {
		q.take(c)
	}
	own := len(q.palette)
	for _, part := range []float64{0.5} {
		for _, to := range []color.RGBA{t.paper, black, white} {
			for _, c := range q.palette[:own] {
				q.take(mix(c, to, part))
			}
		}
	}
	q.last = rgb(q.palette[0].R, q.palette[0].G, q.palette[0].B)
	return q
}

func rgb(r, g, b byte) uint32 { return uint32(r)<<16 | uint32(g)<<8 | uint32(b) }

// take adds a colour while there is room.
func (q *quantiser) take(c color.RGBA) {
	key := rgb(c.R, c.G, c.B)
	if _, has := q.known[key]; has || len(q.palette) == maxColours {
		return
	}
	q.known[key] = byte(len(q.palette))
	q.palette = append(q.palette, c)
}

// index is the number of the colour nearest to a pixel's, which is three bytes.
func (q *quantiser) index(pixel []byte) byte {
	key := rgb(pixel[0], pixel[1], pixel[2])
	if key == q.last {
		return q.number
	}
	number, has := q.known[key]
	if !has {
		number = q.nearest(int(pixel[0]), int(pixel[1]), int(pixel[2]))
		q.known[key] = number
	}
	q.last, q.number = key, number
	return number
}

func (q *quantiser) nearest(r, g, b int) byte {
	best, least := 0, 1<<30
	for i, c := range q.palette {
		dr, dg, db := int(c.R)-r, int(c.G)-g, int(c.B)-b
		if d := 2*dr*dr + 4*dg*dg + 3*db*db; d < least {
			best, least = i, d
		}
	}
	return byte(best)
}

// colours are all colours of a theme, and those of things that have the same in all themes.
func (t *theme) colours() []color.RGBA {
	return []color.RGBA{
		t.paper, t.ink, t.faint, t.neutral, t.floor, black, white, gold, red, flame, glow, cinder, viewer.AshColour,
		t.brick, mix(t.brick, black, 0.4), t.stone, mix(t.stone, black, 0.45), mix(t.stone, white, 0.3),
		mix(gold, white, 0.75), mix(cinder, black, 0.4), hollow,
	}
}

// playerColours are those of players and what is theirs; after the colours of the palette they come again.
func playerColours(t *theme, shape viewer.Shape, players int) []color.RGBA {
	if players == 0 || players > len(viewer.Palette) {
		players = len(viewer.Palette)
	}
	var all []color.RGBA
	for p := range players {
		o := viewer.OwnerOf(p)
		c := t.ground(o, shape)
		ground, outer, _ := blastColours(o, shape)
		all = append(all, c, patternColour(c), ground, outer)
	}
	return all
}
