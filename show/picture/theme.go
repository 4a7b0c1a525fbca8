package picture

import (
	"image/color"

	"blastyard/game/viewer"
)

// A theme contains the colours of a picture that do not belong to players.
type theme struct {
	paper   color.RGBA // around the board
	ink     color.RGBA // of text
	faint   color.RGBA // of secondary text
	neutral color.RGBA // of hexagons without an owner
	floor   color.RGBA // of free squares
	stone   color.RGBA
	brick   color.RGBA
}

var (
	black  = color.RGBA{0x10, 0x12, 0x16, 255}
	white  = color.RGBA{0xff, 0xff, 0xff, 255}
	gold   = color.RGBA{0xff, 0xd0, 0x3a, 255}
	red    = color.RGBA{0xc4, 0x1e, 0x1e, 255}
	flame  = color.RGBA{0xf2, 0x7d, 0x16, 255}
	glow   = color.RGBA{0xff, 0xe4, 0x7a, 255}
	cinder = color.RGBA{0x50, 0x54, 0x5c, 255}

	light = theme{
		paper:   white,
		ink:     black,
		faint:   color.RGBA{0x5c, 0x63, 0x70, 255},
		neutral: color.RGBA{0xd6, 0xda, 0xe2, 255},
		floor:   color.RGBA{0xe4, 0xe8, 0xe0, 255},
		stone:   viewer.StoneColour,
		brick:   color.RGBA{0xa8, 0x6a, 0x48, 255},
	}
	dark = theme{
		paper:   color.RGBA{0x15, 0x17, 0x1c, 255},
		ink:     color.RGBA{0xf0, 0xf2, 0xf5, 255},
		faint:   color.RGBA{0x9a, 0xa2, 0xb0, 255},
		neutral: viewer.NeutralColour,
		floor:   color.RGBA{0x2c, 0x31, 0x33, 255},
		stone:   viewer.StoneColour,
		brick:   color.RGBA{0x8a, 0x58, 0x40, 255},
	}
)

func themeOf(o Options) *theme {
	if o.Dark {
		return &dark
	}
	return &light
}

// ground returns the colour of an owner's cells.
func (t *theme) ground(o viewer.Owner, shape viewer.Shape) color.RGBA {
	switch {
	case o > viewer.Neutral:
		return o.Colour()
	case shape == viewer.Square:
		return t.floor
	}
	return t.neutral
}

// mix returns the colour at a fraction of the way from a to b.
func mix(a, b color.RGBA, part float64) color.RGBA {
	between := func(x, y uint8) uint8 { return uint8(float64(x) + part*(float64(y)-float64(x)) + 0.5) }
	return color.RGBA{between(a.R, b.R), between(a.G, b.G), between(a.B, b.B), 255}
}

// bright reports whether black has more contrast to a colour than white has.
func bright(c color.RGBA) bool { return 299*int(c.R)+587*int(c.G)+114*int(c.B) > 128_000 }

// on returns the colour of text on a colour.
func on(c color.RGBA) color.RGBA {
	if bright(c) {
		return black
	}
	return white
}

// patternColour returns the colour of the pattern on an owner's cells. It is weaker than the things on them.
func patternColour(c color.RGBA) color.RGBA {
	if bright(c) {
		return mix(c, black, 0.24)
	}
	return mix(c, white, 0.28)
}

// blastColours returns the colours of a cell in a blast: its ground, its flame and its core. A blast without an owner
// is ash where blasts have owners, which tied, and fire elsewhere.
func blastColours(o viewer.Owner, owned bool) (ground, outer, core color.RGBA) {
	switch {
	case o > viewer.Neutral:
		c := o.Colour()
		return mix(c, white, 0.45), mix(c, black, 0.2), white
	case !owned:
		return glow, flame, white
	}
	return mix(cinder, black, 0.4), viewer.AshColour, cinder
}
