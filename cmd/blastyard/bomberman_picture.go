package main

import (
	"bytes"
	"image/color"
	"io"
	"os"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"

	"blastyard/bomberman"
	"blastyard/bomberman/wire"
)

// boardPainter draws the console's picture, in colour where the output is a terminal that has colours (NO_COLOR
// counts).
type boardPainter struct {
	out     *colorprofile.Writer
	symbols [256]string // what is written for an octet of a row
	text    []byte
}

// playerColours tell the players apart, also for most who see colours otherwise.
var playerColours = []string{"#e69f00", "#56b4e9", "#00b386", "#f0e442", "#4f7fff", "#e0602a", "#d68fb8", "#9ad14b", "#b58bff", "#ff8f8f", "#40d6d6",
	"#c2a878"}

func newBoardPainter(out io.Writer) *boardPainter {
	p := &boardPainter{out: colorprofile.NewWriter(out, os.Environ())}
	set := func(symbols string, style lipgloss.Style) {
		for _, c := range []byte(symbols) {
			p.symbols[c] = style.Render(string(c))
		}
	}
	for c := range p.symbols {
		p.symbols[c] = string([]byte{byte(c)})
	}
	fore := func(hex string) lipgloss.Style { return lipgloss.NewStyle().Foreground(lipgloss.Color(hex)) }
	set("#", fore("#606060"))
	set("+", fore("#a87c4f"))
	set("*", fore("#ff5f5f").Bold(true))
	set("123456789", fore("#ff87d7").Bold(true))
	set("&!$", fore("#87ff87").Bold(true))
	for k, hex := range playerColours {
		set(string(bomberman.Key(k)), fore(hex).Bold(true))
		set(string(bomberman.Key(k)+'a'-'A'), onColour(hex).Bold(true))
	}
	return p
}

// onColour is for a player on its bomb.
func onColour(hex string) lipgloss.Style {
	return lipgloss.NewStyle().Background(lipgloss.Color(hex)).Foreground(color.Black)
}

// draw draws a state: a head, then the rows with the players beside them.
func (p *boardPainter) draw(text *wire.Text, s *bomberman.State) {
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
