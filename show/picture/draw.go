package picture

import (
	"cmp"
	"errors"
	"fmt"
	"image/color"
	"math"

	"blastyard/game/viewer"
)

// A painter converts frames of one match to drawings.
type painter struct {
	*drawing
	theme  *theme
	layout layout
	o      Options
	header *viewer.Header
	f      *viewer.Frame
}

var errTree = errors.New("picture: draw: there is no board in the state of a game whose rules are not known")

// newPainter returns a painter for boards like that of f.
func newPainter(header *viewer.Header, f *viewer.Frame, o Options) (*painter, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	if f.Shape != viewer.Hexagon && f.Shape != viewer.Square {
		return nil, errTree
	}
	if header == nil {
		header = &viewer.Header{}
	}
	o = o.withDefaults()
	return &painter{theme: themeOf(o), layout: newLayout(o, header, f), o: o, header: header}, nil
}

// draw returns the drawing of a frame.
func (p *painter) draw(f *viewer.Frame) *drawing {
	p.begin(f)
	p.drawHeader()
	p.drawBoard()
	if p.layout.column > 0 {
		p.drawStandings()
	}
	p.tellMissing()
	return p.drawing
}

// begin starts the drawing of a frame.
func (p *painter) begin(f *viewer.Frame) {
	p.f = f.ByLook()
	p.drawing = &drawing{width: p.layout.width, height: p.layout.height, title: p.title(), ground: p.theme.paper,
		fonts: p.o.fonts}
}

func (p *painter) drawBoard() {
	p.drawGround()
	p.drawWalls()
	p.drawItems()
	p.drawBlasts()
	if p.o.Coordinates {
		p.drawCoordinates()
	}
	p.drawThings()
}

func drawOne(header *viewer.Header, f *viewer.Frame, o Options) (*drawing, error) {
	p, err := newPainter(header, f, o)
	if err != nil {
		return nil, err
	}
	return p.draw(f), nil
}

// paints reports whether blasts paint the cells of the match.
func (p *painter) paints() bool { return p.f.Legend != nil && p.f.Legend.Painted }

// turn describes the turn in words.
func (p *painter) turn() string {
	if turns := cmp.Or(p.f.Turns, p.header.Turns); turns > 0 {
		return fmt.Sprintf("turn %d of %d", p.f.Turn, turns)
	}
	return fmt.Sprintf("turn %d", p.f.Turn)
}

func (p *painter) title() string { return cmp.Or(clean(p.header.Title), clean(p.header.Game)) }

func (p *painter) drawHeader() {
	l := &p.layout
	if l.header == 0 {
		return
	}
	baseline := math.Round(l.margin + 0.8*l.textSize)
	turn := text{fill: p.theme.ink, at: point{float64(l.width) - l.margin, baseline}, anchor: end, size: l.textSize,
		bold: true, s: p.turn()}
	room := float64(l.width) - 2*l.margin
	p.text(turn, room)
	room -= turn.size * (faceOf(true).width(turn.s) + 1)
	p.text(text{fill: p.theme.faint, at: point{l.margin, baseline}, size: l.textSize, s: p.title()}, room)
	if len(p.f.Cells) == 0 {
		p.text(text{fill: p.theme.faint, at: point{l.margin, baseline + 1.6*l.textSize}, size: l.textSize,
			s: "an empty board"}, room)
	}
}

func (p *painter) drawCoordinates() {
	l := &p.layout
	size, below := l.inner()*0.32, 0.66*l.inner()
	if l.shape == viewer.Square {
		below = 0.76 * l.inner()
	}
	for i, ground := range p.grounds() {
		c := &p.f.Cells[i]
		at := l.at(c)
		at.y += below
		ink := mix(on(ground), ground, 0.25) // legible but not prominent
		p.label(text{fill: ink, at: at, size: size, s: fmt.Sprintf("%d,%d", c.X, c.Y)}, l.inner()*1.1)
	}
}

// grounds returns the drawn colours of all cells.
func (p *painter) grounds() []color.RGBA {
	grounds := make([]color.RGBA, len(p.f.Cells))
	for i := range grounds {
		switch c := &p.f.Cells[i]; c.Wall {
		case viewer.Stone:
			grounds[i] = p.theme.stone
		case viewer.Brick:
			grounds[i] = p.theme.brick
		default:
			grounds[i] = p.theme.ground(c.Owner, p.f.Shape)
		}
	}
	for _, e := range p.f.Explosions {
		if e.Cell >= 0 && e.Cell < len(grounds) {
			grounds[e.Cell], _, _ = blastColours(e.Owner, p.paints())
		}
	}
	return grounds
}
