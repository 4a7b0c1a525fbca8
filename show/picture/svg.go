package picture

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image/color"
	"io"
	"strconv"

	"blastyard/game/viewer"
)

// SVG writes the picture of a frame as an SVG document that refers to nothing outside it. A frame without a board
// (viewer.Tree) is an error.
func SVG(w io.Writer, header *viewer.Header, f *viewer.Frame, o Options) error {
	d, err := drawOne(header, f, o)
	if err != nil {
		return err
	}
	if _, err := w.Write(d.svg()); err != nil {
		return fmt.Errorf("picture: write the SVG: %w", err)
	}
	return nil
}

func (d *drawing) svg() []byte {
	b := fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d"`+
		` font-family="Go, Arial, Helvetica, sans-serif">`+"\n",
		d.width, d.height)
	b = append(b, "<title>"...)
	b = appendEscaped(b, d.title)
	b = append(b, "</title>\n"...)
	b = appendFill(append(b, `<path d="M0 0`...), d.ground, fmt.Sprintf("H%dV%dH0Z", d.width, d.height))
	for _, s := range d.shapes {
		switch s := s.(type) {
		case area:
			b = s.appendSVG(b)
		case circle:
			b = appendNumber(append(b, `<circle cx="`...), s.middle.x)
			b = appendNumber(append(b, `" cy="`...), s.middle.y)
			b = appendNumber(append(b, `" r="`...), s.radius)
			b = appendFill(b, s.fill, "")
		case text:
			b = s.appendSVG(b)
		}
	}
	return append(b, "</svg>\n"...)
}

// appendFill appends the end of a shape: the rest of its last attribute, and its colour.
func appendFill(b []byte, c color.RGBA, rest string) []byte {
	return fmt.Appendf(append(b, rest...), "\" fill=\"#%02x%02x%02x\"/>\n", c.R, c.G, c.B)
}

// appendSVG appends an area as one path with relative coordinates, which are short.
func (a area) appendSVG(b []byte) []byte {
	b = append(b, `<path d="`...)
	for _, polygon := range a.polygons {
		var at point // the reader's current point, from rounded numbers
		for i, p := range polygon {
			step := point{round(p.x - at.x), round(p.y - at.y)}
			if i == 0 {
				b = append(b, 'M')
			} else {
				b = append(b, 'l')
			}
			b = appendNumber(b, step.x)
			if step.y >= 0 {
				b = append(b, ' ')
			}
			b = appendNumber(b, step.y)
			at = point{at.x + step.x, at.y + step.y}
		}
		if len(polygon) > 0 {
			b = append(b, 'Z')
		}
	}
	return appendFill(b, a.fill, "")
}

// appendSVG writes a text. Where the reader's font is another, its letters get the width of ours; those that ours does
// not have keep their own.
func (t text) appendSVG(b []byte) []byte {
	b = appendNumber(append(b, `<text x="`...), t.at.x)
	b = appendNumber(append(b, `" y="`...), t.at.y)
	b = appendNumber(append(b, `" font-size="`...), t.size)
	if t.bold {
		b = append(b, `" font-weight="bold`...)
	}
	if t.anchor != start {
		b = append(append(b, `" text-anchor="`...), [...]string{"start", "middle", "end"}[t.anchor]...)
	}
	if f := faceOf(t.bold); f.has(t.s) {
		b = appendNumber(append(b, `" textLength="`...), t.size*f.width(t.s))
		b = append(b, `" lengthAdjust="spacingAndGlyphs`...)
	} else {
		b = append(b, `" unicode-bidi="plaintext`...) // a name may be written from right to left
	}
	b = fmt.Appendf(b, `" fill="#%02x%02x%02x">`, t.fill.R, t.fill.G, t.fill.B)
	return append(appendEscaped(b, t.s), "</text>\n"...)
}

func appendEscaped(b []byte, s string) []byte {
	buf := bytes.NewBuffer(b)
	_ = xml.EscapeText(buf, []byte(s)) // a buffer cannot fail
	return buf.Bytes()
}

// round rounds to a hundredth of a pixel.
func round(v float64) float64 {
	if v < 0 {
		return -round(-v)
	}
	return float64(int64(v*100+0.5)) / 100
}

func appendNumber(b []byte, v float64) []byte { return strconv.AppendFloat(b, round(v)+0, 'f', -1, 64) }
