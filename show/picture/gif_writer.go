package picture

import (
	"bufio"
	"compress/lzw"
	"image"
	"image/color"
	"io"
	"time"
)

// A gifWriter writes the parts of a GIF one by one, where image/gif would have all pictures in memory.
type gifWriter struct{ w *bufio.Writer }

func newGIFWriter(w io.Writer) *gifWriter { return &gifWriter{bufio.NewWriter(w)} }

const (
	colourBits     = 8
	transparent    = 1<<colourBits - 1 // the number of the colour that lets the picture before shine through
	globalTable    = 0x80
	tableSize      = colourBits - 1
	keepPicture    = 1 << 2 // the next picture goes onto this one
	hasTransparent = 1
)

// begin writes the size, the colours, and that the pictures go round for ever.
func (g *gifWriter) begin(width, height int, palette []color.RGBA) error {
	b := append([]byte("GIF89a"), byte(width), byte(width>>8), byte(height), byte(height>>8),
		globalTable|tableSize<<4|tableSize, 0, 0)
	for i := range 1 << colourBits {
		var c color.RGBA
		if i < len(palette) {
			c = palette[i]
		}
		b = append(b, c.R, c.G, c.B)
	}
	b = append(b, 0x21, 0xff, 11)
	b = append(b, "NETSCAPE2.0"...)
	b = append(b, 3, 1, 0, 0, 0)
	_, err := g.w.Write(b)
	return err
}

// image writes a picture that covers a part of those before it, and how long it stays.
func (g *gifWriter) image(box image.Rectangle, pixels []byte, delay time.Duration) error {
	d := int((delay + 5*time.Millisecond) / (10 * time.Millisecond))
	x, y, w, h := box.Min.X, box.Min.Y, box.Dx(), box.Dy()
	head := []byte{0x21, 0xf9, 4, keepPicture | hasTransparent, byte(d), byte(d >> 8), transparent, 0}
	head = append(head, 0x2c, byte(x), byte(x>>8), byte(y), byte(y>>8), byte(w), byte(w>>8), byte(h), byte(h>>8), 0,
		colourBits)
	if _, err := g.w.Write(head); err != nil {
		return err
	}
	blocks := blockWriter{w: g.w}
	packer := lzw.NewWriter(&blocks, lzw.LSB, colourBits)
	if _, err := packer.Write(pixels); err != nil {
		return err
	}
	if err := packer.Close(); err != nil {
		return err
	}
	if err := blocks.flush(); err != nil {
		return err
	}
	return g.w.WriteByte(0) // the end of the blocks
}

func (g *gifWriter) end() error {
	if err := g.w.WriteByte(0x3b); err != nil {
		return err
	}
	return g.w.Flush()
}

// A blockWriter cuts what is written into blocks, each after its length in one byte.
type blockWriter struct {
	w     *bufio.Writer
	block [256]byte
	n     int
}

func (b *blockWriter) Write(p []byte) (int, error) {
	for _, c := range p {
		if err := b.WriteByte(c); err != nil {
			return 0, err
		}
	}
	return len(p), nil
}

func (b *blockWriter) WriteByte(c byte) error {
	b.n++
	b.block[b.n] = c
	if b.n < 255 {
		return nil
	}
	return b.flush()
}

// Flush is part of what a packer wants of its writer. Blocks are not cut short by it.
func (b *blockWriter) Flush() error { return nil }

func (b *blockWriter) flush() error {
	if b.n == 0 {
		return nil
	}
	b.block[0] = byte(b.n)
	_, err := b.w.Write(b.block[:b.n+1])
	b.n = 0
	return err
}
