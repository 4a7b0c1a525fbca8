package picture

import (
	"image/color"

	"blastyard/game/viewer"
)

// A quantiser finds the colour of a GIF that is nearest to a pixel's. The colours are those of the match, which stay as
// they are, and those half-way between them, which edges of shapes have.
type quantiser struct {
	palette color.Palette        // the first, transparent, lets the picture before shine through
	known   map[color.RGBA]uint8 // places of colours found before: Palette.Index looks through all of them
}

const (
	transparent = 0   // its place in the palette
	maxColours  = 256 // with it
)

func newQuantiser(t *theme, shape viewer.Shape, players int) *quantiser {
	q := &quantiser{palette: color.Palette{color.RGBA{}}, known: map[color.RGBA]uint8{}}
	own := append(t.colours(), playerColours(t, shape, players)...)
	for _, c := range own {
		q.take(c)
	}
	for _, to := range []color.RGBA{t.paper, black, white} {
		for _, c := range own {
			q.take(mix(c, to, 0.5))
		}
	}
	return q
}

// take adds a colour while there is room.
func (q *quantiser) take(c color.RGBA) {
	if _, has := q.known[c]; !has && len(q.palette) < maxColours {
		q.known[c] = uint8(len(q.palette))
		q.palette = append(q.palette, c)
	}
}

// index is the place of the colour nearest to a pixel's.
func (q *quantiser) index(c color.RGBA) uint8 {
	place, has := q.known[c]
	if !has {
		place = uint8(q.palette.Index(c))
		q.known[c] = place
	}
	return place
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
