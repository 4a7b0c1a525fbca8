package catalog

import (
	"errors"
	"fmt"
	"slices"

	"github.com/klauspost/compress/gzip"

	"blastyard/game/viewer"
	"blastyard/internal/errortext"
	"blastyard/replay"
	"blastyard/show/playback"
)

// marks are positions at which a cursor can start: before every every-th block.
type marks struct {
	every int // blocks
	list  []*playback.Mark
	size  int
	next  int // the block before which the next mark is due
}

// add adds a mark at the position of a cursor, before a block. If the marks take too much memory, every other one is
// removed.
func (m *marks) add(c *playback.Cursor) {
	m.every = max(m.every, 1)
	block := (c.Turn() + 1) / replay.BlockTurns
	if block != m.next {
		return
	}
	m.list, m.size, m.next = append(m.list, c.Mark()), m.size+c.MarkSize(), block+m.every
	for m.size > marksMost && len(m.list) > 1 {
		kept := m.list[:0]
		for i, mark := range m.list {
			if i%2 == 0 {
				kept = append(kept, mark)
			}
		}
		clear(m.list[len(kept):])
		m.list, m.size, m.every = kept, len(kept)*c.MarkSize(), 2*m.every
		m.next = len(kept) * m.every
	}
}

// before returns the last mark that is not after a block, and the block that follows it.
func (m *marks) before(block int) (*playback.Mark, int) {
	i := min(block/m.every, len(m.list)-1)
	return m.list[i], i * m.every
}

// Chunk implements serve.Reel. Chunk n has the turns of block n. Chunk 0 also has the start.
func (f *film) Chunk(n int) ([]byte, error) {
	f.mu.Lock()
	last, over := f.turns/replay.BlockTurns, f.over
	packed := f.cache.get(n)
	f.mu.Unlock()
	if packed != nil {
		return packed, nil
	}
	if !f.catalog.slots.take(f.catalog.ctx, f.heavy()) {
		return nil, errStopped
	}
	packed, err := f.draw(n)
	f.catalog.slots.give(f.heavy())
	if err != nil {
		return nil, named(f.path, err)
	}
	if over || n < last {
		f.mu.Lock()
		f.cache.put(n, packed)
		f.mu.Unlock()
	}
	return packed, nil
}

// draw draws a chunk.
func (f *film) draw(n int) ([]byte, error) {
	f.mu.Lock()
	mark, first := f.marks.before(n)
	var blocks []replay.Block
	for k := max(first-1, 0); k <= n; k++ {
		blocks = append(blocks, f.blocks.Block(k))
	}
	f.mu.Unlock()
	c, err := f.restore(mark, blocks[0])
	if err != nil {
		return nil, err
	}
	var tidy tidier
	step := func(t *replay.Turn) error {
		tidy.did(sizeOf(t))
		return c.Step(t)
	}
	for k := first; k < n; k++ {
		if err := blocks[k-max(first-1, 0)].Each(step); err != nil {
			return nil, err
		}
	}
	p := newPacker()
	if err := c.Draw(); err != nil {
		p.fail(c.Frame(), c.Turn(), err)
	} else if n == 0 {
		_ = p.add(c.Frame()) // if the chunk is full, the next turn returns the error
	}
	err = blocks[len(blocks)-1].Each(func(t *replay.Turn) error {
		tidy.did(sizeOf(t))
		clip(t)
		if err := c.Next(t); err != nil {
			p.fail(c.Frame(), t.Turn, err)
			return errFull
		}
		return p.add(c.Frame())
	})
	if err != nil && !errors.Is(err, errFull) {
		return nil, err
	}
	return p.close()
}

// restore returns a cursor at a mark. before is the block that contains the turn of the mark.
func (f *film) restore(mark *playback.Mark, before replay.Block) (*playback.Cursor, error) {
	c, err := f.film.Start()
	if err != nil {
		return nil, err
	}
	var at *replay.Turn
	if mark.NeedsTurn() {
		err = before.Each(func(t *replay.Turn) error {
			if t.Turn == mark.Turn() {
				at = t
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return c, c.Restore(mark, at)
}

// errFull says that a chunk is full.
var errFull = errors.New("catalog: the chunk is full")

// packer compresses the frames of a chunk, one per line.
type packer struct {
	out  pieces
	zip  *gzip.Writer
	line []byte
}

func newPacker() *packer {
	p := &packer{}
	p.zip, _ = gzip.NewWriterLevel(&p.out, gzip.BestSpeed) // the level is valid
	return p
}

func (p *packer) add(f *viewer.Frame) error {
	p.line = append(f.AppendJSON(p.line[:0]), '\n')
	if _, err := p.zip.Write(p.line); err != nil {
		return err
	}
	if p.out.size() > packedMost {
		return errFull
	}
	return nil
}

// fail adds a turn that cannot be drawn: the previous board with a line that says why.
func (p *packer) fail(f *viewer.Frame, turn int, why error) {
	g := f.Clone()
	g.Turn, g.Refused, g.Output, g.Drawings = turn, nil, nil, nil
	g.Events = []viewer.Event{{Turn: turn, Kind: viewer.NoteEvent, Player: -1,
		Text: fmt.Sprintf("turn %d cannot be shown: %s", turn, errortext.Text(why))}}
	_ = p.add(&g) // if the chunk is full now, it has no more turns
}

func (p *packer) close() ([]byte, error) {
	err := p.zip.Close()
	p.zip, p.line = nil, nil // release large buffers before the next allocation
	return slices.Concat(p.out...), err
}

// pieces collects written bytes without the copies of a growing buffer.
type pieces [][]byte

const pieceSize = 64 << 10

func (p *pieces) Write(b []byte) (int, error) {
	n := len(b)
	for len(b) > 0 {
		if last := len(*p) - 1; last < 0 || len((*p)[last]) == cap((*p)[last]) {
			*p = append(*p, make([]byte, 0, pieceSize))
		}
		last := &(*p)[len(*p)-1]
		k := min(len(b), cap(*last)-len(*last))
		*last, b = append(*last, b[:k]...), b[k:]
	}
	return n, nil
}

func (p pieces) size() (n int) {
	for _, piece := range p {
		n += len(piece)
	}
	return n
}

// cache holds the chunks that were drawn last.
type cache struct {
	list []cached // newest last
	size int
}

type cached struct {
	number int
	packed []byte
}

func (c *cache) get(number int) []byte {
	if i := slices.IndexFunc(c.list, func(x cached) bool { return x.number == number }); i >= 0 {
		return c.list[i].packed
	}
	return nil
}

func (c *cache) put(number int, packed []byte) {
	if len(packed) > cacheMost/4 || c.get(number) != nil {
		return
	}
	c.list, c.size = append(c.list, cached{number, packed}), c.size+len(packed)
	for c.size > cacheMost {
		c.size -= len(c.list[0].packed)
		c.list = slices.Delete(c.list, 0, 1)
	}
}
