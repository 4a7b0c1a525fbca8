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

// Writer writes a replay as the match goes. Each turn is compressed and written by a goroutine of the writer, as soon as it
// is there: when the program is killed, the file lacks the last two turns at most. One goroutine at a time may call its
// methods, and must call Close in the end.
type Writer struct {
	encoder *zstd.Encoder
	file    *os.File // nil: the writer is the caller's
	players int
	turns   int
	closed  bool

	lines chan []byte           // to the goroutine
	spare chan []byte           // and back, to be used again
	done  chan struct{}         // closed when the goroutine ends
	err   atomic.Pointer[error] // the first that the goroutine met
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
	w := &Writer{encoder: encoder, players: len(h.Players), lines: make(chan []byte, 1), spare: make(chan []byte, 4), done: make(chan struct{})}
	if err := w.put(line); err != nil {
		_ = encoder.Close()
		return nil, fmt.Errorf("replay: cannot write the header: %w", err)
	}
	go w.run()
	return w, nil
}

// windowFor is the window for states of a size, in octets: the last few states lie in it, so that what did not change since
// them costs next to nothing.
func windowFor(state int) int {
	const least, most = 256 << 10, 16 << 20
	return min(most, max(least, 1<<bits.Len(uint(4*state))))
}

// Turn writes a turn, which must be the one after the last. It keeps nothing of what t holds. An error may be that of a turn
// before.
func (w *Writer) Turn(t *Turn) error {
	switch {
	case w.closed:
		return ErrClosed
	case t.Turn != w.turns+1 || t.Turn > maxTurns:
		return fmt.Errorf("replay: turn is %d, expected %d, and %d at the most", t.Turn, w.turns+1, maxTurns)
	}
	if err := w.failure(); err != nil {
		return err
	}
	w.turns++
	var line []byte
	select {
	case line = <-w.spare:
	default:
	}
	w.lines <- appendTurn(line[:0], t)
	return nil
}

// run writes lines until there are no more.
func (w *Writer) run() {
	defer close(w.done)
	for line := range w.lines {
		if w.err.Load() == nil {
			if err := w.put(line); err != nil {
				err = fmt.Errorf("replay: cannot write: %w", err)
				w.err.Store(&err)
			}
		}
		select {
		case w.spare <- line:
		default:
		}
	}
}

// put writes a line through to the file.
func (w *Writer) put(line []byte) error {
	if _, err := w.encoder.Write(line); err != nil {
		return err
	}
	return w.encoder.Flush()
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
		line, err := json.Marshal(r)
		if lineErr = err; err == nil {
			w.lines <- append(line, '\n')
		}
	}
	close(w.lines)
	<-w.done
	err := w.failure()
	if closeErr := w.encoder.Close(); err == nil && closeErr != nil {
		err = fmt.Errorf("replay: cannot write: %w", closeErr)
	}
	if w.file != nil {
		err = errors.Join(err, w.file.Close())
	}
	return errors.Join(lineErr, err)
}
