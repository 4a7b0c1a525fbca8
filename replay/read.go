package replay

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"

	"blastyard/game"
	"blastyard/internal/jsonerror"
)

// The errors of Read. Errors wrap one of them.
var (
	ErrFormat  = errors.New("replay: damaged, or no replay")
	ErrCut     = errors.New("replay: the file ends before the match")
	ErrVersion = errors.New("replay: written by a newer version")
	ErrTooBig  = errors.New("replay: too big")
)

// Read reads a replay. If the file is cut, damaged or hostile, Read returns the part before the damage together with
// an error. The replay is nil if not even the header can be read.
func Read(r io.Reader) (*Replay, error) {
	reader, err := NewReader(r, Limits{})
	if err != nil {
		return nil, err
	}
	defer reader.Close()
	return reader.All()
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
	limits Limits
	head   *Header
	turns  int
	over   *Result
	bytes  int64 // of lines
}

// next reads a line, which is valid until the next call. At the end of the file the error is io.EOF.
func (d *decoder) next() ([]byte, error) {
	d.line++
	d.buffer = d.buffer[:0]
	for {
		part, err := d.lines.ReadSlice('\n')
		if most := d.limits.line(); len(d.buffer)+len(part) > most {
			return nil, fmt.Errorf("%w: line %d: more than %d bytes", ErrTooBig, d.line, most)
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
	d.bytes += int64(len(d.buffer))
	return d.buffer, d.inLine(cmp.Or(d.left.take(len(d.buffer)), d.limits.checkValues(d.buffer, d.mostValues())))
}

// mostValues limits the values of a line for a lean reader.
func (d *decoder) mostValues() int {
	if d.head.Hash != nil { // there are no states
		return leanAsked
	}
	return leanValues
}

// notReplay is the ErrFormat for a file that is not a replay.
type notReplay struct{}

func (notReplay) Error() string {
	return "replay: this file is not a replay of blastyard, or its beginning is damaged"
}

func (notReplay) Is(target error) bool { return target == ErrFormat }

// broken returns why there is no further line.
func (d *decoder) broken(err error) error {
	switch {
	case d.source.err != nil:
		return fmt.Errorf("replay: line %d: %w", d.line, d.source.err)
	case d.line == 1 && errors.Is(err, zstd.ErrMagicMismatch):
		return notReplay{}
	case errors.Is(err, io.EOF) && len(d.buffer) == 0:
		return io.EOF
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("%w: cut in line %d", ErrCut, d.line)
	case errors.Is(err, zstd.ErrWindowSizeExceeded), errors.Is(err, zstd.ErrWindowSizeTooSmall),
		errors.Is(err, zstd.ErrDecoderSizeExceeded):
		return fmt.Errorf("%w: line %d: %w", ErrTooBig, d.line, err)
	default:
		return fmt.Errorf("%w: line %d: %w", ErrFormat, d.line, err)
	}
}

// inLine adds the line number to an error.
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
		if err := jsonerror.Decode(line, &raw); err == nil {
			if err := checkSize(len(line), len(raw.State)+len(raw.Map.File)); err != nil {
				return d.inLine(err)
			}
		}
	}
	if err := jsonerror.Decode(line, v); err != nil {
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
	case *v > secretVersion:
		return fmt.Errorf("%w: version %d of the format, this program knows %d", ErrVersion, *v, secretVersion)
	}
	h := d.head
	if err := d.decode(line, "header", h); err != nil {
		return err
	}
	if err := h.check(); err != nil {
		return d.bad("header", err)
	}
	return d.inLine(d.left.takeHeader(h))
}

// nextTurn reads the next turn. After the result the error is io.EOF.
func (d *decoder) nextTurn() (*Turn, error) {
	if d.over != nil {
		return nil, io.EOF
	}
	line, err := d.next()
	switch {
	case errors.Is(err, io.EOF):
		return nil, fmt.Errorf("%w: no result after turn %d", ErrCut, d.turns)
	case err != nil:
		return nil, err
	case bytes.HasPrefix(line, []byte(`{"turns":`)):
		return nil, cmp.Or(d.readResult(line), io.EOF)
	}
	return d.turn(line)
}

func (d *decoder) turn(line []byte) (*Turn, error) {
	number := d.turns + 1
	what := fmt.Sprintf("turn %d", number)
	if number > maxTurns {
		return nil, fmt.Errorf("%w: line %d: more than %d turns", ErrTooBig, d.line, maxTurns)
	}
	var t Turn
	if !readTurn(line, &t) {
		t = Turn{}
		if err := d.decode(line, what, &t); err != nil {
			return nil, err
		}
	}
	if err := t.check(d.head, number); err != nil {
		return nil, d.bad(what, err)
	}
	if err := d.left.takeTurn(&t); err != nil {
		return nil, d.inLine(err)
	}
	d.turns++
	return &t, nil
}

func (d *decoder) result() *Result { return d.over }

func (d *decoder) plain() int64 { return d.bytes }

func (d *decoder) readResult(line []byte) error {
	var r Result
	if err := d.decode(line, "result", &r); err != nil {
		return err
	}
	if err := r.check(d.head, d.turns); err != nil {
		return d.bad("result", err)
	}
	d.over = &r
	_, err := d.next()
	if errors.Is(err, io.EOF) {
		return nil
	}
	if err == nil || errors.Is(err, ErrTooBig) {
		err = d.bad("after the result", errors.New("there is more, expected the end"))
	}
	return err
}

// Hash is a hash of a state.
type Hash = game.Hash

// shorten cuts a text for an error message.
func shorten[T []byte | string](text T) string {
	if len(text) > 60 {
		return string(text[:60]) + "…"
	}
	return string(text)
}
