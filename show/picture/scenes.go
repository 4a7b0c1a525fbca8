package picture

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"blastyard/game/viewer"
)

// A Scene is a part of a match that is shown slowly and enlarged, with a caption.
type Scene struct {
	Frames  []*viewer.Frame
	Turn    int    // the turn before which the cells are in danger
	Cells   []int  // indexes of the cells to show
	Caption string // may contain names; it is made safe
}

const (
	sceneTime  = 4500 * time.Millisecond // for all frames together
	longest    = 700 * time.Millisecond  // for one frame
	finalFrame = 1200 * time.Millisecond // for the last frame of a scene
	maxScene   = 20                      // frames
)

// Scenes writes scenes of one match one after the other as an animated GIF. Each takes less than five seconds, is
// enlarged around its cells, and has its caption below the board. It ignores the options Standings and Delay.
func Scenes(w io.Writer, header *viewer.Header, scenes []Scene, o Options) error {
	if err := o.Validate(); err != nil {
		return err
	}
	o = o.withDefaults().pixels()
	o.Standings, o.Coordinates = false, false
	film := film{header: header, o: o, out: w}
	for i := range scenes {
		if err := film.scene(&scenes[i]); err != nil {
			return err
		}
	}
	if film.count == 0 {
		return errors.New("picture: draw the scenes: there are none")
	}
	return film.end(film.delay)
}

// scene adds the pictures of a scene.
func (m *film) scene(s *Scene) error {
	if len(s.Frames) == 0 || len(s.Frames) > maxScene {
		return fmt.Errorf("picture: draw a scene: it has %d frames, expected 1 to %d", len(s.Frames), maxScene)
	}
	pause := min(longest, (sceneTime-finalFrame)/time.Duration(max(1, len(s.Frames)-1)))
	for i, f := range s.Frames {
		p, err := newPainter(m.header, f, m.o)
		if err != nil {
			return err
		}
		p.layout = sceneLayout(m.o, f, s.Cells)
		if m.count == 0 {
			m.begin(p, f)
		} else if err := m.write(m.delay); err != nil {
			return err
		}
		if len(f.Cells) != m.cells {
			return fmt.Errorf("picture: draw a scene: the board of turn %d is not that of the first", f.Turn)
		}
		m.count++
		m.paint(m.raster.draw(p.drawScene(f, s)))
		if m.delay = pause; i == len(s.Frames)-1 {
			m.delay = finalFrame
		}
	}
	return nil
}

// captionLines is the number of lines for a caption.
const captionLines = 3

// sceneLayout enlarges the board around some cells. The picture has the same size for all scenes.
func sceneLayout(o Options, f *viewer.Frame, cells []int) layout {
	l := newLayout(o, &viewer.Header{}, f)
	w := float64(o.Width)
	l.textSize = max(8, w/40)
	l.header = math.Round(1.9 * l.textSize)
	board := math.Round(0.62 * w)
	l.height = int(l.margin + l.header + board + (captionLines*1.35+0.6)*l.textSize)
	least, most := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for _, i := range cells {
		if i < 0 || i >= len(f.Cells) {
			continue
		}
		at := middleOf(f.Shape, &f.Cells[i])
		least = point{min(least.x, at.x), min(least.y, at.y)}
		most = point{max(most.x, at.x), max(most.y, at.y)}
	}
	if least.x > most.x {
		least, most = bounds(f)
	}
	const around = 1.5 // margin around the shown cells
	l.setSize(w, board, w/9, w/8, point{most.x - least.x + 2*around, most.y - least.y + 2*around})
	centre := point{(least.x + most.x) / 2, (least.y + most.y) / 2}
	l.origin = point{l.snap(w/2 - centre.x*l.step.x), l.snap(l.margin + l.header + board/2 - centre.y*l.step.y)}
	return l
}

// drawScene returns the drawing of a frame of a scene.
func (p *painter) drawScene(f *viewer.Frame, s *Scene) *drawing {
	l := &p.layout
	p.begin(f)
	p.drawBoard()
	if f.Turn < s.Turn {
		p.drawDanger(s.Cells)
	}
	w, top := float64(l.width), l.margin+l.header
	foot := float64(l.height) - (captionLines*1.35+0.6)*l.textSize
	p.rectangle(p.theme.paper, 0, 0, w, top)
	p.rectangle(p.theme.paper, 0, foot, w, float64(l.height)-foot)
	p.drawHeader()
	for i, line := range wrap(p.face(true), p.readable(clean(s.Caption)), (w-2*l.margin)/l.textSize, captionLines) {
		p.text(text{fill: p.theme.ink, at: point{l.margin, foot + (1.2+1.35*float64(i))*l.textSize}, size: l.textSize,
			bold: true, s: line}, w-2*l.margin)
	}
	p.tellMissing()
	return p.drawing
}

// drawDanger outlines the cells that will blow up.
func (p *painter) drawDanger(cells []int) {
	for _, i := range cells {
		if i < 0 || i >= len(p.f.Cells) {
			continue
		}
		outline := p.layout.outline(p.layout.at(&p.f.Cells[i]))
		for k, a := range outline {
			p.line(red, a, outline[(k+1)%len(outline)], max(2, p.layout.inner()*0.14))
		}
	}
}

// wrap breaks clean text between words into at most most lines. width is in fractions of the size. The last line is
// longer if the text does not fit.
func wrap(f face, s string, width float64, most int) []string {
	var lines []string
	for word := range strings.FieldsSeq(s) {
		last := len(lines) - 1
		if last < 0 || last+1 < most && f.width(lines[last]+" "+word) > width {
			lines = append(lines, word)
			continue
		}
		lines[last] += " " + word
	}
	return lines
}
