package picture

import (
	"image/color"
	"math"

	"blastyard/show/internal/lettering"
)

// A drawing is the content of a picture: shapes from bottom to top on a background of one colour.
type drawing struct {
	width, height int // in pixels
	title         string
	ground        color.RGBA
	fonts         *lettering.Fonts // for letters that the Go fonts do not have; nil: none
	missing       []string         // letters that no font has, some more than once
	shapes        []shape
}

// A shape is an area, a circle or a text, filled with one opaque colour.
type shape interface{ colour() color.RGBA }

type point struct{ x, y float64 }

// An area is a set of polygons. They overlap only where that does not matter.
type area struct {
	fill     color.RGBA
	polygons [][]point
}

type circle struct {
	fill   color.RGBA
	middle point
	radius float64
}

// A text is one line of clean text, positioned on its baseline.
type text struct {
	fill   color.RGBA
	at     point // position of the anchor
	anchor anchor
	size   float64
	bold   bool
	s      string
	line   *lettering.Line // s in the fonts of the machine; nil: in the Go font
}

// An anchor is the point of a text that is at its position, in halves of its width.
type anchor uint8

const (
	start anchor = iota
	middle
	end
)

func (a area) colour() color.RGBA   { return a.fill }
func (c circle) colour() color.RGBA { return c.fill }
func (t text) colour() color.RGBA   { return t.fill }

func (d *drawing) add(s ...shape) { d.shapes = append(d.shapes, s...) }

func (d *drawing) disc(fill color.RGBA, at point, radius float64) { d.add(circle{fill, at, radius}) }

func (d *drawing) polygon(fill color.RGBA, corners []point) {
	d.add(area{fill, [][]point{corners}})
}

func (d *drawing) rectangle(fill color.RGBA, x, y, w, h float64) {
	d.polygon(fill, rectangle(x, y, w, h))
}

// line draws a straight line between two points.
func (d *drawing) line(fill color.RGBA, a, b point, width float64) {
	d.polygon(fill, bar(a, b, width))
}

func rectangle(x, y, w, h float64) []point {
	return []point{{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}}
}

// bar returns the rectangle around a line between two points.
func bar(a, b point, width float64) []point {
	length := max(math.Hypot(b.x-a.x, b.y-a.y), 1e-9)
	dx, dy := (b.y-a.y)/length*width/2, (a.x-b.x)/length*width/2
	return []point{{a.x + dx, a.y + dy}, {b.x + dx, b.y + dy}, {b.x - dx, b.y - dy}, {a.x - dx, a.y - dy}}
}

// regular returns a regular polygon with a corner at an angle: 0 is to the right, π/2 below.
func regular(corners int, at point, radius, angle float64) []point {
	return star(corners, at, radius, radius*math.Cos(math.Pi/float64(corners)), angle)
}

// star returns a star with its first point at an angle.
func star(points int, at point, outer, inner, angle float64) []point {
	corners := make([]point, 0, 2*points)
	for i := range 2 * points {
		r := outer
		if i%2 == 1 {
			r = inner
		}
		sin, cos := math.Sincos(angle + float64(i)*math.Pi/float64(points))
		corners = append(corners, point{at.x + r*cos, at.y + r*sin})
	}
	return corners
}

// clip returns the part of a convex polygon where x*nx + y*ny <= limit.
func clip(polygon []point, nx, ny, limit float64) []point {
	var kept []point
	for i, p := range polygon {
		q := polygon[(i+1)%len(polygon)]
		dp, dq := p.x*nx+p.y*ny-limit, q.x*nx+q.y*ny-limit
		if dp <= 0 {
			kept = append(kept, p)
		}
		if dp < 0 && dq > 0 || dp > 0 && dq < 0 {
			t := dp / (dp - dq)
			kept = append(kept, point{p.x + t*(q.x-p.x), p.y + t*(q.y-p.y)})
		}
	}
	return kept
}
