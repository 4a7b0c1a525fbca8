package picture

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"

	"blastyard/game/viewer"
)

// drawStandings draws the players in the order of rank, and the number of those without room.
func (p *painter) drawStandings() {
	l := &p.layout
	ranking := p.f.Ranking()
	rows := len(ranking)
	if rows > l.rows {
		rows = max(0, l.rows-1)
	}
	y := l.margin + l.header
	for _, id := range ranking[:rows] {
		p.drawPlayer(&p.f.Players[id], y)
		y += rowHeight * l.textSize
	}
	if more := len(ranking) - rows; more > 0 {
		p.text(text{fill: p.theme.faint, at: point{l.column, y + l.textSize}, size: l.textSize,
			s: fmt.Sprintf("and %d more", more)}, l.margin+float64(l.width)-l.column)
	}
}

// drawPlayer draws a row: a cell of the player with its mark, its name and score, its share of the board, and
// details.
func (p *painter) drawPlayer(row *viewer.Player, y float64) {
	l := &p.layout
	size, right := l.textSize, float64(l.width)-l.margin
	r := 1.05 * size
	p.drawSample(row, point{l.column + r, y + r}, r)
	left := l.column + 2.4*size
	ink := p.theme.ink
	if row.Living == 0 && row.Characters > 0 {
		ink = p.theme.faint
	}
	score := text{fill: ink, at: point{right, y + 0.85*size}, anchor: end, size: size, bold: true,
		s: strconv.Itoa(row.Score)}
	if row.Special {
		score.s = ""
	}
	p.text(score, right-left)
	room := right - left - size*faceOf(true).width(score.s) - 0.6*size
	p.text(text{fill: ink, at: point{left, y + 0.85*size}, size: size, s: p.name(row)}, room)
	bar := math.Round(y + 1.1*size)
	high := math.Round(max(2, 0.3*size))
	p.rectangle(mix(p.theme.paper, p.theme.ink, 0.14), left, bar, right-left, high)
	if part := min(max(row.Share, 0), 1); part > 0 { // false for NaN
		p.rectangle(viewer.OwnerOf(row.Look()).Colour(), left, bar, part*(right-left), high)
	}
	p.text(text{fill: p.theme.faint, at: point{left, y + 2.25*size}, size: 0.78 * size, s: p.details(row)}, right-left)
}

func (p *painter) drawSample(row *viewer.Player, at point, r float64) {
	o := viewer.OwnerOf(row.Look())
	c := o.Colour()
	outline := hexagon(at, r*math.Sqrt(3)/2, r)
	if p.layout.shape == viewer.Square {
		outline = rectangle(at.x-0.9*r, at.y-0.9*r, 1.8*r, 1.8*r)
	}
	p.polygon(c, outline)
	if p.patterned(o) {
		if marks := pattern(p.patternOf(o), outline, at, r); len(marks) > 0 {
			p.add(area{patternColour(c), marks})
		}
	}
	p.label(text{fill: on(c), at: at, size: 1.1 * r, bold: true, s: viewer.Mark(row.Look())}, 1.4*r)
	if row.Special {
		p.drawCrown(point{at.x, at.y - 0.4*r}, 0.5*r)
	}
}

func (p *painter) name(row *viewer.Player) string {
	name := clean(row.Name)
	if name == "" && row.ID >= 0 && row.ID < len(p.header.Players) {
		name = clean(p.header.Players[row.ID].Name)
	}
	return p.marked(cmp.Or(name, "player "+viewer.Mark(row.Look())), row)
}

// details returns further information about a player. Notes come first, because long text is cut.
func (p *painter) details(row *viewer.Player) string {
	var parts []string
	if note := clean(row.Note); note != "" {
		parts = append(parts, note)
	}
	if row.Special {
		parts = append(parts, "special")
	}
	if legend := p.f.Legend; legend != nil {
		for i := range legend.Columns {
			if text := legend.Say(phrase(&legend.Columns[i]), row); text != "" {
				parts = append(parts, text)
			}
		}
	}
	return strings.Join(parts, " · ")
}

// phrase returns the pattern of a column for a line without titles. The score stands above that line.
func phrase(c *viewer.Column) string {
	if c.Text == "{score}" {
		return ""
	}
	return cmp.Or(c.Phrase, strings.ToLower(c.Title)+" "+c.Text)
}
