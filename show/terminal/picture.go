package terminal

import (
	"image/color"
	"strings"
	"unicode/utf8"

	"blastyard/internal/letters"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
)

// A Style is the appearance of a character. The zero value is the terminal's default.
type Style struct {
	Fg, Bg      color.Color // of the character and its background; nil: the terminal's default
	Bold, Faint bool
}

// glyph is what one column of a line holds: a letter with the marks and what else belongs to it; 0 nothing, wideTail
// the rest of a wide letter.
type glyph struct {
	r    rune
	more string
	Style
}

const wideTail = -1

// A Picture is a grid of characters. Drawing outside has no effect.
type Picture struct {
	width, height int
	glyphs        []glyph
}

// NewPicture returns an empty picture.
func NewPicture(width, height int) *Picture {
	width, height = max(0, width), max(0, height)
	return &Picture{width, height, make([]glyph, width*height)}
}

// Size returns the number of columns and of lines.
func (c *Picture) Size() (width, height int) { return c.width, c.height }

func (c *Picture) at(x, y int) *glyph {
	if x < 0 || y < 0 || x >= c.width || y >= c.height {
		return nil
	}
	return &c.glyphs[y*c.width+x]
}

func (c *Picture) set(x, y int, r rune, s Style) {
	if g := c.at(x, y); g != nil {
		*g = glyph{r: r, Style: s}
	}
}

// Text writes clean text (see Plain) at a position and returns the column after it. A wide character that does not
// fit is omitted.
func (c *Picture) Text(x, y int, text string, s Style) int {
	for letter, width := range letters.All(text) {
		if width > 1 && x+width > c.width {
			return x
		}
		r, size := utf8.DecodeRuneInString(letter)
		if g := c.at(x, y); g != nil && width > 0 {
			*g = glyph{r, letter[size:], s}
		}
		for tail := 1; tail < width; tail++ {
			c.set(x+tail, y, wideTail, s)
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

// Render returns the picture for a terminal, without spaces at the ends of lines.
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
		unsure := false // terminals may have the cursor at different columns
		for x, g := range line {
			if unsure && g.r != wideTail && p >= colorprofile.ASCII {
				b.WriteString(ansi.CursorHorizontalAbsolute(x + 1))
				unsure = false
			}
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
				b.WriteString(g.more)
				unsure = unsure || g.unsure()
			}
		}
		if now != (Style{}) {
			b.WriteString(ansi.ResetStyle)
		}
	}
	return b.String()
}

// unsure reports whether terminals differ in the width of a letter.
func (g *glyph) unsure() bool {
	return g.r >= 0x300 && (g.more != "" || g.r > 0xffff) && Most(string(g.r)+g.more) != least(string(g.r)+g.more)
}

func (g *glyph) blank() bool { return (g.r == 0 || g.r == ' ') && g.Bg == nil }

// code returns the escape sequence that turns a style on, whatever was on before.
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
