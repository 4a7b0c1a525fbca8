package terminal

import (
	"github.com/charmbracelet/x/ansi"

	"blastyard/viewer"
)

// drawLines draws a board without colour: hexagons of lines, with the owner's letter in each cell. The cell at column x
// has its sides at x and x+4, its slopes in the lines above and below.
//
//	 / \ / \
//	|a  |A0 |
//	 \ / \ / \
//	  |b●3| · |
//	   \ / \ /
func (p *painter) drawLines(c *Picture, all []slot, cam camera) {
	edge := Style{Faint: true}
	for i := range all {
		at := p.place(all[i].cell)
		x, y := at.x-cam.origin.x, at.y-cam.origin.y
		if x+p.w < 0 || y+p.h < 0 || x > c.width || y > c.height {
			continue
		}
		if p.square {
			c.Text(x, y-1, "+---+", edge)
			c.Text(x, y+1, "+---+", edge)
		} else {
			c.Text(x+1, y-1, "/", edge)
			c.Text(x+3, y-1, `\`, edge)
			c.Text(x+1, y+1, `\`, edge)
			c.Text(x+3, y+1, "/", edge)
		}
		c.Text(x, y, "|", edge)
		c.Text(x+4, y, "|", edge)
		l := p.plainFace(&all[i])
		c.Text(x+1+(3-ansi.StringWidth(l.text))/2, y, l.text, l.Style)
	}
}

// plainFace is what a cell of three columns shows without colour.
func (p *painter) plainFace(s *slot) label {
	letter := "·"
	if s.cell.Owner > viewer.Neutral {
		letter = ownerLetter(s.cell.Owner, 3)
	}
	short := fitMark(letter, 1)
	switch {
	case s.token != nil && s.bomb != nil:
		return label{text: fitMark(viewer.Mark(s.token.Player), 1) + bombText(s.bomb, 2), Style: Style{Bold: true}}
	case s.token != nil:
		return label{text: tokenText(s.token, 3), Style: Style{Bold: true}}
	case s.bomb != nil:
		return label{text: short + bombText(s.bomb, 2)}
	case s.dead != nil:
		return label{text: deadText(s.dead, 3)}
	case s.blast != nil:
		return label{text: blastText(s.blast) + short + blastText(s.blast)}
	case s.cell.Wall == viewer.Stone:
		return label{text: "███"}
	case s.cell.Wall == viewer.Brick:
		return label{text: "▒▒▒"}
	case s.cell.Item != viewer.NoItem:
		return label{text: itemSign(s.cell.Item)}
	}
	return label{text: letter}
}
