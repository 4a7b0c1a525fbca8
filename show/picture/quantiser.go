package picture

import (
	"image/color"

	"blastyard/game/viewer"
)

// A quantiser finds the GIF colour that is nearest to a pixel's colour. The GIF colours are those of the match, and
// those half-way between two of them, which occur at the edges of shapes.
type quantiser struct {
	palette color.Palette        // the first colour is transparent and shows the previous picture
	known   map[color.RGBA]uint8 // cache of palette indexes, because Palette.Index searches all colours
}

const (
	transparent = 0   // index in the palette
	maxColours  = 256 // including transparent
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

// take adds a colour if there is room.
func (q *quantiser) take(c color.RGBA) {
	if _, has := q.known[c]; !has && len(q.palette) < maxColours {
		q.known[c] = uint8(len(q.palette))
		q.palette = append(q.palette, c)
	}
}

// index returns the index of the colour nearest to a pixel's.
func (q *quantiser) index(c color.RGBA) uint8 {
	place, has := q.known[c]
	if !has {
		place = uint8(q.palette.Index(c))
		q.known[c] = place
	}
	return place
}

// colours returns all colours of a theme, and those of things that are the same in all themes.
func (t *theme) colours() []color.RGBA {
	return []color.RGBA{
		t.paper, t.ink, t.faint, t.neutral, t.floor, black, white, gold, red, flame, glow, cinder, viewer.AshColour,
		t.brick, mix(t.brick, black, 0.4), t.stone, mix(t.stone, black, 0.45), mix(t.stone, white, 0.3),
		mix(gold, white, 0.75), mix(cinder, black, 0.4), hollow,
	}
}

// playerColours returns the colours of players and of their things. The palette's colours repeat.
func playerColours(t *theme, shape viewer.Shape, players int) []color.RGBA {
	if players == 0 || players > len(viewer.Palette) {
		players = len(viewer.Palette)
	}
	var all []color.RGBA
	for p := range players {
		o := viewer.OwnerOf(p)
		c := t.ground(o, shape)
		ground, outer, _ := blastColours(o, true)
		all = append(all, c, patternColour(c), ground, outer)
	}
	return all
}
