package viewer

import "image/color"

// Palette is the colours of the players, by id; player 12 has the first again, with another pattern. They are far apart
// for all eyes: CIEDE2000 between any two of them is at least 10 as most people see them and as seen without red or
// green, 8 without blue; the first six are the furthest apart. `go generate ./show/web` gives
// them to the page, too.
var Palette = [...]color.RGBA{
	{0x4f, 0x8f, 0xff, 255},
	{0xff, 0xb0, 0x00, 255},
	{0xe0, 0x40, 0x9f, 255},
	{0x7e, 0xf0, 0xc8, 255},
	{0x66, 0x55, 0x00, 255},
	{0xff, 0xcc, 0xff, 255},
	{0x88, 0x99, 0x66, 255},
	{0xee, 0xee, 0x99, 255},
	{0x11, 0x66, 0x44, 255},
	{0x33, 0x22, 0xff, 255},
	{0xbb, 0x77, 0x88, 255},
	{0x88, 0x88, 0x00, 255},
}

// Neutral colours.
var (
	NeutralColour = color.RGBA{0x45, 0x4a, 0x55, 255} // ground
	StoneColour   = color.RGBA{0x8a, 0x8f, 0x99, 255}
	BrickColour   = color.RGBA{0x6b, 0x4a, 0x3a, 255}
	AshColour     = color.RGBA{0xc8, 0xc8, 0xc8, 255} // a blast
)

// Colour returns an owner's colour.
func (o Owner) Colour() color.RGBA {
	if o <= Neutral {
		return NeutralColour
	}
	return Palette[o.Player()%len(Palette)]
}
