package picture

import (
	"image/color"
	"math"
	"strconv"

	"blastyard/game/viewer"
)

// A slot is a position for a thing in a cell, in radii of the circle inside the cell.
type slot struct{ x, y, r float64 }

// slots are the positions by number of things in a cell. Further things are omitted.
var slots = [][]slot{
	1: {{0, 0, 0.78}},
	2: {{-0.30, -0.30, 0.54}, {0.34, 0.36, 0.46}},
	3: {{-0.36, -0.36, 0.46}, {0.40, -0.20, 0.42}, {0, 0.48, 0.42}},
	4: {{-0.38, -0.38, 0.42}, {0.42, -0.34, 0.40}, {-0.34, 0.42, 0.40}, {0.42, 0.42, 0.40}},
}

// A thing is a living token, a bomb or a dead token.
type thing struct {
	cell int
	draw func(at point, r float64)
}

// drawThings draws the things on the cells: first living tokens, then bombs, then dead tokens, up to the room in a
// cell.
func (p *painter) drawThings() {
	things := p.things()
	crowd := make([]int, len(p.f.Cells))
	for _, t := range things {
		crowd[t.cell]++
	}
	placed := make([]int, len(p.f.Cells))
	for _, t := range things {
		places := slots[min(crowd[t.cell], len(slots)-1)]
		if placed[t.cell] == len(places) {
			continue
		}
		s := places[placed[t.cell]]
		placed[t.cell]++
		at, inner := p.layout.at(&p.f.Cells[t.cell]), p.layout.inner()
		t.draw(point{at.x + s.x*inner, at.y + s.y*inner}, s.r*inner*p.layout.fill())
	}
}

func (p *painter) things() []thing {
	var things []thing
	add := func(cell int, draw func(at point, r float64)) {
		if cell >= 0 && cell < len(p.f.Cells) {
			things = append(things, thing{cell, draw})
		}
	}
	for i := range p.f.Tokens {
		if t := &p.f.Tokens[i]; t.Alive {
			add(t.Cell, func(at point, r float64) { p.drawLiving(t, at, r) })
		}
	}
	for i := range p.f.Bombs {
		b := &p.f.Bombs[i]
		add(b.Cell, func(at point, r float64) { p.drawBomb(b, at, r) })
	}
	for i := range p.f.Tokens {
		if t := &p.f.Tokens[i]; !t.Alive {
			add(t.Cell, func(at point, r float64) { p.drawDead(t, at, r) })
		}
	}
	return things
}

// edge returns the width of the outline of a thing with a radius.
func edge(r float64) float64 { return max(0.8, 0.11*r) }

// drawLiving draws a disc in the player's colour inside a white and a black ring, which contrasts with every ground.
func (p *painter) drawLiving(t *viewer.Token, at point, r float64) {
	c := viewer.OwnerOf(t.Player).Colour()
	e := edge(r)
	p.disc(black, at, r)
	p.disc(white, at, r-0.8*e)
	p.disc(c, at, r-1.9*e)
	p.label(text{fill: on(c), at: at, size: r, bold: true, s: t.Label()}, 1.6*(r-1.9*e))
	if t.Special {
		p.drawCrown(at, r)
	}
}

// drawCrown draws a crown on a disc.
func (p *painter) drawCrown(at point, r float64) {
	w, h, base := 0.62*r, 0.52*r, at.y-0.72*r
	crown := func(grow float64) []point {
		return []point{
			{at.x - w - grow, base + grow}, {at.x - w - 1.3*grow, base - h - 1.6*grow}, {at.x - 0.45*w,
				base - 0.4*h - grow},
			{at.x, base - 1.15*h - 2*grow}, {at.x + 0.45*w, base - 0.4*h - grow},
			{at.x + w + 1.3*grow, base - h - 1.6*grow}, {at.x + w + grow, base + grow},
		}
	}
	p.polygon(black, crown(edge(r)))
	p.polygon(gold, crown(0))
}

// hollow is the colour inside a dead character.
var hollow = color.RGBA{0xe4, 0xe7, 0xec, 255}

