package mapview

import (
	"image"
	"image/color"
	"image/png"
	"io"
	"strconv"

	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"

	"blastyard/game/viewer"
	"blastyard/rules/maps"
)

// Tiles writes a PNG with the tiles of maps for Tiled: hexagons, and for starts the number of the player in them.
func Tiles(w io.Writer, players int) error {
	sheet := image.NewNRGBA(image.Rect(0, 0, len(maps.TileNames(players))*maps.TileWidth, maps.TileHeight))
	ground := color.NRGBA{0xe4, 0xe4, 0xe0, 0xff}
	hexagonTile(sheet, 0, ground, "")
	hexagonTile(sheet, 1, color.NRGBA{0x40, 0x40, 0x40, 0xff}, "@")
	for p := range players {
		c := viewer.Owner(p + 1).Colour()
		hexagonTile(sheet, p+2, color.NRGBA{c.R, c.G, c.B, 0xff}, strconv.Itoa(p))
	}
	return png.Encode(w, sheet)
}

// hexagonTile draws a hexagon with a corner at the top, a darker rim and a text in its middle.
func hexagonTile(sheet *image.NRGBA, index int, fill color.NRGBA, text string) {
	const width, height = maps.TileWidth, maps.TileHeight
	rim := color.NRGBA{fill.R / 2, fill.G / 2, fill.B / 2, 0xff}
	for y := range height {
		for x := range width {
			// Distances from the middle in half pixels. A slanted side falls by a quarter of the height over half the
			// width.
			dx, dy := abs(2*x+1-width), abs(2*y+1-height)
			inside := min((width-dx)*height, (height-dy)*width-dx*height/2)
			if c := fill; inside > 0 {
				if inside < 3*height {
					c = rim
				}
				sheet.SetNRGBA(index*width+x, y, c)
			}
		}
	}
	ink := color.Black
	if int(fill.R)+int(fill.G)+int(fill.B) < 3*0x60 {
		ink = color.White
	}
	face := basicfont.Face7x13
	pen := font.Drawer{Dst: sheet, Src: image.NewUniform(ink), Face: face}
	pen.Dot = fixed.P(index*width, height/2+face.Ascent/2-1)
	pen.Dot.X += (fixed.I(width) - pen.MeasureString(text)) / 2
	pen.DrawString(text)
}

func abs(n int) int { return max(n, -n) }
