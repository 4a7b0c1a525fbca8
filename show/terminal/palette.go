package terminal

import (
	"image/color"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"blastyard/game/viewer"
)

// A tint is a colour for each kind of terminal.
type tint struct {
	rgb     color.RGBA
	basic   ansi.BasicColor
	indexed [2]ansi.IndexedColor // of 256 colours: bright and a shade darker; 0: the nearest to rgb
}

// playerTints are viewer.Palette for all kinds of terminals. They are as far apart as there in any shade, and from
// neutral ground. With 256 colours the distances are at least 0.6 times as large, for which some players have another
// hue. A test checks this. The 16 colours of old terminals are merely different, so letters help there.
var playerTints = [...]tint{
	{viewer.Palette[0], ansi.BrightBlue, [2]ansi.IndexedColor{69, 68}},
	{viewer.Palette[1], ansi.BrightYellow, [2]ansi.IndexedColor{214, 178}},
	{viewer.Palette[2], ansi.BrightMagenta, [2]ansi.IndexedColor{199, 162}},
	{viewer.Palette[3], ansi.BrightCyan, [2]ansi.IndexedColor{122, 79}},
	{viewer.Palette[4], ansi.Yellow, [2]ansi.IndexedColor{88, 52}},
	{viewer.Palette[5], ansi.BrightRed, [2]ansi.IndexedColor{225, 182}},
	{viewer.Palette[6], ansi.Cyan, [2]ansi.IndexedColor{150, 107}},
	{viewer.Palette[7], ansi.BrightGreen, [2]ansi.IndexedColor{229, 192}},
	{viewer.Palette[8], ansi.Green, [2]ansi.IndexedColor{90, 53}},
	{viewer.Palette[9], ansi.Blue, [2]ansi.IndexedColor{21, 20}},
	{viewer.Palette[10], ansi.Magenta, [2]ansi.IndexedColor{174, 138}},
	{viewer.Palette[11], ansi.Red, [2]ansi.IndexedColor{130, 94}},
}

var (
	neutralTint = tint{viewer.NeutralColour, ansi.BrightBlack, [2]ansi.IndexedColor{239, 238}}
	stoneTint   = tint{rgb: viewer.StoneColour, basic: ansi.White}
	brickTint   = tint{rgb: viewer.BrickColour, basic: ansi.Yellow}
	inkTint     = tint{rgb: color.RGBA{0x0c, 0x0e, 0x12, 255}, basic: ansi.Black}
	paperTint   = tint{rgb: color.RGBA{0xff, 0xff, 0xff, 255}, basic: ansi.BrightWhite}
	alarmTint   = tint{rgb: color.RGBA{0xd0, 0x10, 0x10, 255}, basic: ansi.Red}
	ashTint     = tint{rgb: viewer.AshColour, basic: ansi.White} // a blast of several owners
)

// shades is the number of brightnesses of a territory. With three, no two neighbouring hexagons have the same.
const (
	shades    = 3
	shadeStep = 6 // darkening in percent
)

// A theme contains the colours of one kind of terminal.
type theme struct {
	profile  colorprofile.Profile
	coloured bool // the terminal has colours
	fine     bool // it has enough colours for shades
}

func newTheme(p colorprofile.Profile) theme {
	return theme{profile: p, coloured: p >= colorprofile.ANSI, fine: p >= colorprofile.ANSI256}
}

// colour returns a tint for the terminal, or nil if that has no colours.
func (t theme) colour(c tint) color.Color {
	switch {
	case t.profile == colorprofile.TrueColor:
		return c.rgb
	case t.fine && c.indexed[0] != 0:
		return c.indexed[0]
	case t.fine:
		return colorprofile.ANSI256.Convert(c.rgb)
	case t.coloured:
		return c.basic
	}
	return nil
}

func ownerTint(o viewer.Owner) tint {
	if o <= viewer.Neutral {
		return neutralTint
	}
	return playerTints[o.Player()%len(playerTints)]
}

// territory returns the background of a cell.
func (t theme) territory(c *viewer.Cell, shade int) tint {
	base := ownerTint(c.Owner)
	switch c.Wall {
	case viewer.Stone:
		base = stoneTint
	case viewer.Brick:
		base = brickTint
	case viewer.Open:
	}
	if shade == 0 {
		base.indexed[0] = base.indexed[1]
	}
	base.rgb = mix(base.rgb, inkTint.rgb, shadeStep*(shades-1-shade))
	return base
}

// glow returns the background of a cell in a blast.
func (t theme) glow(o viewer.Owner, shade int) tint {
	if t.profile != colorprofile.TrueColor {
		shade = shades - 1 // the nearest of 256 colours would have another hue
	}
	if o <= viewer.Neutral {
		return tint{rgb: mix(ashTint.rgb, inkTint.rgb, shadeStep*(shades-1-shade)), basic: ashTint.basic}
	}
	return tint{rgb: mix(ownerTint(o).rgb, paperTint.rgb, 40+12*shade), basic: ansi.BrightWhite}
}

// inkOn returns black or white, whichever is more legible on a background.
func inkOn(ground tint) tint {
	c := ground.rgb
	if 299*int(c.R)+587*int(c.G)+114*int(c.B) > 115*1000 {
		return inkTint
	}
	return paperTint
}

// mix moves colour a towards b.
func mix(a, b color.RGBA, percent int) color.RGBA {
	m := func(x, y uint8) uint8 { return uint8((int(x)*(100-percent) + int(y)*percent) / 100) }
	return color.RGBA{m(a.R, b.R), m(a.G, b.G), m(a.B, b.B), 255}
}
