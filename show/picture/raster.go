package picture

import (
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"io"
	"math"

	"golang.org/x/image/vector"

	"blastyard/viewer"
)

// PNG writes the picture of a frame as a PNG file. A frame without a board (viewer.Tree) is an error.
func PNG(w io.Writer, header *viewer.Header, f *viewer.Frame, o Options) error {
	d, err := drawOne(header, f, o)
	if err != nil {
		return err
	}
	var r raster
	if err := png.Encode(w, r.draw(d)); err != nil {
		return fmt.Errorf("picture: write the PNG: %w", err)
	}
	return nil
}

// Image is the picture of a frame as pixels. A frame without a board (viewer.Tree) is an error.
func Image(header *viewer.Header, f *viewer.Frame, o Options) (*image.RGBA, error) {
	d, err := drawOne(header, f, o)
	if err != nil {
		return nil, err
	}
	var r raster
	return r.draw(d), nil
}

// A raster turns drawings into pixels. Each drawing uses the memory of the one before.
type raster struct {
	image  *image.RGBA
	pen    vector.Rasterizer
	box    image.Rectangle // of the pixels that the pen is to reach
	origin point
}

func (r *raster) draw(d *drawing) *image.RGBA {
	if size := image.Rect(0, 0, d.width, d.height); r.image == nil || r.image.Rect != size {
		r.image = image.NewRGBA(size)
	}
	draw.Draw(r.image, r.image.Rect, image.NewUniform(d.ground), image.Point{}, draw.Src)
	for _, s := range d.shapes {
		ink := image.NewUniform(s.colour())
		switch s := s.(type) {
		case area:
			for _, polygon := range s.polygons {
				r.polygon(polygon, ink)
			}
		case circle:
			r.circle(s, ink)
		case text:
			r.text(s, ink)
		}
	}
	return r.image
}

// begin readies the pen for a shape within a box; false where no pixel of the picture lies in it.
func (r *raster) begin(least, most point) bool {
	limit := r.image.Rect
	if !(most.x > 0 && most.y > 0 && least.x < float64(limit.Max.X) && least.y < float64(limit.Max.Y)) {
		return false
	}
	r.box = image.Rect(int(max(0, least.x)), int(max(0, least.y)), int(math.Ceil(min(most.x, float64(limit.Max.X)))),
		int(math.Ceil(min(most.y, float64(limit.Max.Y)))))
	r.origin = point{float64(r.box.Min.X), float64(r.box.Min.Y)}
	r.pen.Reset(r.box.Dx(), r.box.Dy())
	return !r.box.Empty()
}

func (r *raster) local(p point) (x, y float32) {
	return float32(p.x - r.origin.x), float32(p.y - r.origin.y)
}

func (r *raster) moveTo(p point) { r.pen.MoveTo(r.local(p)) }
func (r *raster) lineTo(p point) { r.pen.LineTo(r.local(p)) }

func (r *raster) quadTo(control, p point) {
	cx, cy := r.local(control)
	x, y := r.local(p)
	r.pen.QuadTo(cx, cy, x, y)
}

func (r *raster) fill(ink *image.Uniform) {
	r.pen.ClosePath()
	r.pen.Draw(r.image, r.box, ink, image.Point{})
}

func (r *raster) polygon(polygon []point, ink *image.Uniform) {
	if len(polygon) < 3 {
		return
	}
	least, most := polygon[0], polygon[0]
	for _, p := range polygon {
		least = point{min(least.x, p.x), min(least.y, p.y)}
		most = point{max(most.x, p.x), max(most.y, p.y)}
	}
	if !r.begin(least, most) {
		return
	}
	r.moveTo(polygon[0])
	for _, p := range polygon[1:] {
		r.lineTo(p)
	}
	r.fill(ink)
}

func (r *raster) circle(c circle, ink *image.Uniform) {
	if c.radius <= 0 || !r.begin(point{c.middle.x - c.radius, c.middle.y - c.radius},
		point{c.middle.x + c.radius, c.middle.y + c.radius}) {
		return
	}
	const arcs = 8 // quadratic curves follow an eighth of a circle to a thousandth of its radius
	r.moveTo(point{c.middle.x + c.radius, c.middle.y})
	control := c.radius / math.Cos(math.Pi/arcs)
	for i := range arcs {
		at := func(radius float64, steps int) point {
			sin, cos := math.Sincos(float64(steps) * math.Pi / arcs)
			return point{c.middle.x + radius*cos, c.middle.y + radius*sin}
		}
		r.quadTo(at(control, 2*i+1), at(c.radius, 2*i+2))
	}
	r.fill(ink)
}

func (r *raster) text(t text, ink *image.Uniform) {
	f := faceOf(t.bold)
	at := t.at
	at.x -= t.size * f.width(t.s) * float64(t.anchor) / 2
	for _, letter := range t.s {
		g, width := f.glyph(letter)
		offset := (width - g.advance) / 2
		r.glyph(g, point{at.x + offset*t.size, at.y}, t.size, ink)
		at.x += t.size * width
	}
}

func (r *raster) glyph(g *glyph, at point, size float64, ink *image.Uniform) {
	if len(g.curves) == 0 {
		return
	}
	place := func(p point) point { return point{at.x + size*p.x, at.y + size*p.y} }
	first := place(g.curves[0][0].point)
	least, most := first, first
	for _, curve := range g.curves {
		for _, k := range curve {
			p := place(k.point)
			least = point{min(least.x, p.x), min(least.y, p.y)}
			most = point{max(most.x, p.x), max(most.y, p.y)}
		}
	}
	if !r.begin(least, most) {
		return
	}
	for _, curve := range g.curves {
		r.curve(curve, place)
	}
	r.fill(ink)
}

// curve adds a closed line of knots to the shape: between two control points lies a point on the line.
func (r *raster) curve(knots []knot, place func(point) point) {
	n := len(knots)
	from := 0
	for from < n && !knots[from].on {
		from++
	}
	begin := place(toward(knots[0].point, knots[n-1].point, 0.5))
	if from < n {
		begin = place(knots[from].point)
	} else {
		from = n - 1
	}
	r.moveTo(begin)
	for i := 1; i <= n; i++ {
		k := knots[(from+i)%n]
		if k.on {
			r.lineTo(place(k.point))
			continue
		}
		next := knots[(from+i+1)%n]
		to := place(next.point)
		if !next.on {
			to = place(toward(k.point, next.point, 0.5))
		} else {
			i++
		}
		r.quadTo(place(k.point), to)
	}
	r.pen.ClosePath()
}
