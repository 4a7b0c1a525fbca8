package picture

import (
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"io"
	"math"
	"unicode/utf8"

	"golang.org/x/image/font"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"

	"blastyard/game/viewer"
	"blastyard/internal/letters"
)

// PNG writes the picture of a frame as a PNG file. A frame without a board (viewer.Tree) is an error.
func PNG(w io.Writer, header *viewer.Header, f *viewer.Frame, o Options) error {
	d, err := drawOne(header, f, o.pixels())
	if err != nil {
		return err
	}
	var r raster
	if err := png.Encode(w, r.draw(d)); err != nil {
		return fmt.Errorf("picture: write the PNG: %w", err)
	}
	return nil
}

// Image returns the picture of a frame as pixels. A frame without a board (viewer.Tree) is an error.
func Image(header *viewer.Header, f *viewer.Frame, o Options) (*image.RGBA, error) {
	d, err := drawOne(header, f, o.pixels())
	if err != nil {
		return nil, err
	}
	var r raster
	return r.draw(d), nil
}

// A raster converts drawings to pixels. Each drawing reuses the memory of the previous one.
type raster struct {
	image  *image.RGBA
	pen    vector.Rasterizer
	box    image.Rectangle // the pixels that the pen has to cover
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

// begin prepares the pen for a shape within a box. It returns false if the box is outside the picture.
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
	const arcs = 8 // with eight quadratic curves the error is a thousandth of the radius
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
	if t.line != nil {
		r.line(t, ink)
		return
	}
	f := faceOf(t.bold)
	pen := font.Drawer{Dst: r.image, Src: ink, Face: f.sized(t.size)}
	x := t.at.x - t.size*f.width(t.s)*float64(t.anchor)/2
	for letter := range letters.All(t.s) {
		first, size := utf8.DecodeRuneInString(letter)
		if !f.has(letter) {
			letter = letter[:size] // one box for all that belongs to it
		}
		width := t.size * f.advance(letter)
		drawn, _ := pen.Face.GlyphAdvance(first)
		pen.Dot = fixed.Point26_6{X: pixels(x+width/2) - drawn/2, Y: pixels(t.at.y)}
		pen.DrawString(letter)
		x += width
	}
}

func pixels(v float64) fixed.Int26_6 { return fixed.Int26_6(math.Round(64 * v)) }
