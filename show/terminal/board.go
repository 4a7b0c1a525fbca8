package terminal

import (
	"image/color"

	"blastyard/game/viewer"
)

// drawBoard draws the part of a board that the camera shows.
func (p *painter) drawBoard(f *viewer.Frame, cam camera) *Picture {
	c := NewPicture(cam.width, cam.height)
	all := slots(f.ByLook())
	if p.h > 1 {
		p.fill(c, all, cam)
	}
	for i := range all {
		at := p.place(all[i].cell)
		p.write(c, &all[i], point{at.x - cam.origin.x, at.y - cam.origin.y})
	}
	return c
}

// write writes a cell's text at its position.
func (p *painter) write(c *Picture, s *slot, at point) {
	if at.x+p.w <= 0 || at.y+p.h <= 0 || at.x >= c.width || at.y >= c.height {
		return
	}
	if p.h == 1 {
		for _, l := range p.compact(s) {
			at.x = c.Text(at.x, at.y, l.text, l.Style)
		}
		return
	}
	labels := p.labels(s, p.w)
	for i, l := range labels {
		y := at.y + (p.h-len(labels)+1)/2 + i
		c.Text(at.x+(p.w-Columns(l.text)+1)/2, y, l.text, l.Style)
	}
}

// fill paints the backgrounds in quarters of characters. If a character has more than two colours, the rarest are
// replaced.
func (p *painter) fill(c *Picture, all []slot, cam camera) {
	quarters := make([]color.Color, 4*c.width*c.height)
	st := newStamp(p.grid)
	for i := range all {
		at := p.place(all[i].cell)
		x0, y0 := 2*(at.x-cam.origin.x), 2*(at.y-cam.origin.y)
		if x0 < -4*p.w || y0 < -4*p.h || x0 > 2*c.width+4*p.w || y0 > 2*c.height+4*p.h {
			continue
		}
		ground := p.colour(p.ground(&all[i]))
		for _, q := range st.quarters {
			x, y := x0+q.x, y0+q.y
			if x >= 0 && y >= 0 && x < 2*c.width && y < 2*c.height {
				quarters[y*2*c.width+x] = ground
			}
		}
	}
	for y := range c.height {
		for x := range c.width {
			up, down := quarters[2*y*2*c.width+2*x:], quarters[(2*y+1)*2*c.width+2*x:]
			r, s := block([4]color.Color{up[0], up[1], down[0], down[1]})
			c.set(x, y, r, s)
		}
	}
}

// blocks are the characters by the quarters that have the foreground colour: bit 0 upper left, 1 upper right, 2 lower
// left, 3 lower right.
var blocks = [16]rune{' ', '▘', '▝', '▀', '▖', '▌', '▞', '▛', '▗', '▚', '▐', '▜', '▄', '▙', '▟', '█'}

// block returns the character and the two colours that best represent four quarters.
func block(quarters [4]color.Color) (rune, Style) {
	count := func(c color.Color) (n int) {
		for _, q := range quarters {
			if q == c {
				n++
			}
		}
		return n
	}
	back := quarters[0]
	for _, q := range quarters {
		if count(q) > count(back) {
			back = q
		}
	}
	front := back
	for _, q := range quarters {
		if q != back && (front == back || count(q) > count(front)) {
			front = q
		}
	}
	if front == back {
		if back == nil {
			return 0, Style{}
		}
		return ' ', Style{Bg: back}
	}
	if front == nil { // only the background can have the terminal's own colour
		front, back = back, front
	}
	bits := 0
	for i, q := range quarters {
		if q == front {
			bits |= 1 << i
		}
	}
	return blocks[bits], Style{Fg: front, Bg: back}
}
