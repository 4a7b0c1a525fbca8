package terminal

import (
	"image/color"
	"strings"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
)

// style is how a glyph looks; the zero value is the terminal's own.
type style struct {
	fg, bg      color.Color // nil: the terminal's own
	bold, faint bool
}

// glyph is what one column of a line holds: 0 nothing, wideTail the second half of a wide letter.
type glyph struct {
	r rune
	style
}

const wideTail = -1

// canvas is a picture of fixed size. What is drawn beside it is lost.
type canvas struct {
	width, height int
	glyphs        []glyph
}

func newCanvas(width, height int) *canvas {
	width, height = max(0, width), max(0, height)
	return &canvas{width, height, make([]glyph, width*height)}
}

func (c *canvas) at(x, y int) *glyph {
	if x < 0 || y < 0 || x >= c.width || y >= c.height {
		return nil
	}
	return &c.glyphs[y*c.width+x]
}

func (c *canvas) set(x, y int, r rune, s style) {
	if g := c.at(x, y); g != nil {
		*g = glyph{r, s}
	}
}

// text writes clean text from a place on and returns the column behind it. A wide letter that does not fit is left out.
func (c *canvas) text(x, y int, text string, s style) int {
	for _, r := range text {
		width := runeWidth(r)
		if width == 2 && x+1 >= c.width {
			return x
		}
		c.set(x, y, r, s)
		if width == 2 {
			c.set(x+1, y, wideTail, s)
		}
		x += width
	}
	return x
}

// paste draws another picture over a part of this one.
func (c *canvas) paste(p *canvas, x, y int) {
	for row := range p.height {
		for col := range p.width {
			if g := p.at(col, row); g.r != 0 {
				if to := c.at(x+col, y+row); to != nil {
					*to = *g
				}
			}
		}
	}
}

// render writes the picture for a terminal, without blanks at the ends of lines.
func (c *canvas) render(p colorprofile.Profile) string {
	var b strings.Builder
	codes := make(map[style]string)
	for y := range c.height {
		if y > 0 {
			b.WriteByte('\n')
		}
		line := c.glyphs[y*c.width : (y+1)*c.width]
		for len(line) > 0 && line[len(line)-1].blank() {
			line = line[:len(line)-1]
		}
		now := style{}
		for _, g := range line {
			if g.style != now && p >= colorprofile.ASCII {
				now = g.style
				b.WriteString(now.code(codes))
			}
			switch g.r {
			case wideTail:
			case 0:
				b.WriteByte(' ')
			default:
				b.WriteRune(g.r)
			}
		}
		if now != (style{}) {
			b.WriteString(ansi.ResetStyle)
		}
	}
	return b.String()
}

func (g *glyph) blank() bool { return (g.r == 0 || g.r == ' ') && g.bg == nil }

// code is the escape sequence that turns a style on, from whatever was on before.
func (s style) code(known map[style]string) string {
	code, ok := known[s]
	if ok {
		return code
	}
	if s == (style{}) {
		code = ansi.ResetStyle
	} else {
		a := ansi.NewStyle(ansi.AttrReset)
		if s.bold {
			a = a.Bold()
		}
		if s.faint {
			a = a.Faint()
		}
		if s.fg != nil {
			a = a.ForegroundColor(s.fg)
		}
		if s.bg != nil {
			a = a.BackgroundColor(s.bg)
		}
		code = a.String()
	}
	known[s] = code
	return code
}
