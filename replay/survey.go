package replay

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
)

// A Survey is the part of a replay that a list shows.
type Survey struct {
	Header  *Header
	Turns   int
	Longest int     // bytes of the longest line
	Values  int     // of all lines, approximately
	Result  *Result // nil if the file ends before the match
	Whole   bool    // the whole file was read
}

// Survey counts the turns and reads the result. It looks at no more of a file than it must, and stops after about most
// plain bytes. It does not see errors inside turns. The reader cannot be used afterwards.
func (r *Reader) Survey(most int64) (Survey, error) {
	s := Survey{Header: r.header}
	var err error
	for err == nil && r.Plain() <= most {
		var size, values int
		if d, ok := r.turns.(*decoder); ok {
			size, values, err = d.skipTurn()
		} else if _, err = r.Next(); err == nil {
			size = 1
		}
		if err == nil {
			s.Turns++
		}
		s.Longest, s.Values = max(s.Longest, size), s.Values+values
	}
	s.Result, s.Whole = r.Result(), err != nil
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return s, err
}

// skipTurn reads the line of a turn without decoding it.
func (d *decoder) skipTurn() (size, values int, err error) {
	if d.over != nil {
		return 0, 0, io.EOF
	}
	line, err := d.next()
	number := d.turns + 1
	switch {
	case errors.Is(err, io.EOF):
		return 0, 0, fmt.Errorf("%w: no result after turn %d", ErrCut, d.turns)
	case err != nil:
		return 0, 0, err
	case bytes.HasPrefix(line, []byte(`{"turns":`)):
		if err := d.readResult(line); err != nil {
			return 0, 0, err
		}
		return 0, 0, io.EOF
	case number > maxTurns:
		return 0, 0, fmt.Errorf("%w: line %d: more than %d turns", ErrTooBig, d.line, maxTurns)
	case !bytes.HasPrefix(line, append(strconv.AppendInt([]byte(`{"turn":`), int64(number), 10), ',')):
		if _, err := d.turn(line); err != nil { // another program wrote it
			return 0, 0, err
		}
		return len(line), bytes.Count(line, []byte(",")), nil
	}
	d.turns++
	return len(line), bytes.Count(line, []byte(",")), nil
}
