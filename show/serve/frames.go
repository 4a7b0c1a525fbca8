package serve

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
)

// errForgotten says that the turns of a match are no longer kept.
var errForgotten = errors.New("these turns are no longer kept")

// chunkLines returns the frames of chunk n, one per line.
func (m *Match) chunkLines(n int) ([]byte, error) {
	var packed []byte
	if m.reel != nil {
		var err error
		if packed, err = m.reel.Chunk(n); err != nil {
			return nil, err
		}
	} else {
		c, ok := m.chunkAt(n)
		switch {
		case !ok:
			return nil, nil // all of its turns were missed
		case c.packed == nil:
			return c.lines, nil
		}
		packed = c.packed
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, fmt.Errorf("serve: match %s: chunk %d: %w", m.id, n, err)
	}
	lines, err := io.ReadAll(io.LimitReader(z, maxChunkPlain))
	if err != nil {
		return nil, fmt.Errorf("serve: match %s: chunk %d: %w", m.id, n, err)
	}
	return lines, nil
}

// maxChunkPlain limits the plain bytes of a chunk that is put into a file.
const maxChunkPlain = 64 << 20

// frames iterates over the existing frames of the turns from to to, in order. A frame is valid for its iteration
// only.
func (m *Match) frames(from, to int) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		for n := from / chunkTurns; n <= to/chunkTurns; n++ {
			lines, err := m.chunkLines(n)
			if err != nil {
				yield(nil, err)
				return
			}
			for line := range bytes.Lines(lines) {
				turn, err := turnOf(line)
				if err == nil && (turn < from || turn > to) {
					continue
				}
				if !yield(bytes.TrimSuffix(line, []byte("\n")), err) || err != nil {
					return
				}
			}
		}
	}
}

// turnOf returns the turn of a frame.
func turnOf(frame []byte) (int, error) {
	var t struct {
		Turn int `json:"turn"`
	}
	if err := json.Unmarshal(frame, &t); err != nil {
		return 0, fmt.Errorf("serve: read a frame: %w", err)
	}
	return t.Turn, nil
}
