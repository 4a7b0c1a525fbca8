package picture

import (
	"image/color"
	"math"
	"slices"

	"blastyard/game/viewer"
)

// drawGround draws the cells in the colours and patterns of their owners, with one shape for all cells of an owner.
func (p *painter) drawGround() {
	cells := make([]int, len(p.f.Cells))
	for i := range cells {
		cells[i] = i
	}
	owner := func(i int) viewer.Owner { return max(p.f.Cells[i].Owner, viewer.Neutral) }
	slices.SortStableFunc(cells, func(a, b int) int { return int(owner(a)) - int(owner(b)) })
	for len(cells) > 0 {
		o := owner(cells[0])
		n := 1
		for n < len(cells) && owner(cells[n]) == o {
			n++
		}
		p.drawOwned(o, cells[:n])
		cells = cells[n:]
	}
}

func (p *painter) drawOwned(o viewer.Owner, cells []int) {
	ground := area{fill: p.theme.ground(o, p.f.Shape)}
	marks := area{fill: patternColour(ground.fill)}
	for _, i := range cells {
		at := p.layout.at(&p.f.Cells[i])
		outline := p.layout.outline(at)
		ground.polygons = append(ground.polygons, outline)
		if p.patterned(o) {
			marks.polygons = append(marks.polygons, pattern(p.patternOf(o), outline, at, p.layout.inner())...)
		}
	}
	p.add(ground)
	if len(marks.polygons) > 0 {
		p.add(marks)
	}
}

func (p *painter) patterned(o viewer.Owner) bool {
	return o > viewer.Neutral && p.layout.inner() >= 4 && (p.o.Patterns || o.Player() >= len(viewer.Palette))
}

// toward returns the point at a fraction of the way from a to b.
func toward(a, b point, part float64) point {
	return point{a.x + part*(b.x-a.x), a.y + part*(b.y-a.y)}
}

// drawWalls draws stone as raised blocks and brick as rows of bricks.
func (p *painter) drawWalls() {
	for i := range p.f.Cells {
		c := &p.f.Cells[i]
		outline := p.layout.outline(p.layout.at(c))
		switch c.Wall {
		case viewer.Stone:
			p.drawStone(outline)
		case viewer.Brick:
			p.drawBricks(outline)
		default: // no wall
		}
	}
}

func (p *painter) drawStone(outline []point) {
	at := centre(outline)
	p.polygon(mix(p.theme.stone, black, 0.45), outline)
	p.polygon(mix(p.theme.stone, white, 0.3), clip(outline, 1, 1, at.x+at.y))
	p.polygon(p.theme.stone, shrunk(outline, at, 0.76))
}

func (p *painter) drawBricks(outline []point) {
	const courses = 3
	p.polygon(p.theme.brick, outline)
	top, bottom := math.Inf(1), math.Inf(-1)
	left, right := math.Inf(1), math.Inf(-1)
	for _, c := range outline {
		top, bottom, left, right = min(top, c.y), max(bottom, c.y), min(left, c.x), max(right, c.x)
	}
	mortar := area{fill: mix(p.theme.brick, black, 0.4)}
	high, wide := (bottom-top)/courses, (right-left)/2
	line := max(1, wide*0.09)
	if p.layout.shape == viewer.Square {
		line = math.Round(line)
	}
	for k := range courses {
		y := math.Round(top + float64(k)*high)
		if k > 0 {
			mortar.polygons = append(mortar.polygons, within(outline, left, y-line/2, right-left, line))
		}
		for x := left + wide*(0.5+0.5*float64(k%2)); x < right-line; x += wide {
			mortar.polygons = append(mortar.polygons, within(outline, math.Round(x), y+line/2, line, high-line))
		}
	}
	p.add(mortar)
}

// within returns the part of a convex polygon inside a rectangle.
func within(outline []point, x, y, w, h float64) []point {
	return clip(clip(clip(clip(outline, -1, 0, -x), 1, 0, x+w), 0, -1, -y), 0, 1, y+h)
}

func shrunk(outline []point, at point, part float64) []point {
	smaller := make([]point, len(outline))
	for i, c := range outline {
		smaller[i] = toward(at, c, part)
	}
	return smaller
}

func centre(outline []point) point {
	var sum point
	for _, c := range outline {
		sum.x += c.x
		sum.y += c.y
	}
	n := float64(len(outline))
	return point{sum.x / n, sum.y / n}
}

// drawBlasts draws the cells that a blast covers.
func (p *painter) drawBlasts() {
	for _, e := range p.f.Explosions {
		if e.Cell < 0 || e.Cell >= len(p.f.Cells) {
			continue
		}
		at := p.layout.at(&p.f.Cells[e.Cell])
		ground, outer, core := blastColours(e.Owner, p.paints())
		p.polygon(ground, p.layout.outline(at))
		p.burst(outer, core, at, p.layout.inner())
	}
}

func (p *painter) burst(outer, core color.RGBA, at point, inner float64) {
	p.polygon(outer, star(9, at, 0.86*inner, 0.5*inner, -math.Pi/2))
	p.polygon(core, star(9, at, 0.52*inner, 0.28*inner, -math.Pi/2))
}
