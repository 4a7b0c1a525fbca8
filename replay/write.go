package replay

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"
)

// ErrClosed means that a writer was closed before.
var ErrClosed = errors.New("replay: the writer is closed")

// encoder writes zstd.
type encoder interface {
	io.Writer
	Flush() error
	Close() error
}

// Writer writes a replay during the match. A goroutine of the writer compresses the turns that have come within
// writeEvery, in blocks of at most blockSize, and writes them to the file. So a program that is killed loses only what
// it played in the last milliseconds, a file that is cut loses only the missing part and the block before it, and a
// fast match is hardly slowed. Only one goroutine at a time may call its methods, and it must call Close in the end.
type Writer struct {
	out     *bufio.Writer
	encoder encoder     // to out
	file    *os.File    // nil if the caller opened the output
	late    io.WriterAt // to write the secret at the end; nil: there is none, or it is written
	header  Header      // without its long fields
	left    budget
	refused error // why no further turn can be written
	turns   int
	closed  bool
	err     atomic.Pointer[error] // the first write error

	mu      sync.Mutex
	lines   []byte     // not yet taken by the goroutine
	taken   *sync.Cond // signals that the goroutine has taken them
	wake    chan struct{}
	closing chan struct{}
	done    chan struct{} // closed when the goroutine ends
}

const (
	writeEvery = 2 * time.Millisecond // the longest time that a turn waits for those that follow it
	maxWaiting = 4 << 20              // bytes that wait for the goroutine; with more, Turn waits
	blockSize  = 16 << 10             // bytes of lines that share a block at the most, but for the last line
)

// Create creates the file of a replay and missing folders above it. It never changes a file that exists: the error is
// then fs.ErrExist.
func Create(path string, h *Header) (*Writer, error) {
	if err := checkNew(h); err != nil { // before the file is created
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return nil, fmt.Errorf("replay: cannot make the folder: %w", err)
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return nil, fmt.Errorf("replay: cannot begin the file: %w", err)
	}
	w, err := newWriter(f, f, h)
	if err != nil {
		return nil, errors.Join(err, f.Close(), os.Remove(path))
	}
	w.file = f
	return w, nil
}

// NewWriter writes the header of a replay, which Read must accept, and which must tell its Rules if it has a Hash. It
// sets its Version. The secret of a match is written when it ends, if the output is an
// io.WriterAt other than a file, which may be a pipe.
func NewWriter(to io.Writer, h *Header) (*Writer, error) {
	late, _ := to.(io.WriterAt)
	if _, isFile := to.(*os.File); isFile {
		late = nil
	}
	return newWriter(to, late, h)
}

func newWriter(to io.Writer, late io.WriterAt, h *Header) (*Writer, error) {
	if err := checkNew(h); err != nil {
		return nil, err
	}
	plain := *h
	plain.Version = h.version()
	line, err := appendHeader(nil, &plain)
	left := budget(maxMemory)
	if err == nil {
		raw := len(h.State) + len(h.Map.File)
		err = cmp.Or(checkSize(len(line), raw), checkLine(line), left.take(len(line)), left.takeHeader(h))
	}
	if err != nil {
		return nil, fmt.Errorf("replay: header: %w", err)
	}
	plain.State, plain.Map.File = nil, nil
	out := bufio.NewWriterSize(to, 64<<10)
	encoder, err := newEncoder(out, windowFor(len(h.State)))
	if err != nil {
		return nil, fmt.Errorf("replay: %w", err)
	}
	w := &Writer{
		out: out, encoder: encoder, header: plain, left: left,
		wake: make(chan struct{}, 1), closing: make(chan struct{}), done: make(chan struct{}),
	}
	w.taken = sync.NewCond(&w.mu)
	if err := w.putHeader(line, late); err != nil {
		return nil, errors.Join(fmt.Errorf("replay: cannot write: %w", err), encoder.Close())
	}
	go w.run()
	return w, nil
}

// windowFor returns the window for states of a size in bytes. It contains the last few states, so what has not changed
// since takes almost no space.
func windowFor(state int) int {
	const least, most = 256 << 10, leanWindow
	return min(most, max(least, 1<<bits.Len(uint(4*state))))
}

