package picture

import (
	"image"
	"math"
	"slices"
	"strings"

	"golang.org/x/image/draw"

	"blastyard/game/viewer"
	"blastyard/show/internal/lettering"
)

// line draws a text in the fonts of the machine.
func (r *raster) line(t text, ink *image.Uniform) {
	left := t.at.x - t.size*t.line.Width*float64(t.anchor)/2
	at := func(p lettering.Point) point { return point{left + t.size*p.X, t.at.y + t.size*p.Y} }
	for i := range t.line.Glyphs {
		glyph := &t.line.Glyphs[i]
		if glyph.Image != nil {
			r.glyphImage(glyph, at)
			continue
		}
		for _, layer := range glyph.Layers {
			colour := ink
			if layer.Colour != nil {
				colour = image.NewUniform(*layer.Colour)
			}
			r.contours(layer.Contours, at, colour)
		}
	}
}

func (r *raster) contours(steps []lettering.Step, at func(lettering.Point) point, ink *image.Uniform) {
	least, most := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for i := range steps {
		for _, p := range steps[i].Points[:steps[i].Count] {
			p := at(p)
			least = point{min(least.x, p.x), min(least.y, p.y)}
			most = point{max(most.x, p.x), max(most.y, p.y)}
		}
	}
	if !r.begin(least, most) {
		return
	}
	for i, step := range steps {
		to := at(step.Points[step.Count-1])
		switch {
		case step.Begin:
			if i > 0 {
				r.pen.ClosePath()
			}
			r.moveTo(to)
		case step.Count == 1:
			r.lineTo(to)
		case step.Count == 2:
			r.quadTo(at(step.Points[0]), to)
		default:
			r.cubeTo(at(step.Points[0]), at(step.Points[1]), to)
		}
	}
	r.fill(ink)
}

func (r *raster) cubeTo(first, second, p point) {
	ax, ay := r.local(first)
	bx, by := r.local(second)
	x, y := r.local(p)
	r.pen.CubeTo(ax, ay, bx, by, x, y)
}

// glyphImage draws a letter that is an image.
func (r *raster) glyphImage(glyph *lettering.Glyph, at func(lettering.Point) point) {
	corner := func(x, y float64) image.Point {
		p := at(lettering.Point{X: x, Y: y})
		return image.Pt(int(math.Round(p.x)), int(math.Round(p.y)))
	}
	box := image.Rectangle{corner(glyph.Left, glyph.Top), corner(glyph.Right, glyph.Bottom)}
	if most := max(r.image.Rect.Dx(), r.image.Rect.Dy()); box.Dx() <= most && box.Dy() <= most {
		draw.CatmullRom.Scale(r.image, box, glyph.Image, glyph.Image.Bounds(), draw.Over, nil)
	}
}

// missingOf lists the letters of a text that no font of the machine has, where the machine's fonts draw it.
func (d *drawing) missingOf(s string) []string {
	if line := d.face(false).line(s); line != nil {
		return line.Missing
	}
	return nil
}

// marked puts the mark of a player before its name if letters of the name are missing: boxes look all the same.
func (p *painter) marked(name string, row *viewer.Player) string {
	if len(p.missingOf(name)) == 0 {
		return name
	}
	return viewer.Mark(row.Look()) + " " + name
}

// readable replaces the names in a text as the standings show them.
func (p *painter) readable(s string) string {
	if len(p.missingOf(s)) == 0 {
		return s
	}
	var replacements []string
	for i := range p.f.Players {
		row := &p.f.Players[i]
		if name := clean(row.Name); name != "" && p.name(row) != name {
			replacements = append(replacements, name, p.name(row))
		}
	}
	return strings.NewReplacer(replacements...).Replace(s)
}

// tellMissing tells who wants to know which letters could not be drawn.
func (p *painter) tellMissing() {
	if p.o.Missing != nil && len(p.missing) > 0 {
		slices.Sort(p.missing)
		p.o.Missing(slices.Compact(p.missing))
	}
}
