package console

import (
	"bytes"
	"image/color"
	"io"
	"os"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"blastyard/rules/bomberman"
	"blastyard/rules/bomberman/wire"
)

// painter draws the console's picture, in colour if the output is a terminal with colours (NO_COLOR is respected).
type painter struct {
	out     *colorprofile.Writer
	symbols [256]string // the text for a byte of a row
	text    []byte
}

// playerColours are distinguishable, also for most people with a colour vision deficiency.
var playerColours = []string{"#e69f00", "#56b4e9", "#00b386", "#f0e442", "#4f7fff", "#e0602a", "#d68fb8", "#9ad14b",
	"#b58bff", "#ff8f8f", "#40d6d6", "#c2a878"}

func newPainter(out io.Writer) *painter {
	p := &painter{out: colorprofile.NewWriter(out, os.Environ())}
	set := func(symbols string, style ansi.Style) {
		for _, c := range []byte(symbols) {
			p.symbols[c] = style.Styled(string(c))
		}
	}
	for c := range p.symbols {
		p.symbols[c] = string([]byte{byte(c)})
	}
	fore := func(hex string, style ansi.Style) ansi.Style { return style.ForegroundColor(ansi.XParseColor(hex)) }
	plain, bold := ansi.NewStyle(), ansi.NewStyle().Bold()
	set("#", fore("#606060", plain))
	set("+", fore("#a87c4f", plain))
	set("*", fore("#ff5f5f", bold))
	set("123456789", fore("#ff87d7", bold))
	set("&!$", fore("#87ff87", bold))
	for k, hex := range playerColours {
		set(string(bomberman.Key(k)), fore(hex, bold))
		set(string(bomberman.Key(k)+'a'-'A'), onColour(hex))
	}
	return p
}

// onColour is the style of a player on its bomb.
func onColour(hex string) ansi.Style {
	return ansi.NewStyle().Bold().ForegroundColor(color.Black).BackgroundColor(ansi.XParseColor(hex))
}

// draw draws a state: a head, then the rows with the players beside them.
func (p *painter) draw(text *wire.Text, s *bomberman.State) {
	p.text = text.AppendConsole(p.text[:0], s)
	var b bytes.Buffer
	y := 0
	for line := range bytes.Lines(p.text) {
		row := 0
		if y > 0 && y <= s.Map().Height {
			row = s.Map().Width
		}
		for _, c := range line[:row] {
			b.WriteString(p.symbols[c])
		}
		b.Write(line[row:])
		y++
	}
	_, _ = p.out.Write(b.Bytes())
}
