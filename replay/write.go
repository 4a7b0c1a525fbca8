package replay

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"os"
	"path/filepath"
	"sync/atomic"

	"github.com/klauspost/compress/zstd"
)

// ErrClosed says that a writer was closed before.
var ErrClosed = errors.New("replay: the writer is closed")

// Writer writes a replay as the match goes. A turn is in the file when Turn returns; where states are kept, which take longer
// to compress, a goroutine of the writer does it meanwhile: when the program is killed, the file then lacks the last two turns
// at most. One goroutine at a time may call its methods, and must call Close in the end.
type Writer struct {
	encoder *zstd.Encoder
	file    *os.File // nil: the writer is the caller's
	turns   int
	closed  bool
	line    []byte                // of a turn; used again
	err     atomic.Pointer[error] // the first of writing

	lines chan []byte   // to the goroutine; nil: there is none
	spare chan []byte   // and back, to be used again
	done  chan struct{} // closed when the goroutine ends
}

// Create begins a replay in a new file, and makes the folders above it where they are missing. A file that is there already
// is never touched: the error is then fs.ErrExist.
func Create(path string, h *Header) (*Writer, error) {
	if err := checkNew(h); err != nil { // before there is a file
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return nil, fmt.Errorf("replay: cannot make the folder: %w", err)
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return nil, fmt.Errorf("replay: cannot begin the file: %w", err)
	}
	w, err := NewWriter(f, h)
	if err != nil {
		return nil, errors.Join(err, f.Close(), os.Remove(path))
	}
	w.file = f
	return w, nil
}

// NewWriter writes the header of a replay, which must hold what Read demands; its Version is set. What Actions and States hold
// must be JSON: a file with anything else cannot be read beyond it.
func NewWriter(to io.Writer, h *Header) (*Writer, error) {
	if err := checkNew(h); err != nil {
		return nil, err
	}
	plain := *h
	plain.Version = Version
	line, err := appendHeader(nil, &plain)
	if err != nil {
		return nil, fmt.Errorf("replay: header: %w", err)
	}
	encoder, err := zstd.NewWriter(to, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1),
		zstd.WithWindowSize(windowFor(len(h.State))), zstd.WithLowerEncoderMem(true))
	if err != nil {
		return nil, fmt.Errorf("replay: %w", err)
	}
	w := &Writer{encoder: encoder, line: line}
	if w.put(line); w.failure() != nil {
		return nil, errors.Join(w.failure(), encoder.Close())
	}
	if len(h.State) > 0 {
		w.lines, w.spare, w.done = make(chan []byte, 1), make(chan []byte, 2), make(chan struct{})
		go w.run()
	}
	return w, nil
}

// windowFor is the window for states of a size, in octets: the last few states lie in it, so that what did not change since
// them costs next to nothing.
func windowFor(state int) int {
	const least, most = 256 << 10, 16 << 20
	return min(most, max(least, 1<<bits.Len(uint(4*state))))
}

// Turn writes a turn, which must be the one after the last. It keeps nothing of what t holds. Where states are kept, an error
// may be that of a turn before.
func (w *Writer) Turn(t *Turn) error {
	switch {
	case w.closed:
		return ErrClosed
	case t.Turn != w.turns+1 || t.Turn > maxTurns:
		return fmt.Errorf("replay: turn is %d, expected %d, and %d at the most", t.Turn, w.turns+1, maxTurns)
	}
	w.turns++
	w.line = appendTurn(w.line[:0], t)
	w.send()
	return w.failure()
}

// send has the line written.
func (w *Writer) send() {
	if w.lines == nil {
		w.put(w.line)
		return
	}
	w.lines <- w.line
	select {
	case w.line = <-w.spare:
	default:
		w.line = nil
	}
}

// run writes lines until there are no more.
func (w *Writer) run() {
	defer close(w.done)
	for line := range w.lines {
		w.put(line)
		select {
		case w.spare <- line:
		default:
		}
	}
}

// put writes a line through to the file, unless that has failed before.
func (w *Writer) put(line []byte) {
	if w.err.Load() != nil {
		return
	}
	_, err := w.encoder.Write(line)
	if err == nil {
		err = w.encoder.Flush()
	}
	if err != nil {
		err = fmt.Errorf("replay: cannot write: %w", err)
		w.err.Store(&err)
	}
}

func (w *Writer) failure() error {
	if err := w.err.Load(); err != nil {
		return *err
	}
	return nil
}

// Close writes the result, waits until all is written, and closes the file that Create made. Without a result the file ends
// after the last turn, and is read as one that was cut.
func (w *Writer) Close(r *Result) error {
	if w.closed {
		return ErrClosed
	}
	w.closed = true
	var lineErr error
	if r != nil {
		if w.line, lineErr = json.Marshal(r); lineErr == nil {
			w.line = append(w.line, '\n')
			w.send()
		}
	}
	if w.lines != nil {
		close(w.lines)
		<-w.done
	}
	err := w.failure()
	if closeErr := w.encoder.Close(); err == nil && closeErr != nil {
		err = fmt.Errorf("replay: cannot write: %w", closeErr)
	}
	if w.file != nil {
		err = errors.Join(err, w.file.Close())
	}
	return errors.Join(lineErr, err)
}
