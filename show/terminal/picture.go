package terminal

import (
	"image/color"
	"strings"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
)

// A Style is how a letter looks; the zero value is the terminal's own.
type Style struct {
	Fg, Bg      color.Color // of the letter and of what is behind it; nil: the terminal's own
	Bold, Faint bool
}

// glyph is what one column of a line holds: 0 nothing, wideTail the second half of a wide letter.
type glyph struct {
	r rune
	Style
}

const wideTail = -1

// A Picture is columns and lines of letters. What is drawn beside it is lost.
type Picture struct {
	width, height int
	glyphs        []glyph
}

// NewPicture returns an empty picture.
func NewPicture(width, height int) *Picture {
	width, height = max(0, width), max(0, height)
	return &Picture{width, height, make([]glyph, width*height)}
}

// Size is the number of columns and of lines.
func (c *Picture) Size() (width, height int) { return c.width, c.height }

func (c *Picture) at(x, y int) *glyph {
	if x < 0 || y < 0 || x >= c.width || y >= c.height {
		return nil
	}
	return &c.glyphs[y*c.width+x]
}

func (c *Picture) set(x, y int, r rune, s Style) {
	if g := c.at(x, y); g != nil {
		*g = glyph{r, s}
	}
}

// Text writes clean text (see Plain) from a place on and returns the column behind it. A wide letter that does not fit
// is left out.
func (c *Picture) Text(x, y int, text string, s Style) int {
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

// Paste draws another picture over a part of this one.
func (c *Picture) Paste(p *Picture, x, y int) {
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

// Render writes the picture for a terminal, without blanks at the ends of lines.
func (c *Picture) Render(p colorprofile.Profile) string {
	var b strings.Builder
	codes := make(map[Style]string)
	for y := range c.height {
		if y > 0 {
			b.WriteByte('\n')
		}
		line := c.glyphs[y*c.width : (y+1)*c.width]
		for len(line) > 0 && line[len(line)-1].blank() {
			line = line[:len(line)-1]
		}
		now := Style{}
		for _, g := range line {
			if g.Style != now && p >= colorprofile.ASCII {
				now = g.Style
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
		if now != (Style{}) {
			b.WriteString(ansi.ResetStyle)
		}
	}
	return b.String()
}

func (g *glyph) blank() bool { return (g.r == 0 || g.r == ' ') && g.Bg == nil }

// code is the escape sequence that turns a style on, from whatever was on before.
func (s Style) code(known map[Style]string) string {
	code, ok := known[s]
	if ok {
		return code
	}
	if s == (Style{}) {
		code = ansi.ResetStyle
	} else {
		a := ansi.NewStyle(ansi.AttrReset)
		if s.Bold {
			a = a.Bold()
		}
		if s.Faint {
			a = a.Faint()
		}
		if s.Fg != nil {
			a = a.ForegroundColor(s.Fg)
		}
		if s.Bg != nil {
			a = a.BackgroundColor(s.Bg)
		}
		code = a.String()
	}
	known[s] = code
	return code
}