// drawDead draws a hollow disc on a cross, and the turns until the character may revive.
func (p *painter) drawDead(t *viewer.Token, at point, r float64) {
	r *= 0.84
	c, e := viewer.OwnerOf(t.Player).Colour(), edge(r)
	for _, bone := range []struct {
		fill        color.RGBA
		reach, wide float64
	}{{white, 0.94 * r, 3.6 * e}, {black, 0.9 * r, 1.8 * e}} {
		d := bone.reach
		p.line(bone.fill, point{at.x - d, at.y + d}, point{at.x + d, at.y - d}, bone.wide)
		p.line(bone.fill, point{at.x - d, at.y - d}, point{at.x + d, at.y + d}, bone.wide)
	}
	p.disc(black, at, r)
	p.disc(c, at, r-0.7*e)
	p.disc(black, at, r-2.2*e)
	p.disc(hollow, at, r-2.8*e)
	p.label(text{fill: black, at: at, size: 0.85 * r, bold: true, s: t.Label()}, 1.65*(r-2.8*e))
	if t.Special {
		p.drawCrown(at, r)
	}
	if t.Revival >= 0 {
		badge := point{at.x + 0.8*r, at.y + 0.8*r}
		p.disc(white, badge, 0.5*r)
		p.disc(black, badge, 0.5*r-0.5*e)
		p.label(text{fill: white, at: badge, size: 0.72 * r, bold: true, s: count(t.Revival)}, 0.74*r)
	}
}

// drawBomb draws a dark bomb with its timer, and a fuse in its owner's colour. A bomb that explodes in the next turn
// is red.
func (p *painter) drawBomb(b *viewer.Bomb, at point, r float64) {
	c := white
	if b.Owner > viewer.Neutral {
		c = b.Owner.Colour()
	}
	body, e := black, edge(r)
	if b.Timer <= 1 {
		body = red
	}
	at = point{at.x - 0.07*r, at.y + 0.09*r}
	r *= 0.9
	from, to := point{at.x + 0.55*r, at.y - 0.55*r}, point{at.x + 0.98*r, at.y - 0.98*r}
	p.line(white, toward(from, to, -0.2), toward(from, to, 1.1), 0.5*r)
	p.line(c, from, to, 0.3*r)
	p.disc(white, at, r)
	p.disc(c, at, r-0.6*e)
	p.disc(body, at, r-2*e)
	p.burst(flame, glow, to, 0.42*r)
	p.label(text{fill: white, at: at, size: 1.05 * r, bold: true, s: count(b.Timer)}, 1.3*(r-2*e))
}

// count formats a number in a few characters.
func count(n int) string {
	if n > 999 {
		return "∞"
	}
	return strconv.Itoa(max(n, 0))
}

// drawItems draws the items on the cells, each on a small tile.
func (p *painter) drawItems() {
	for i := range p.f.Cells {
		c := &p.f.Cells[i]
		if c.Item == viewer.NoItem || c.Wall != viewer.Open {
			continue
		}
		at, r := p.layout.at(c), 0.6*p.layout.inner()
		p.polygon(black, rectangle(at.x-r, at.y-r, 2*r, 2*r))
		tile := r - edge(r)
		p.polygon(mix(gold, white, 0.75), rectangle(at.x-tile, at.y-tile, 2*tile, 2*tile))
		switch p.icon(c.Item) {
		case "bag":
			p.drawBag(at, r)
		case "burst":
			p.drawArrows(at, r)
		default:
			p.polygon(black, star(5, point{at.x, at.y + 0.05*r}, 0.86*r, 0.38*r, -math.Pi/2))
			p.polygon(gold, star(5, point{at.x, at.y + 0.05*r}, 0.62*r, 0.27*r, -math.Pi/2))
		}
	}
}

// icon returns the name of an item's icon.
func (p *painter) icon(i viewer.Item) string {
	if legend := p.f.Legend; legend != nil && int(i) <= len(legend.Items) {
		return legend.Items[i-1].Icon
	}
	return ""
}

// drawBag draws a bomb and a plus.
func (p *painter) drawBag(at point, r float64) {
	p.line(flame, point{at.x - 0.1*r, at.y}, point{at.x + 0.25*r, at.y - 0.62*r}, 0.16*r)
	p.disc(black, point{at.x - 0.2*r, at.y + 0.18*r}, 0.52*r)
	p.plus(red, point{at.x + 0.5*r, at.y + 0.42*r}, 0.3*r, 0.2*r)
}

func (p *painter) plus(fill color.RGBA, at point, r, wide float64) {
	p.line(fill, point{at.x - r, at.y}, point{at.x + r, at.y}, wide)
	p.line(fill, point{at.x, at.y - r}, point{at.x, at.y + r}, wide)
}

// drawArrows draws a blast with four arrows.
func (p *painter) drawArrows(at point, r float64) {
	p.plus(flame, at, 0.6*r, 0.2*r)
	for i := range 4 {
		sin, cos := math.Sincos(float64(i) * math.Pi / 2)
		p.polygon(red, regular(3, point{at.x + 0.6*r*cos, at.y + 0.6*r*sin}, 0.26*r, float64(i)*math.Pi/2))
	}
}
