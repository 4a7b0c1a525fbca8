package picture

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"io"
	"iter"
	"time"

	"blastyard/game/viewer"
)

// MaxTurns is the most frames that a GIF may have.
const MaxTurns = 5000

// lastDelay is how much longer than the others the last frame is shown.
const lastDelay = 3 * time.Second

// GIF writes a match as an endless animated GIF. After the first picture it stores only what changes. It writes
// incrementally and keeps two frames. It returns an error of frames, and fails for a frame without a board
// (viewer.Tree), for a board whose cells change, without any frame, and beyond MaxTurns.
func GIF(w io.Writer, header *viewer.Header, frames iter.Seq2[*viewer.Frame, error], o Options) error {
	if err := o.Validate(); err != nil {
		return err
	}
	film := film{header: header, o: o.withDefaults().pixels(), out: w}
	for f, err := range frames {
		if err != nil {
			return fmt.Errorf("picture: frame %d of the GIF: %w", film.count, err)
		}
		if err := film.frame(f); err != nil {
			return err
		}
	}
	if film.count == 0 {
		return errors.New("picture: draw the GIF: the match has no frames")
	}
	return film.end(film.o.Delay)
}

// A film is a GIF that is being written. Each picture is written when the next one exists, because the last one is
// shown longer.
type film struct {
	header  *viewer.Header
	o       Options
	out     io.Writer
	painter *painter
	raster  raster
	colours *quantiser
	count   int // number of frames so far
	cells   int
	canvas  []uint8         // the current picture, as an index into the palette for each pixel
	change  *image.Paletted // the changes of the newest frame, transparent elsewhere
	box     image.Rectangle // the pixels that change
	file    bytes.Buffer    // a picture in the format of image/gif
	delay   time.Duration   // for scenes: duration of the waiting picture
}

func (m *film) frame(f *viewer.Frame) error {
	switch {
	case m.count == 0:
		p, err := newPainter(m.header, f, m.o)
		if err != nil {
			return err
		}
		m.begin(p, f)
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
	m.paint(m.raster.draw(m.painter.draw(f)))
	return nil
}

// begin starts the GIF with the layout of the painter.
func (m *film) begin(p *painter, f *viewer.Frame) {
	m.painter = p
	m.cells = len(f.Cells)
	m.colours = newQuantiser(m.painter.theme, f.Shape, max(f.Looks(), len(m.painter.header.Players)))
	l := &m.painter.layout
	m.canvas = make([]uint8, l.width*l.height)
	m.change = image.NewPaletted(image.Rect(0, 0, l.width, l.height), m.colours.palette)
}

// paint finds the difference between a picture and the canvas, and updates the canvas.
func (m *film) paint(img *image.RGBA) {
	width := img.Rect.Dx()
	m.box = image.Rectangle{Min: img.Rect.Max}
	var last color.RGBA
	var c uint8
	for y := range img.Rect.Dy() {
		row, change := m.canvas[y*width:][:width], m.change.Pix[y*width:][:width]
		for x := range width {
			p := img.Pix[y*img.Stride+4*x:][:4]
			if pixel := (color.RGBA{p[0], p[1], p[2], p[3]}); pixel != last {
				last, c = pixel, m.colours.index(pixel)
			}
			if c == row[x] {
				change[x] = transparent
				if x > 0 && change[x-1] == c {
					change[x] = c // repeat the colour for a longer run
				}
				continue
			}
			change[x], row[x] = c, c
			m.box = image.Rect(min(m.box.Min.X, x), min(m.box.Min.Y, y), max(m.box.Max.X, x+1), max(m.box.Max.Y, y+1))
		}
	}
	if m.box.Empty() {
		m.box = image.Rect(0, 0, 1, 1) // a picture needs at least one pixel
	}
}

// Parts of a GIF file.
const (
	gifLoop = "\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00" // the animation repeats for ever
	gifEnd  = "\x3b"
)

// write writes the waiting picture. EncodeAll would need all pictures of a match in memory at once. Therefore write
// encodes each picture as a file of its own, and drops the heads except the first, and the ends.
func (m *film) write(delay time.Duration) error {
	m.file.Reset()
	err := gif.EncodeAll(&m.file, &gif.GIF{
		Image:    []*image.Paletted{m.change.SubImage(m.box).(*image.Paletted)},
		Delay:    []int{int(delay.Round(10*time.Millisecond) / (10 * time.Millisecond))},
		Disposal: []byte{gif.DisposalNone},
		Config: image.Config{ColorModel: m.change.Palette, Width: m.change.Rect.Dx(),
			Height: m.change.Rect.Dy()},
	})
	if err == nil {
		file := bytes.TrimSuffix(m.file.Bytes(), []byte(gifEnd))
		head := 13 + 6<<(file[10]&7) // signature, size, and three bytes for each colour
		if m.count == 1 {
			_, err = m.out.Write(append(file[:head:head], gifLoop...))
		}
		if err == nil {
			_, err = m.out.Write(file[head:])
		}
	}
	if err != nil {
		return fmt.Errorf("picture: write the GIF: %w", err)
	}
	return nil
}

// end writes the last picture, which is shown longer, and the end of the file.
func (m *film) end(delay time.Duration) error {
	if err := m.write(delay + lastDelay); err != nil {
		return err
	}
	if _, err := io.WriteString(m.out, gifEnd); err != nil {
		return fmt.Errorf("picture: write the GIF: %w", err)
	}
	return nil
}
