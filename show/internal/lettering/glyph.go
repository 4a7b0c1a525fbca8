package lettering

import (
	"bytes"
	"image"
	_ "image/jpeg" // pictures of emoji
	_ "image/png"
	"unicode/utf8"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/font/opentype/tables"
	"github.com/go-text/typesetting/shaping"
)

// maxPixels limits an image of a glyph.
const maxPixels = 1 << 20

// draws reports whether a font can draw the first character of a letter: some fonts have glyphs without anything, or in
// a form that is not read here.
func draws(face *font.Face, letter string) bool {
	r, _ := utf8.DecodeRuneInString(letter)
	id, _ := face.NominalGlyph(r)
	if len(layersOf(face, id)) > 0 {
		return true
	}
	_, ok := imageOf(face, id)
	return ok
}

// glyphOf returns what a shaped glyph draws at x; nothing for a blank.
func glyphOf(face *font.Face, g *shaping.Glyph, x float64) (Glyph, bool) {
	at := Point{x + length(g.XOffset), -length(g.YOffset)}
	if img, ok := imageOf(face, g.GlyphID); ok {
		left, top := at.X+length(g.XBearing), at.Y-length(g.YBearing)
		right, bottom := left+length(g.Width), top-length(g.Height)
		return Glyph{Image: img, Left: left, Top: top, Right: right, Bottom: bottom}, true
	}
	layers := layersOf(face, g.GlyphID)
	scale := 1 / float64(face.Upem())
	for i := range layers {
		for k := range layers[i].Contours {
			step := &layers[i].Contours[k]
			for n := range step.Count {
				step.Points[n] = Point{at.X + scale*step.Points[n].X, at.Y - scale*step.Points[n].Y}
			}
		}
	}
	return Glyph{Layers: layers}, len(layers) > 0
}

// layersOf returns the outlines of a glyph, in the font's units.
func layersOf(face *font.Face, id font.GID) []Layer {
	if painted, ok := face.GlyphDataColor(tables.GlyphID(id)); ok {
		if layers := paintedLayers(face, painted); len(layers) > 0 {
			return layers
		}
	}
	if contours := contoursOf(face, id); len(contours) > 0 {
		return []Layer{{Contours: contours}}
	}
	return nil
}

func contoursOf(face *font.Face, id font.GID) []Step {
	outline, ok := face.GlyphDataOutline(tables.GlyphID(id))
	if !ok {
		return nil
	}
	steps := make([]Step, 0, len(outline.Segments))
	for _, segment := range outline.Segments {
		step := Step{Begin: segment.Op == opentype.SegmentOpMoveTo, Count: 1}
		switch segment.Op {
		case opentype.SegmentOpMoveTo, opentype.SegmentOpLineTo:
		case opentype.SegmentOpQuadTo:
			step.Count = 2
		case opentype.SegmentOpCubeTo:
			step.Count = 3
		}
		for i, p := range segment.Args[:step.Count] {
			step.Points[i] = Point{float64(p.X), float64(p.Y)}
		}
		steps = append(steps, step)
	}
	return steps
}

// imageOf returns the image of a glyph that is one, such as of an emoji.
func imageOf(face *font.Face, id font.GID) (image.Image, bool) {
	bitmap, ok := face.GlyphDataBitmap(tables.GlyphID(id))
	if !ok || bitmap.Format != font.PNG && bitmap.Format != font.JPG {
		return nil, false
	}
	config, _, err := image.DecodeConfig(bytes.NewReader(bitmap.Data))
	if err != nil || config.Width*config.Height > maxPixels {
		return nil, false
	}
	img, _, err := image.Decode(bytes.NewReader(bitmap.Data))
	return img, err == nil
}
