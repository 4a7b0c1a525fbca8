package lettering

import (
	"image/color"
	"math"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype/tables"
)

// inkOfText is the index in a palette that means the colour of the text.
const inkOfText = 0xffff

// Limits of a glyph that is painted, whatever a font says.
const (
	maxLayers = 512
	maxDepth  = 16
	maxVisits = 4096
)

// paintedLayers are the layers of a glyph that a font paints in colours, by version 0 or 1 of the table COLR. They are
// flat: a gradient is drawn in its mean colour, and of two paints that are composed one is drawn over the other.
func paintedLayers(face *font.Face, painted font.GlyphColor) []Layer {
	p := painter{face: face}
	if len(face.CPAL) > 0 {
		p.paint(painted.Paint, identity, 0)
	}
	return p.layers
}

// A painter collects the layers of a tree of paints.
type painter struct {
	face   *font.Face
	layers []Layer
	visits int
}

// paint adds what a paint draws. Points are moved by m.
func (p *painter) paint(what tables.PaintTable, m matrix, depth int) {
	if p.visits++; depth > maxDepth || p.visits > maxVisits || len(p.layers) >= maxLayers {
		return
	}
	switch t := what.(type) {
	case tables.PaintColrLayersResolved: // of version 0
		for _, part := range t {
			p.add(font.GID(part.GlyphID), fill{index: part.PaletteIndex, alpha: 1}, m)
		}
	case tables.PaintColrLayers:
		list, err := p.face.COLR.LayerList.Resolve(t)
		if err != nil {
			return
		}
		for _, part := range list {
			p.paint(part, m, depth+1)
		}
	case tables.PaintColrGlyph:
		if other, ok := p.face.COLR.Search(t.GlyphID); ok {
			p.paint(other, m, depth+1)
		}
	case tables.PaintGlyph:
		if f, ok := p.fillOf(t.Paint, 0); ok {
			p.add(font.GID(t.GlyphID), f, m)
			return
		}
		p.paint(t.Paint, m, depth+1)
	case tables.PaintComposite:
		for _, part := range orderOf(t) {
			p.paint(part, m, depth+1)
		}
	default:
		if inner, by, ok := transformed(what); ok {
			p.paint(inner, m.after(by), depth+1)
		}
	}
}

// orderOf are the paints that are seen of two that are composed, the lower one first.
func orderOf(c tables.PaintComposite) []tables.PaintTable {
	switch c.CompositeMode {
	case tables.CompositeClear:
		return nil
	case tables.CompositeSrc, tables.CompositeSrcIn, tables.CompositeSrcOut:
		return []tables.PaintTable{c.SourcePaint}
	case tables.CompositeDest, tables.CompositeDestIn, tables.CompositeDestOut:
		return []tables.PaintTable{c.BackdropPaint}
	case tables.CompositeDestOver, tables.CompositeDestAtop:
		return []tables.PaintTable{c.SourcePaint, c.BackdropPaint}
	default: // all others have both, the source above
		return []tables.PaintTable{c.BackdropPaint, c.SourcePaint}
	}
}

// add adds a layer: the outline of a glyph, filled.
func (p *painter) add(id font.GID, f fill, m matrix) {
	layer := Layer{Contours: contoursOf(p.face, id)}
	if len(layer.Contours) == 0 {
		return
	}
	for i := range layer.Contours {
		step := &layer.Contours[i]
		for n := range step.Count {
			step.Points[n] = m.at(step.Points[n])
		}
	}
	if f.mean != nil {
		layer.Colour = f.mean
	} else if f.index != inkOfText && int(f.index) < len(p.face.CPAL[0]) {
		c := p.colour(f.index, f.alpha).rgba()
		layer.Colour = &c
	}
	p.layers = append(p.layers, layer)
}

// A fill is what an outline is filled with.
type fill struct {
	index uint16 // in the palette
	alpha float64
	mean  *color.RGBA // of a gradient; nil: it is none
}

