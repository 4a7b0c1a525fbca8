package picture

import (
	"errors"
	"fmt"
	"image"
	"io"
	"iter"
	"time"

	"blastyard/viewer"
)

// MaxTurns is the most frames that a GIF may have.
const MaxTurns = 5000

// lastDelay is how much longer than the others the last frame stays.
const lastDelay = 3 * time.Second

// GIF writes a match as an animated GIF that starts again at its end: a picture for each frame, of which only what has
// changed is kept. It writes as it goes and keeps two frames. An error of the frames ends it with that error; so do a
// frame without a board (viewer.Tree), a board that changes its cells, no frame at all, and more than MaxTurns.
func GIF(w io.Writer, header *viewer.Header, frames iter.Seq2[*viewer.Frame, error], o Options) error {
	if err := o.Validate(); err != nil {
		return err
	}
	film := film{header: header, o: o.withDefaults(), out: newGIFWriter(w)}
	for f, err := range frames {
		if err != nil {
			return fmt.Errorf("picture: frame %d of the GIF: %w", film.count, err)
		}
		if err := film.frame(f); err != nil {
			return err
		}
	}
	return film.end()
}

// A film is a GIF on its way. A picture is written when the next one is there, for the last one stays longer.
type film struct {
	header  *viewer.Header
	o       Options
	out     *gifWriter
	painter *painter
	raster  raster
	colours *quantiser
	count   int // frames so far
	cells   int
	canvas  []byte // the picture as it stands, a colour number a pixel
	next    []byte // what is to be put onto it
	waiting patch
	delay   time.Duration // of scenes: how long the waiting picture stays
}

// A patch is what a picture changes of the one before.
type patch struct {
	box    image.Rectangle
	pixels []byte
}

func (m *film) frame(f *viewer.Frame) error {
	switch {
	case m.count == 0:
		p, err := newPainter(m.header, f, m.o)
		if err != nil {
			return err
		}
		if err := m.begin(p, f); err != nil {
			return err
		}
	case m.count == MaxTurns:
		return fmt.Errorf("picture: draw the GIF: the match has more than %d turns; a GIF holds no more", MaxTurns)
	case f.Shape != m.painter.layout.shape || len(f.Cells) != m.cells:
		return fmt.Errorf("picture: draw the GIF: the board of frame %d is not that of the first", m.count)
	default:
		if err := m.write(m.o.Delay); err != nil {
			return err
		}
	}
	m.count++
	m.change(m.raster.draw(m.painter.draw(f)))
	return nil
}

// begin begins the file, for pictures as the painter lays them out.
func (m *film) begin(p *painter, f *viewer.Frame) error {
	m.painter = p
	m.cells = len(f.Cells)
	m.colours = newQuantiser(m.painter.theme, f.Shape, max(f.Looks(), len(m.painter.header.Players)))
	l := &m.painter.layout
	if err := m.out.begin(l.width, l.height, m.colours.palette); err != nil {
		return fmt.Errorf("picture: write the GIF: %w", err)
	}
	return nil
}

// change makes the waiting patch from what differs between the canvas and a picture, and brings the canvas up to date.
// Pixels within the patch that stay are transparent.
func (m *film) change(img *image.RGBA) {
	width, height := img.Rect.Dx(), img.Rect.Dy()
	first := m.canvas == nil
	if first {
		m.canvas, m.next = make([]byte, width*height), make([]byte, width*height)
	}
	box := image.Rectangle{Min: img.Rect.Max}
	for y := range height {
		row, next := m.canvas[y*width:][:width], m.next[y*width:][:width]
		for x := range width {
			c := m.colours.index(img.Pix[y*img.Stride+4*x:])
			if !first && c == row[x] {
				next[x] = transparent
				if x > 0 && next[x-1] == c {
					next[x] = c // a longer run
				}
				continue
			}
			next[x], row[x] = c, c
			box = image.Rect(min(box.Min.X, x), min(box.Min.Y, y), max(box.Max.X, x+1), max(box.Max.Y, y+1))
		}
	}
	if box.Empty() {
		box = image.Rect(0, 0, 1, 1) // a picture has a pixel at least
	}
	m.waiting = patch{box: box, pixels: m.waiting.pixels[:0]}
	for y := box.Min.Y; y < box.Max.Y; y++ {
		m.waiting.pixels = append(m.waiting.pixels, m.next[y*width+box.Min.X:y*width+box.Max.X]...)
	}
}

func (m *film) write(delay time.Duration) error {
	if err := m.out.image(m.waiting.box, m.waiting.pixels, delay); err != nil {
		return fmt.Errorf("picture: write the GIF: %w", err)
	}
	return nil
}

func (m *film) end() error {
	if m.count == 0 {
		return errors.New("picture: draw the GIF: the match has no frames")
	}
	if err := m.write(m.o.Delay + lastDelay); err != nil {
		return err
	}
	if err := m.out.end(); err != nil {
		return fmt.Errorf("picture: write the GIF: %w", err)
	}
	return nil
}