// Turn writes a turn, which must be the one after the last. It keeps no reference to t. Turn does not write a turn
// that Read would refuse for its size or content, but returns an error, and no turn can follow. The error may be that
// of an earlier turn.
func (w *Writer) Turn(t *Turn) error {
	switch {
	case w.closed:
		return ErrClosed
	case w.refused != nil:
		return w.refused
	case t.Turn != w.turns+1 || t.Turn > maxTurns:
		return fmt.Errorf("replay: turn is %d, expected %d, and %d at the most", t.Turn, w.turns+1, maxTurns)
	}
	if err := t.check(&w.header, t.Turn); err != nil {
		w.refused = fmt.Errorf("replay: turn %d: %w", t.Turn, err)
		return w.refused
	}
	w.mu.Lock()
	for len(w.lines) > maxWaiting {
		w.taken.Wait()
	}
	before := len(w.lines)
	w.lines = appendTurn(w.lines, t)
	size := len(w.lines) - before
	err := cmp.Or(checkSize(size, len(t.State)), w.left.take(size), w.left.takeTurn(t))
	if err != nil {
		w.lines = w.lines[:before]
	}
	w.mu.Unlock()
	if err != nil {
		w.refused = fmt.Errorf("replay: turn %d: %w", t.Turn, err)
		return w.refused
	}
	w.turns++
	select {
	case w.wake <- struct{}{}:
	default: // the goroutine has been woken already
	}
	return w.failure()
}

// run writes lines as they come, until the writer closes.
func (w *Writer) run() {
	defer close(w.done)
	var spare []byte
	flush := func() {
		w.mu.Lock()
		lines := w.lines
		w.lines = spare[:0]
		w.taken.Signal()
		w.mu.Unlock()
		if len(lines) > 0 {
			w.put(lines)
		}
		spare = lines
	}
	for {
		select {
		case <-w.wake:
			select {
			case <-time.After(writeEvery):
			case <-w.closing:
			}
			flush()
		case <-w.closing:
			flush()
			return
		}
	}
}

// put writes lines through to the file, unless writing has failed before.
func (w *Writer) put(lines []byte) {
	if w.err.Load() != nil {
		return
	}
	if err := w.write(lines); err != nil {
		err = fmt.Errorf("replay: cannot write: %w", err)
		w.err.Store(&err)
	}
}

func (w *Writer) write(lines []byte) error {
	block := 0 // bytes of the lines since the last block
	for line := range bytes.Lines(lines) {
		if err := checkLine(line); err != nil {
			return err
		}
		if _, err := w.encoder.Write(line); err != nil {
			return err
		}
		if block += len(line); block >= blockSize {
			if err := w.encoder.Flush(); err != nil {
				return err
			}
			block = 0
		}
	}
	if block > 0 {
		if err := w.encoder.Flush(); err != nil {
			return err
		}
	}
	return w.out.Flush()
}

// compress writes a line, or its rest, to blocks of its own.
func (w *Writer) compress(line []byte) error {
	if _, err := w.encoder.Write(line); err != nil {
		return err
	}
	return w.encoder.Flush()
}

// result returns the line of a result, if Read would accept it.
func (w *Writer) result(r *Result) ([]byte, error) {
	err := r.check(&w.header, w.turns)
	var line []byte
	if err == nil {
		line, err = json.Marshal(r)
	}
	if err == nil {
		err = cmp.Or(checkSize(len(line), 0), w.left.take(len(line)))
	}
	if err != nil {
		return nil, fmt.Errorf("replay: result: %w", err)
	}
	return line, nil
}

func (w *Writer) failure() error {
	if err := w.err.Load(); err != nil {
		return *err
	}
	return nil
}

// Close writes the result and the secret, waits until everything is written, and closes the file that Create made.
// Without a result the file ends after the last turn, without the secret, and is read as one that was cut.
func (w *Writer) Close(r *Result) error {
	if w.closed {
		return ErrClosed
	}
	w.closed = true
	var lineErr error
	var line []byte
	if r != nil {
		if line, lineErr = w.result(r); lineErr == nil {
			w.mu.Lock()
			w.lines = append(append(w.lines, line...), '\n')
			w.mu.Unlock()
		}
	}
	close(w.closing)
	<-w.done
	err := w.failure()
	closeErr := w.encoder.Close()
	if line != nil && err == nil && closeErr == nil {
		_, closeErr = w.out.Write(endFrame(line))
	}
	if closeErr = errors.Join(closeErr, w.out.Flush()); err == nil && closeErr != nil {
		err = fmt.Errorf("replay: cannot write: %w", closeErr)
	}
	if r != nil { // otherwise the match may go on
		err = errors.Join(err, w.reveal())
	}
	if w.file != nil {
		err = errors.Join(err, w.file.Close())
	}
	return errors.Join(lineErr, err)
}

// Write writes the whole replay, such as one that was read from a folder of rounds.
func (r *Replay) Write(to io.Writer) error {
	w, err := NewWriter(to, &r.Header)
	if err != nil {
		return err
	}
	for i := range r.Turns {
		if err := w.Turn(&r.Turns[i]); err != nil {
			return errors.Join(err, w.Close(nil))
		}
	}
	return w.Close(r.Result)
}
