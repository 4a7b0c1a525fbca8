package replay

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"

	"blastyard/internal/regular"
	"blastyard/internal/text"
)

// Limits are limits of a Reader. The zero value has those of the format.
type Limits struct {
	// Lean is for a reader with little memory, whatever the file contains. It accepts lines of at most leanLine bytes
	// with at most leanValues values, and a window of at most leanWindow.
	Lean bool
}

// The limits of a lean reader.
const (
	leanLine   = 4 << 20 // bytes of a line
	leanValues = 1 << 18 // values of a line: a map file or a state of 65,535 cells has fewer
	leanAsked  = 1 << 16 // values of a line without a state
	leanWindow = 8 << 20
)

func (l Limits) line() int {
	if l.Lean {
		return leanLine
	}
	return maxLine
}

func (l Limits) window() uint64 {
	if l.Lean {
		return leanWindow
	}
	return maxWindow
}

// checkValues limits the values of a line, because a value of two bytes can take a hundred bytes of memory.
func (l Limits) checkValues(line []byte, most int) error {
	if l.Lean && len(line) > most && bytes.Count(line, []byte(",")) > most {
		return fmt.Errorf("%w: more than %d values", ErrTooBig, most)
	}
	return nil
}

// A Reader reads a replay turn by turn and holds only one turn in memory. It is for one goroutine.
type Reader struct {
	header *Header
	turns  turnReader
	close  func()
}

// turnReader reads a file or a folder.
type turnReader interface {
	nextTurn() (*Turn, error)
	result() *Result
	plain() int64
}

// zstdMagic begins a packed replay.
const zstdMagic = "\x28\xb5\x2f\xfd"

// NewReader reads the header of a replay, which may be unpacked: lines of JSON. The caller must call Close.
func NewReader(r io.Reader, limits Limits) (*Reader, error) {
	source := &source{r: r}
	var head [text.ForeignSize]byte
	n, _ := io.ReadFull(source, head[:]) // an error comes again
	source.r = io.MultiReader(bytes.NewReader(head[:n]), source.r)
	if err := text.CheckForeign(head[:n]); err != nil && !bytes.HasPrefix(head[:], []byte(zstdMagic)) {
		return nil, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	if bytes.HasPrefix(text.Decode(head[:n]), []byte("{")) {
		x, err := newReader(source, text.NewReader(source), limits, func() {})
		if source.err == nil && (errors.Is(err, ErrFormat) || errors.Is(err, ErrCut)) {
			err = notReplay{} // any JSON begins like this
		}
		return x, err
	}
	z, err := zstd.NewReader(source, zstd.WithDecoderConcurrency(1),
		zstd.WithDecoderMaxWindow(limits.window()), zstd.WithDecoderLowmem(true))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	return newReader(source, z, limits, z.Close)
}

// newReader reads the header from the lines of a source. It calls closing if it fails.
func newReader(s *source, lines io.Reader, limits Limits, closing func()) (*Reader, error) {
	d := newDecoder(s, bufio.NewReaderSize(lines, 64<<10), limits)
	if err := d.header(); err != nil {
		closing()
		return nil, err
	}
	return &Reader{header: d.head, turns: d, close: closing}, nil
}

func newDecoder(s *source, lines *bufio.Reader, limits Limits) *decoder {
	return &decoder{source: s, lines: lines, left: maxMemory, limits: limits, head: new(Header)}
}

// OpenReader opens a replay: a file, or the folder of one match of 2016-Bomberman (Replays/SEED), which may be in a
// zip. For a folder with several replays the error lists them. Errors of the reader do not name the path.
func OpenReader(path string, limits Limits) (*Reader, error) {
	if IsFolder(path) {
		return openFolder(path, limits)
	}
	f, err := regular.Open(path)
	if errors.Is(err, regular.ErrIrregular) {
		return nil, fmt.Errorf("%w: %s is neither a file nor a folder", ErrFormat, path)
	}
	if err != nil {
		return nil, fmt.Errorf("replay: %w", err)
	}
	if isZip(f) {
		return openZip(path, f, limits)
	}
	r, err := NewFileReader(f, f, limits)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return r, nil
}

// NewFileReader is NewReader for a source that is closed with the reader, or at once if NewFileReader fails.
func NewFileReader(r io.Reader, source io.Closer, limits Limits) (*Reader, error) {
	x, err := NewReader(r, limits)
	if err != nil {
		_ = source.Close() // the file was only read
		return nil, err
	}
	inner := x.close
	x.close = func() {
		inner()
		_ = source.Close() // the file was only read
	}
	return x, nil
}

// Header returns the replay's header.
func (r *Reader) Header() *Header { return r.header }

// Next reads the next turn, which the caller may keep. After the result the error is io.EOF. If the file is cut,
// damaged or hostile, the error says so, and what was read before stays valid.
func (r *Reader) Next() (*Turn, error) { return r.turns.nextTurn() }

// Result returns how the match ended, after Next has returned io.EOF. Before that it is nil, and also if the file ends
// before the match.
func (r *Reader) Result() *Result { return r.turns.result() }

// Plain returns how many bytes of lines and states were read so far.
func (r *Reader) Plain() int64 { return r.turns.plain() }

// Close closes the reader.
func (r *Reader) Close() { r.close() }

// All reads all turns into memory. Like Read, it may return an error together with what was read before it.
func (r *Reader) All() (*Replay, error) {
	x := &Replay{Header: *r.header}
	for {
		t, err := r.Next()
		if err != nil {
			x.Result = r.Result()
			if errors.Is(err, io.EOF) {
				err = nil
			}
			return x, err
		}
		x.Turns = append(x.Turns, *t)
	}
}