// fillOf returns what fills an outline. ok is false for a paint that draws outlines of its own.
func (p *painter) fillOf(what tables.PaintTable, depth int) (f fill, ok bool) {
	switch t := what.(type) {
	case tables.PaintSolid:
		return fill{index: t.PaletteIndex, alpha: fraction(t.Alpha)}, true
	case tables.PaintVarSolid:
		return fill{index: t.PaletteIndex, alpha: fraction(t.Alpha)}, true
	}
	if stops := stopsOf(what); len(stops) > 0 {
		c := p.mean(stops).rgba()
		return fill{mean: &c}, true
	}
	if inner, _, is := transformed(what); is && depth < maxDepth {
		return p.fillOf(inner, depth+1)
	}
	return f, false
}

// stopsOf are the colours of a gradient; none of another paint.
func stopsOf(what tables.PaintTable) []tables.ColorStop {
	switch t := what.(type) {
	case tables.PaintLinearGradient:
		return t.ColorLine.ColorStops
	case tables.PaintRadialGradient:
		return t.ColorLine.ColorStops
	case tables.PaintSweepGradient:
		return t.ColorLine.ColorStops
	case tables.PaintVarLinearGradient:
		return withoutVariation(t.ColorLine)
	case tables.PaintVarRadialGradient:
		return withoutVariation(t.ColorLine)
	case tables.PaintVarSweepGradient:
		return withoutVariation(t.ColorLine)
	}
	return nil
}

func withoutVariation(line tables.VarColorLine) (stops []tables.ColorStop) {
	for _, s := range line.ColorStops {
		stops = append(stops, tables.ColorStop{StopOffset: s.StopOffset, PaletteIndex: s.PaletteIndex, Alpha: s.Alpha})
	}
	return stops
}

// A shade is a colour whose parts are from 0 to 1 and multiplied by its alpha.
type shade struct{ r, g, b, a float64 }

func (s shade) rgba() color.RGBA {
	part := func(v float64) uint8 { return uint8(math.Round(255 * min(max(v, 0), 1))) }
	return color.RGBA{part(s.r), part(s.g), part(s.b), part(s.a)}
}

// plus adds a share of another shade.
func (s shade) plus(o shade, share float64) shade {
	return shade{s.r + share*o.r, s.g + share*o.g, s.b + share*o.b, s.a + share*o.a}
}

// colour is a colour of the first palette. What has no colour there is black, as is the text in a gradient.
func (p *painter) colour(index uint16, alpha float64) shade {
	alpha = min(max(alpha, 0), 1)
	if int(index) >= len(p.face.CPAL[0]) {
		return shade{a: alpha}
	}
	c := p.face.CPAL[0][index]
	alpha *= float64(c.Alpha) / 255
	return shade{alpha * float64(c.Red) / 255, alpha * float64(c.Green) / 255, alpha * float64(c.Blue) / 255, alpha}
}

// mean is the mean colour of a gradient from its first stop to its last.
func (p *painter) mean(stops []tables.ColorStop) (sum shade) {
	length := 0.0
	for i := range len(stops) - 1 {
		length += math.Abs(fraction(stops[i+1].StopOffset) - fraction(stops[i].StopOffset))
	}
	if length == 0 {
		for _, s := range stops {
			sum = sum.plus(p.colour(s.PaletteIndex, fraction(s.Alpha)), 1/float64(len(stops)))
		}
		return sum
	}
	for i := range len(stops) - 1 {
		share := math.Abs(fraction(stops[i+1].StopOffset)-fraction(stops[i].StopOffset)) / length / 2
		for _, s := range stops[i : i+2] {
			sum = sum.plus(p.colour(s.PaletteIndex, fraction(s.Alpha)), share)
		}
	}
	return sum
}

func fraction(v tables.Fixed214) float64 { return float64(v) / (1 << 14) }
