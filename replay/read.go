package replay

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"
)

// What Read finds wrong with a file is one of these.
var (
	ErrFormat  = errors.New("replay: damaged, or no replay")
	ErrCut     = errors.New("replay: the file ends before the match")
	ErrVersion = errors.New("replay: written by a newer version")
	ErrTooBig  = errors.New("replay: too big")
)

// Read reads a replay. Where the file is cut, damaged or hostile it returns the part before that together with an error;
// the replay is nil where not even the header could be read.
func Read(r io.Reader) (*Replay, error) {
	source := &source{r: r}
	z, err := zstd.NewReader(source, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow), zstd.WithDecoderLowmem(true))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	defer z.Close()
	d := decoder{source: source, lines: bufio.NewReaderSize(z, 64<<10), left: maxMemory}
	if err := d.header(); err != nil {
		return nil, err
	}
	err = d.turns()
	return &d.replay, err
}

// source remembers why a file could not be read.
type source struct {
	r   io.Reader
	err error
}

func (s *source) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		s.err = err
	}
	return n, err
}

// decoder reads the lines of a replay.
type decoder struct {
	source *source
	lines  *bufio.Reader
	buffer []byte
	line   int // the number of the line that was read last, from 1
	left   budget
	replay Replay
}

// next reads a line, which is valid until the next. At the end of the file the error is io.EOF.
func (d *decoder) next() ([]byte, error) {
	d.line++
	d.buffer = d.buffer[:0]
	for {
		part, err := d.lines.ReadSlice('\n')
		if len(d.buffer)+len(part) > maxLine {
			return nil, fmt.Errorf("%w: line %d: more than %d bytes", ErrTooBig, d.line, maxLine)
		}
		if err == nil && len(d.buffer) == 0 {
			d.buffer = append(d.buffer, part...)
			break
		}
		d.buffer = append(d.buffer, part...)
		if err == nil {
			break
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return nil, d.broken(err)
		}
	}
	return d.buffer, d.inLine(d.left.take(len(d.buffer)))
}

// broken says why there is no further line.
func (d *decoder) broken(err error) error {
	switch {
	case d.source.err != nil:
		return fmt.Errorf("replay: line %d: %w", d.line, d.source.err)
	case errors.Is(err, io.EOF) && len(d.buffer) == 0:
		return io.EOF
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("%w: cut in line %d", ErrCut, d.line)
	case errors.Is(err, zstd.ErrWindowSizeExceeded), errors.Is(err, zstd.ErrWindowSizeTooSmall), errors.Is(err, zstd.ErrDecoderSizeExceeded):
		return fmt.Errorf("%w: line %d: %w", ErrTooBig, d.line, err)
	default:
		return fmt.Errorf("%w: line %d: %w", ErrFormat, d.line, err)
	}
}

// inLine says in which line an error is.
func (d *decoder) inLine(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("line %d: %w", d.line, err)
}

// decode reads a line as JSON.
func (d *decoder) decode(line []byte, what string, v any) error {
	if len(line) > MaxTurn {
		var raw struct {
			State json.RawMessage
			Map   struct{ File json.RawMessage }
		}
		if err := json.Unmarshal(line, &raw); err == nil {
			if err := checkSize(len(line), len(raw.State)+len(raw.Map.File)); err != nil {
				return d.inLine(err)
			}
		}
	}
	if err := json.Unmarshal(line, v); err != nil {
		return d.bad(what, err)
	}
	return nil
}

func (d *decoder) bad(what string, err error) error {
	return fmt.Errorf("%w: line %d: %s: %w", ErrFormat, d.line, what, err)
}

func (d *decoder) header() error {
	line, err := d.next()
	if errors.Is(err, io.EOF) {
		return fmt.Errorf("%w: it is empty", ErrCut)
	}
	if err != nil {
		return err
	}
	var version struct {
		Blast *int `json:"blast"`
	}
	if err := d.decode(line, "header", &version); err != nil {
		return err
	}
	switch v := version.Blast; {
	case v == nil:
		return d.bad("header", errors.New("blast, the version of the format, is missing"))
	case *v > Version:
		return fmt.Errorf("%w: version %d of the format, this program knows %d", ErrVersion, *v, Version)
	}
	h := &d.replay.Header
	if err := d.decode(line, "header", h); err != nil {
		return err
	}
	if err := h.check(); err != nil {
		return d.bad("header", err)
	}
	return d.inLine(d.left.takeHeader(h))
}

// turns reads the turns and the result.
func (d *decoder) turns() error {
	for {
		line, err := d.next()
		if errors.Is(err, io.EOF) {
			return fmt.Errorf("%w: no result after turn %d", ErrCut, len(d.replay.Turns))
		}
		if err != nil {
			return err
		}
		if bytes.HasPrefix(line, []byte(`{"turns":`)) {
			return d.result(line)
		}
		if err := d.turn(line); err != nil {
			return err
		}
	}
}

func (d *decoder) turn(line []byte) error {
	number := len(d.replay.Turns) + 1
	what := fmt.Sprintf("turn %d", number)
	if number > maxTurns {
		return fmt.Errorf("%w: line %d: more than %d turns", ErrTooBig, d.line, maxTurns)
	}
	var t Turn
	if err := d.decode(line, what, &t); err != nil {
		return err
	}
	if err := t.check(&d.replay.Header, number); err != nil {
		return d.bad(what, err)
	}
	if err := d.left.takeTurn(&t); err != nil {
		return d.inLine(err)
	}
	d.replay.Turns = append(d.replay.Turns, t)
	return nil
}

func (d *decoder) result(line []byte) error {
	var r Result
	if err := d.decode(line, "result", &r); err != nil {
		return err
	}
	if err := r.check(&d.replay.Header, len(d.replay.Turns)); err != nil {
		return d.bad("result", err)
	}
	d.replay.Result = &r
	_, err := d.next()
	if errors.Is(err, io.EOF) {
		return nil
	}
	if err == nil || errors.Is(err, ErrTooBig) {
		err = d.bad("after the result", errors.New("there is more, expected the end"))
	}
	return err
}
